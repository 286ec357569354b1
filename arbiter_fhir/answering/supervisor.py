"""The supervisor: what a question asks for, by rules, with the reason. Never a model's guess.

Rules are tried in this order, and the first that holds decides: what must be refused comes before what can be answered,
so a question that mixes both is refused as a whole.

| the question                                                                | intent           |
|-----------------------------------------------------------------------------|------------------|
| has no word in it                                                           | out_of_scope     |
| asks for a dose, a prescription, a diagnosis, or a change of medication     | unsafe           |
| asks about other patients, a relative, or a person who is not the patient   | other_patient    |
| asks what a guideline says                                                  | guideline        |
| asks what something means or what deserves attention                        | interpretation   |
| asks what to do, or how to treat                                            | unsafe           |
| asks how something changed                                                  | trend            |
| asks for abnormal results                                                   | abnormal_list    |
| names a test: all of its results, or the newest                             | list, factual_lookup |
| asks for laboratory results in general                                      | list             |
| asks for allergies, medications, problems and the like                      | out_of_scope     |
| speaks of a test, result or level that the vocabulary does not know         | factual_lookup   |
| anything else                                                               | out_of_scope     |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from arbiter_fhir.domain.analyte_mentions import find_analytes
from arbiter_fhir.domain.question import AskedQuestion, Intent, RoutedQuestion

__all__ = ["route"]


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_DRUG_ENDINGS = (
    r"\w+(?:pril|sartan|statin|olol|azole|cillin|mycin|formin|gliptin|gliflozin|glutide|thiazide|azepam|oxetine|prazole"
    r"|dipine|parin|xaban|sone|solone|semide|zide)"
)
_DRUG = (
    rf"(?:medic\w+|meds?|drugs?|pills?|tablets?|warfarin|aspirin|levothyroxine|allopurinol"
    rf"|(?:insulin|digoxin|lithium)(?!\s+(?:levels?|results?|values?|tests?))"
    rf"|antibiotics?|steroids?|supplements?|therapy|treatment|transfusion|{_DRUG_ENDINGS})"
)
_CHANGE = (
    r"(?:start|stop|begin|increase|decrease|raise|lower|reduce|adjust|change|switch|hold|continue|discontinue|add|taper"
    r"|titrate|give(?! me\b| us\b)|take|restart|resume|double|halve|administer|order)(?:ing|s|ed)?"
)
_DISEASE = (
    r"(?:diabet\w+|cancer|an[a]?emi\w+|infection|infected|sepsis|septic|leuk[a]?emia|lymphoma|lupus|gout|cirrhosis"
    r"|hypothyroid\w*|hyperthyroid\w*|pregnan\w+|dehydrat\w+|malnourish\w+|kidney (?:disease|failure|injury)|ckd|aki"
    r"|liver (?:disease|failure)|heart (?:failure|attack)|stroke|pneumonia|hiv positive|a disease)"
)
_ADVICE = _any(
    r"\bdos(?:e|es|ed|age|ages|ing)\b",
    r"\bprescri\w+",
    r"\bdiagnos\w+",
    rf"\b{_CHANGE}\b[^.?!]{{0,40}}\b{_DRUG}\b",
    r"\bhow (?:much|many)\b[^.?!]{0,30}\b(?:mg|mcg|units|tablets|pills|insulin)\b[^.?!]{0,30}\b(?:give|take|need)\b",
    rf"\b(?:do|does|has|have|is|are|could|might|suffer\w*)\b[^.?!]{{0,40}}\b{_DISEASE}\b"
    r"(?!\s+(?:labs?|tests?|panel|screen\w*))",
    r"\bwhat (?:disease|condition|illness)\b",
    r"\bwhich (?:drug|medication|antibiotic|medicine)\b[^.?!]{0,40}\bshould\b",
)
_OTHERS = _any(
    r"\b(?:all|every|each|any|both|other|another|which|what|many)\s+(?:of\s+)?(?:the\s+|our\s+|my\s+|other\s+)*patients?\b",
    r"\b(?:our|my|these|those)\s+(?:other\s+)?patients\b(?!')",
    r"\bpatients (?:with|who|whose|that|have|on|in)\b",
    r"\b(?:someone|somebody|anyone|everyone|anybody|everybody)\b",
    r"\b(?:his|her|their|patient'?s|the)\s+(?:wife|husband|mother|father|mom|dad|brother|sister|twin|spouse|partner)\b",
    r"\b(?:his|her|their|patient'?s)\s+(?:son|daughter|child|children|baby|parents?)\b",
)
#: A person's placeholder that no title marks as a clinician.
_PERSON = re.compile(r"(?P<title>\b(?:dr|doctor|prof|nurse)\.?\s+)?\[PERSON_\d+\]", re.IGNORECASE)
_OTHER_RECORD = re.compile(r"\[(?:MRN|ACCOUNT|SSN|ID)_\d+\]")
_GUIDELINE = _any(
    r"\bguidelines?\b", r"\b(?:ada|aha|acc|kdigo|uspstf|who|nice)\b[^.?!]{0,30}\b(?:say|recommend|target|criteria)\w*"
)
_INTERPRET = _any(
    r"\bmeans?\b(?! (?:corpuscular|platelet|plasma|cell))",
    r"\bmeaning\b",
    r"\binterpret\w*",
    r"\bsignifican\w+",
    r"\battention\b",
    r"\bworr\w+",
    r"\bconcern\w*",
    r"\bsummar\w+",
    r"\bassess\w*",
    r"\bwhy\b",
    r"\bexplain\w*",
    r"\bcaus(?:e|es|ed|ing)\b",
    r"\brisks?\b",
    r"\bwhat do you think\b",
    r"\bwell controlled\b",
)
_WHAT_TO_DO = _any(
    r"\bshould\b",
    r"\brecommend\w*",
    r"\badvi[cs]e\w*",
    r"\btreat\w*",
    r"\bmanag(?:e|ement|ing)\b",
    r"\bnext steps?\b",
    r"\bhow (?:do|can|could|would|to)\b[^.?!]{0,40}\b(?:lower|raise|reduce|improve|correct|fix|increase|decrease)\b",
)
_TREND = _any(
    r"\btrend\w*",
    r"\bover time\b",
    r"\b(?:going|gone|went|trending) (?:up|down)\b",
    r"\b(?:increas|decreas|improv|worsen|ris|fall|chang|progress|develop|declin)(?:e|s|es|ed|ing|en|ement|ion)?\b",
    r"\b(?:rose|fell|dropp\w+|better|worse|higher|lower) than\b",
    r"\bcompar\w+",
    r"\b(?:graph|plot|chart) (?:of|the|her|his|my)\b",
    r"\b(?:rate|course) of\b",
)
_ABNORMAL = _any(
    r"\babnormal\w*",
    r"\bout(?:side)?(?: of)? (?:the |its |their )?(?:normal |reference )?(?:range|limits)\b",
    r"\bflag(?:s|ged)?\b",
    r"\bcritical\w*",
    r"\belevated\b",
    r"\b(?:any|anything|which|what(?:'s| is| are| was)?|too|all)\b[^.?!]{0,25}\b(?:high|low)\b",
    r"\bpanic\b",
    r"\bnot normal\b",
)
_EACH = _any(r"\b(?:any|all|list|which|ever|every|anything)\b")
_NEWEST = _any(r"\b(?:most recent|latest|last|newest|current|now)\b")
_EARLIER = _any(r"\b(?:previous|prior|earlier|before|past|history|histor\w+|older|oldest|first)\b", r"\[DATE_\d+\]")
_ALL_RESULTS = _any(r"\b(?:results|values|levels|readings|measurements|all|every|each|list|show|ever|how many|labs)\b")
_LABS = _any(r"\b(?:labs?|laborator(?:y|ies)|bloodwork|blood (?:work|tests?)|results|tests)\b")
_LAB_WORD = _any(
    r"\b(?:levels?|titers?|titres?|counts?|antibod\w+|antigens?|screen|culture|assay|value|measurement|test|result)\b"
)
_NOT_READ = _any(
    r"\ballerg\w+",
    rf"\b{_DRUG}\b",
    r"\bproblem list\b",
    r"\bproblems?\b",
    r"\bvital\w*",
    r"\bblood pressure\b",
    r"\b(?:weight|height|bmi|pulse|temperature|heart rate|oxygen)\b",
    r"\bimmuni[sz]\w+",
    r"\bvaccin\w+",
    r"\b(?:x-?rays?|mri|ct scan|imaging|ultrasound|echo\w*|biops\w+|patholog\w+)\b",
    r"\b(?:surger\w+|procedures?|appointments?|visits?|encounters?|family history|smok\w+|alcohol)\b",
    r"\b(?:born|birth|age|address|phone|insurance)\b",
)


def route(asked: AskedQuestion, *, today: date, previous: RoutedQuestion | None = None) -> RoutedQuestion:
    """Decide what a question asks for.

    Args:
        asked: The de-identified question. What stands in it is data: nothing in it can widen what is looked at, and
            an instruction in it is a word like any other.
        today: The site's day.
        previous: The question that this one leans on.
    """
    text = " ".join(asked.text.value.split())
    analytes = find_analytes(text)
    intent, reason = _refused(text) or _answerable(text, analytes)
    latest = intent in {Intent.FACTUAL_LOOKUP, Intent.LIST} and _newest_only(text, analytes)
    return RoutedQuestion(text=asked.text, intent=intent, analytes=analytes, reason=reason, latest_only=latest)


def _refused(text: str) -> tuple[Intent, str] | None:
    """The first rule by which a question is not looked up at all."""
    rules: Sequence[tuple[bool, Intent, str]] = (
        (not re.search(r"[^\W_]", text), Intent.OUT_OF_SCOPE, "empty_question"),
        (bool(_ADVICE.search(text)), Intent.UNSAFE, "asks_for_medical_advice"),
        (bool(_OTHERS.search(text)), Intent.OTHER_PATIENT, "asks_about_others"),
        (_names_someone(text), Intent.OTHER_PATIENT, "names_a_person"),
        (bool(_GUIDELINE.search(text)), Intent.GUIDELINE, "asks_for_a_guideline"),
        (bool(_INTERPRET.search(text)), Intent.INTERPRETATION, "asks_for_an_interpretation"),
        (bool(_WHAT_TO_DO.search(text)), Intent.UNSAFE, "asks_what_to_do"),
        (bool(_TREND.search(text)), Intent.TREND, "asks_for_a_trend"),
    )
    return next(((intent, reason) for holds, intent, reason in rules if holds), None)


def _names_someone(text: str) -> bool:
    """Whether a person or a record number stands in the question that is not a clinician's."""
    return bool(_OTHER_RECORD.search(text)) or any(not match["title"] for match in _PERSON.finditer(text))


def _answerable(text: str, analytes: tuple[str, ...]) -> tuple[Intent, str]:
    abnormal = bool(_ABNORMAL.search(text))
    earlier, newest = bool(_EARLIER.search(text)), bool(_NEWEST.search(text))
    every = earlier or (bool(_ALL_RESULTS.search(text)) and not newest)
    rules: Sequence[tuple[bool, Intent, str]] = (
        (bool(analytes) and abnormal and bool(_EACH.search(text)), Intent.ABNORMAL_LIST, "abnormal_results_of_tests"),
        (bool(analytes) and every, Intent.LIST, "results_of_named_tests"),
        (bool(analytes), Intent.FACTUAL_LOOKUP, "newest_result_of_named_tests"),
        (abnormal, Intent.ABNORMAL_LIST, "abnormal_results"),
        (bool(_NOT_READ.search(text)), Intent.OUT_OF_SCOPE, "topic_not_read"),
        (bool(_LABS.search(text)), Intent.LIST, "all_results"),
        (bool(_LAB_WORD.search(text)), Intent.FACTUAL_LOOKUP, "unknown_test"),
    )
    return next(
        ((intent, reason) for holds, intent, reason in rules if holds), (Intent.OUT_OF_SCOPE, "not_about_results")
    )


def _newest_only(text: str, analytes: tuple[str, ...]) -> bool:
    if _EARLIER.search(text):
        return False
    if _NEWEST.search(text):
        return True
    return bool(analytes) and not _ALL_RESULTS.search(text)
