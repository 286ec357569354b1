"""Conditions of relatives: never the patient's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, FamilyHistory
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.conditions import Condition, find_conditions
from arbiter_fhir.extraction.terminology.lexicon import Match
from arbiter_fhir.extraction.terminology.vocabularies import relations

__all__ = ["find_family_history", "names_relative", "shares_bracket"]

_PROSE: Final = frozenset(
    {
        SectionKind.UNKNOWN,
        SectionKind.PRESENT_ILLNESS,
        SectionKind.PAST_HISTORY,
        SectionKind.PROBLEMS,
        SectionKind.ASSESSMENT,
        SectionKind.OTHER,
        SectionKind.SOCIAL_HISTORY,
        SectionKind.REFERRAL_REASON,
    }
)
#: Lists of the patient's own conditions.
_LISTS: Final = frozenset({SectionKind.PAST_HISTORY, SectionKind.PROBLEMS, SectionKind.ASSESSMENT, SectionKind.UNKNOWN})
_DIED: Final = re.compile(r"\b(?:died|deceased|passed away|death|dec\b|d\. |expired|killed)", re.IGNORECASE)
_ALIVE: Final = re.compile(r"\b(?:alive|living|healthy|well)\b", re.IGNORECASE)
_AGE: Final = re.compile(
    r"(?:\b(?:at|age|aged|dx|diagnosed(?: at)?|onset|@)\s*(?:age\s*)?|\()(?P<age>\d{1,2}s?|\[AGE_\d+\])"
    r"(?!\s*(?:mg|%|years ago))",
    re.IGNORECASE,
)
#: Before a word for a child: when the patient was one.
_AS: Final = re.compile(r"\b(?:as|when|while|since|like)\s+(?:i was\s+|s?he was\s+)?an?\s+(?:\w+\s+)?$", re.IGNORECASE)
#: Who is no relative in a column of people.
_SELF: Final = re.compile(r"^\W*(?:self|me|myself|patient|pt|own|i|you)\W*$", re.IGNORECASE)
#: Right beside a condition: whether the relative has it, nobody is sure.
_ASKED_BEFORE: Final = re.compile(
    r"(?:\?|\b(?:possibl[ye]|probabl[ye]|maybe|suspected|questionable|not sure (?:if|about)|thinks?|might have))\s*$",
    re.IGNORECASE,
)
_ASKED_BEHIND: Final = re.compile(
    r"\s*(?:\(?\?|[-,(]?\s*(?:maybe|not sure|unsure|possibly|suspected)\b)", re.IGNORECASE
)
#: A bracket that opens right before a relative, and words that join two conditions.
_BRACKETED: Final = re.compile(r"\((?:\s*(?:her|his|my|the|patient's))?\s*$", re.IGNORECASE)
_JOINS: Final = re.compile(r"\s*(?:,|and|&|\+|/|,\s*and)\s*(?:\w+\s+)?", re.IGNORECASE)
#: Between two relatives of whom one thing is said.
_BOTH: Final = re.compile(r"\s*(?:and|&|/)\s*(?:(?:her|his|my)\s+)?", re.IGNORECASE)
#: Nobody of the family, whoever is named before.
_NOBODY: Final = re.compile(r"\b(?:no ?one|nobody|none|no (?:other )?(?:family|relatives?))\b", re.IGNORECASE)
_EXCEPT: Final = re.compile(r"\b(?:except|other than|apart from|aside from|besides)\b", re.IGNORECASE)
_DURING: Final = re.compile(r"\b(?:during|before|after)\s+(?:\w+\s+)?$", re.IGNORECASE)
_GENERAL: Final = re.compile(
    r"\bfamily (?:history|hx|h/o)(?: is)?(?: (?:positive|significant|notable))?(?: of| for)?\b", re.IGNORECASE
)
_UNKNOWN_CONDITION: Final = re.compile(
    r"^\W*(?:(?:with|has|had|of|history of|hx of|died of|died from|deceased)\s+)*(?P<name>[A-Za-z][A-Za-z' -]{2,50}?)"
    r"\s*(?:[,;.(]|\bat\b|\bage\b|\[|$)",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = re.compile(
    r"^(?:none|no|not|n/?a|alive|living|healthy|well|unknown|deceased|died|adopted|non-?contributory|negative|and|age|at|"
    r"good health|nothing|denies|unremarkable|no known|good|in|is|was|x|yes|natural causes|old age|accident|"
    r"no problems?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Relative:
    """Who a stretch of text speaks of; the whole family where no relative is named."""

    start: int
    end: int
    printed: str


def find_family_history(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """Conditions of relatives that passages speak of, in reading order; denials included.

    Args:
        passages: From `read_passages`.
    """
    found: list[Candidate] = []
    for passage in passages:
        if passage.columns and Column.RELATION in passage.columns:
            found.extend(_row(passage))
        elif passage.section is SectionKind.FAMILY_HISTORY:
            found.extend(_listed(passage))
        elif passage.section in _PROSE and (not passage.columns or Column.PROBLEM in passage.columns):
            # A row of problems may say beside one whose it is: "Breast cancer | Family history - mother".
            found.extend(_in_prose(passage))
    return tuple(found)


def names_relative(text: str) -> bool:
    """Whether a text names a relative; "as a child" says when."""
    return bool(_relatives(text))


def shares_bracket(text: str, condition: str) -> bool:
    """Whether a relative in brackets stands behind a later condition of the same breath: ``gout and anxiety (aunt)``.

    Whose the earlier one is, such a line leaves open.

    Args:
        text: The line.
        condition: As printed in it.
    """
    at = text.find(condition)
    if at < 0:
        return False
    last = at + len(condition)
    behind = next((who for who in _relatives(text) if who.start >= last), None)
    if behind is None or not _BRACKETED.search(text[last : behind.start]):
        return False
    between = text[last : behind.start]
    return any(_JOINS.fullmatch(between[: match.start]) for match in find_conditions(between, listed=True))


def _relatives(text: str) -> list[_Relative]:
    """Relatives in the order named; ``mother's side`` and ``maternal aunt`` are one each."""
    return [
        _Relative(match.start, match.end, text[match.start : match.end])
        for match in relations().find(text)
        if _AS.search(text[: match.start]) is None
    ]


def _row(passage: Passage) -> Iterator[Candidate]:
    who = passage.cell(Column.RELATION)
    cell = passage.cell(Column.CONDITION) or passage.cell(Column.PROBLEM) or passage.cell(Column.COMMENT)
    if who is None or cell is None or _NOT_A_NAME.match(cell.text) or _SELF.match(who.text):
        return
    age = passage.cell(Column.AGE)
    said = " ".join(run.text for run in passage.runs)
    names = [(match.start, match.end, False) for match in find_conditions(cell.text, listed=True)]
    for start, end, unknown in names or [(0, len(cell.text), True)]:
        claim = assertion_of(cell.text, start, end, section=SectionKind.FAMILY_HISTORY, listed=True)
        value = FamilyHistory(
            relation=who.text,
            condition=cell.text[start:end],
            assertion=claim,
            age_at_onset=age.text if age is not None else _age_in(cell.text[end:]),
            deceased=bool(_DIED.search(said)),
        )
        text = DeidentifiedText.join(", ", [run.clean() for run in passage.runs])
        yield _candidate(passage, passage.whole, (0, len(passage.whole.text)), value, said=text, unknown=unknown)


def _listed(passage: Passage) -> Iterator[Candidate]:
    run = passage.whole
    relatives = _relatives(run.text)
    for start, end in run.sentences():
        text = run.text[start:end]
        matches = [m for m in find_conditions(text, listed=True) if not m.entry.is_symptom]
        # "Mother's illnesses during pregnancy" says when, not what.
        matches = [m for m in matches if not _DURING.search(text[: m.start])]
        for match in matches:
            yield from _of_all(passage, run, (start, end), match, relatives)
        if not matches:
            yield from _unknown(passage, run, (start, end), relatives)


def _in_prose(passage: Passage) -> Iterator[Candidate]:
    run = passage.whole
    for start, end in run.sentences():
        text = run.text[start:end]
        relatives = [_Relative(r.start + start, r.end + start, r.printed) for r in _relatives(text)]
        if not relatives and not _GENERAL.search(text):
            continue
        for match in find_conditions(text, listed=False):
            claim = assertion_of(text, match.start, match.end, section=passage.section)
            denied = claim is Assertion.ABSENT and bool(_GENERAL.search(text[: match.start]))
            if (claim is not Assertion.FAMILY and not denied) or match.entry.is_symptom:
                continue
            found = _of_match(passage, run, (start, end), match, relatives, prose=True)
            shared = passage.section in _LISTS and shares_bracket(text, text[match.start : match.end])
            yield found.doubted(Reason.SPEAKS_OF_ANOTHER) if shared else found


def _of_all(
    passage: Passage, run: TextRun, sentence: tuple[int, int], match: Match[Condition], relatives: list[_Relative]
) -> Iterator[Candidate]:
    """The condition of each relative of whom it is said: ``mother and father both had diabetes``."""
    found = _of_match(passage, run, sentence, match, relatives)
    named = [each for each in relatives if each.end <= sentence[0] + match.start]
    told = isinstance(found.value, FamilyHistory) and bool(named) and found.value.relation == named[-1].printed
    if told and len(named) > 1 and _BOTH.fullmatch(run.text, named[-2].end, named[-1].start):
        yield _of_match(passage, run, sentence, match, [named[-2]])
    yield found


def _of_match(
    passage: Passage,
    run: TextRun,
    sentence: tuple[int, int],
    match: Match[Condition],
    relatives: list[_Relative],
    *,
    prose: bool = False,
) -> Candidate:
    start, end = sentence
    text = run.text[start:end]
    first, last = start + match.start, start + match.end
    claim = assertion_of(text, match.start, match.end, section=SectionKind.FAMILY_HISTORY)
    who = _whose(run.text, relatives, (first, last), sentence)
    if claim is Assertion.ABSENT and who is not None and _is_of_family(run.text, who, (first, last)):
        who = None
    after = re.split(r"[,;.](?!\d)", run.text[last:end])[0]
    about = run.text[who.start if who and who.start < first else first : end]
    value = FamilyHistory(
        relation=who.printed if who else "",
        condition=run.text[first:last],
        assertion=claim,
        age_at_onset=_age_in(after),
        deceased=bool(_DIED.search(re.split(r"[;.]\s", about)[0])) and not _ALIVE.search(after),
    )
    told = last + len(after.rstrip()) if value.age_at_onset or value.deceased else last
    span = (min(first, who.start) if who else start, max(told, who.end) if who else told)
    if claim is Assertion.ABSENT:
        span = (start, max(span[1], last))
    candidate = _candidate(passage, run, span, value, said=None, prose=prose)
    asked = _ASKED_BEFORE.search(run.text[start:first]) or _ASKED_BEHIND.match(run.text[last:end])
    if claim is Assertion.ABSENT:
        asked = asked or _EXCEPT.match(run.text[last:end].lstrip(" ,("))
    return candidate.doubted(Reason.STATED_AS_UNCERTAIN) if asked else candidate


_BEHIND: Final = re.compile(
    r"\s*(?:\(|[-\u2013:,]\s*|in\s+|on\s+)?(?:(?:his|her|the|their|patient's|pt's|both|mat\.?|pat\.?)\s+)?",
    re.IGNORECASE,
)


def _is_of_family(text: str, who: _Relative, span: tuple[int, int]) -> bool:
    """Whether a denial is of the whole family, and the relative beside it is told of otherwise."""
    first, last = span
    if who.start >= last:
        return text[last : who.start].strip() == ","
    return _NOBODY.search(text[who.end : first]) is not None


def _whose(text: str, relatives: list[_Relative], span: tuple[int, int], sentence: tuple[int, int]) -> _Relative | None:
    """Whose condition it is: the relative right behind it (``in his mother``, ``(father)``), else the last before."""
    (first, last), (start, end) = span, sentence
    behind = next((r for r in relatives if last <= r.start < end), None)
    if behind is not None and _BEHIND.fullmatch(text, last, behind.start):
        bare_comma = text[last : behind.start].strip() == ","
        if not bare_comma or not any(r.end <= first and r.start >= start for r in relatives):
            return behind
    before = [r for r in relatives if r.end <= first and not _is_bracketed_off(text, r, first)]
    if not before or re.search(r"\bfamily (?:history|hx)\b", text[before[-1].end : first], re.IGNORECASE):
        return behind if not before else None
    return before[-1]


def _is_bracketed_off(text: str, who: _Relative, first: int) -> bool:
    """Whether a relative stands in a bracket that closes before a condition: ``CAD (father), breast cancer``."""
    opened = text.rfind("(", 0, who.start)
    return opened > text.rfind(")", 0, who.start) and ")" in text[who.end : first]


def _unknown(
    passage: Passage, run: TextRun, sentence: tuple[int, int], relatives: list[_Relative]
) -> Iterator[Candidate]:
    """A relative with a condition that no table knows, behind a colon or dash."""
    start, end = sentence
    who = next((r for r in relatives if start <= r.start < end), None)
    if who is None:
        return
    rest = run.text[who.end : end]
    lead = re.match(r"\s*[:\u2013=-]\s*|\s+(?:with|had|has)\s+", rest)
    found = _UNKNOWN_CONDITION.match(rest[lead.end() :]) if lead else None
    if lead is None or found is None or _NOT_A_NAME.match(found["name"].strip()):
        return
    at = who.end + lead.end() + found.start("name")
    name = found["name"].strip()
    claim = assertion_of(run.text, at, at + len(name), section=SectionKind.FAMILY_HISTORY)
    value = FamilyHistory(
        relation=who.printed,
        condition=name,
        assertion=claim,
        age_at_onset=_age_in(run.text[at + len(name) : end]),
        deceased=bool(_DIED.search(rest)),
    )
    yield _candidate(passage, run, (who.start, at + len(name)), value, said=None, unknown=True)


#: What a bracket says of a relative ("(father, in his sixties)") has at most this many characters.
LONGEST_BRACKET: Final = 40


def _bracket_end(text: str, start: int, end: int) -> int:
    """``end``, or behind the bracket that is still open there."""
    inside = text[start:end]
    closing = {"(": ")", "[": "]"}
    opened = next((closing[sign] for sign in reversed(inside) if sign in closing), "")
    if not opened or inside.rfind(opened) > max(inside.rfind("("), inside.rfind("[")):
        return end
    at = text.find(opened, end, end + LONGEST_BRACKET)
    return at + 1 if at >= 0 and not set(text[end:at]) & set("([;") else end


def _age_in(text: str) -> str:
    found = _AGE.search(text)
    return found["age"] if found is not None else ""


def _candidate(
    passage: Passage,
    run: TextRun,
    span: tuple[int, int],
    value: FamilyHistory,
    *,
    said: DeidentifiedText | None,
    unknown: bool = False,
    prose: bool = False,
) -> Candidate:
    span = span[0], _bracket_end(run.text, *span)
    words = run.words_in(*span)
    shown = said or run.clean(*span)
    reasons = [*([Reason.NAME_UNKNOWN] if unknown else []), *([Reason.STATED_IN_PROSE] if prose else [])]
    text = DeidentifiedText.compose("Family history: {}", shown)
    if value.assertion is Assertion.ABSENT:
        text = DeidentifiedText.compose("Family history, denied: {}", shown)
    return Candidate(
        fact_type=FactType.FAMILY_HISTORY,
        value=value,
        page=run.page,
        words=words,
        text=text,
        section=passage.section,
        reasons=tuple(dict.fromkeys([*reasons, *reading_doubts(words, names=words)])),
    )
