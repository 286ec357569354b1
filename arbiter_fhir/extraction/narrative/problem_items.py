"""The items of a problem list: names, printed codes, and whether a condition is active or resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.statement import ProblemStatus
from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.conditions import Condition, find_conditions, known_codes
from arbiter_fhir.extraction.terminology.vocabularies import relations

__all__ = [
    "ICD10_SYSTEM",
    "ProblemItem",
    "answers_no",
    "answers_no_to_more",
    "icd10_in",
    "items_of",
    "stands_alone",
    "status_in",
]

#: FHIR system of ICD-10-CM.
ICD10_SYSTEM: Final = "http://hl7.org/fhir/sid/icd-10-cm"
#: Shape of an ICD-10-CM code (ICD-10-CM Official Guidelines, 3 to 7 characters, a point behind the third). The fourth
#: is a digit or an A (F32.A); another letter there is a digit that was misread (``E78.S``).
_ICD10: Final = re.compile(r"(?<![\w.-])(?P<code>[A-Z]\d[0-9A-Z](?:\.(?:\d[0-9A-Z]{0,3}|A[0-9A-Z]{0,2}))?)(?![\w.]*\w)")
#: What recognition makes of such a code (``125.10``, ``l10``, ``E78.S``), and codes of the ninth revision (``414.01``).
_LIKE_CODE: Final = re.compile(
    r"(?<![\w.-])(?:(?P<first>[1l|!])(?P<rest>\d[0-9A-Z](?:\.\d[0-9A-Z]{0,3})?)|[A-Z]\d[0-9A-Z]\.[A-Z]\w{0,3}|"
    r"\d{3}\.\d{1,2})(?![\w.]*\w)"
)
_WITH_POINT: Final = re.compile(r"\.")
_RESOLVED: Final = re.compile(r"\b(?:resolved|inactive|cured|in remission|s/p resolution|healed|past)\b", re.IGNORECASE)
_ACTIVE: Final = re.compile(
    r"\b(?:active|chronic|ongoing|current|stable|(?:un|well[- ]|poorly[- ]|not )?controlled|worsening|"
    r"persistent|present)\b",
    re.IGNORECASE,
)
_SEPARATOR: Final = re.compile(
    r"[,;|\u2022]|\s/\s|\s(?:and|&|\+)\s(?!/)|"
    # "Diabetes - No High blood pressure - Yes": behind an answer the next question begins.
    r"(?:(?<=[-:] [Yy]es)|(?<=[-:] YES)|(?<=[-:] [Nn]o)|(?<=[-:] NO)|(?<=[-:] [YyNn])|(?<=[-:] unknown))\s(?=[A-Z])"
)
_LEAD: Final = re.compile(
    r"^\s*(?:[\u2022\u25cf*>o-]\s+|#\s*\d*[.):]?\s*|\(?\d{1,2}[.)]\s*)?(?:(?:patient|pt|he|she)\s+has\s+|"
    r"(?:positive|significant|notable) for\s+|includes?:?\s+|known\s+|hx of\s+|history of\s+|h/o\s+|\?\s*)?",
    re.IGNORECASE,
)
#: Where the name of an item ends and what is said of it begins.
_NAME_END: Final = re.compile(
    r"\s*(?:[:(\[?]|\s[-\u2013\u2014]\s|[-\u2013\u2014]\s|\b(?:diagnosed|dx(?:'d)?|since|resolved|s/p|status post|"
    r"onset|icd|on (?=\w+ \d)|stable|well[- ]controlled|controlled|uncontrolled|managed|currently|continue|will|"
    r"per|in (?=(?:19|20)\d\d|\[DATE)|x \d+|for \d+)\b)",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = re.compile(
    r"^(?:none|no|not|n/?a|yes|see|reviewed|patient|pt|she|he|the|denies|unknown|date|as|per|continue|start|stop|refer|"
    r"follow|return|check|order|plan|will|discuss\w*|recommend\w*|increase|decrease|monitor|medication\w*|same|other|if|"
    r"please|labs?|updated|page|status|code|icd|description|active|resolved|problem\w*|diagnos\w*|and|or|with|without|for|last|first|middle|"
    r"in|on|at|by)\b",
    re.IGNORECASE,
)
_NARROWING: Final = re.compile(
    r"^[\s,]*(?:with|due|secondary|complicated|complicating|of|in|stage|type|without|exacerbation|from|involving|following|"
    r"post|grade|class|nos|affecting|requiring|related|status|after)\b",
    re.IGNORECASE,
)
_NARROWED: Final = re.compile(
    r"\b(?:acute|chronic|left|right|bilateral|severe|mild|moderate|secondary|recurrent|congenital|diabetic|hypertensive|"
    r"metastatic|drug-induced|postoperative|neonatal|gestational|viral|bacterial|allergic|alcoholic|malignant|"
    r"advanced|early|familial|juvenile|cervical|lumbar|knee|hip|refractory|intractable|nocturnal|upper|lower)\s+$",
    re.IGNORECASE,
)
#: What follows a comma as a mere detail of what precedes it.
_DETAIL: Final = re.compile(
    r"(?:stage|type|unspecified|well|poorly|un?controlled|stable|diagnosed|on |in |since|left|right|bilateral|mild|"
    r"moderate|severe|with|without|chronic\b|resolved|s/p|status|last|recurrent|nos|not|initial|subsequent|sequela|site|dx|\d|"
    r"\[DATE|currently|managed|treated|followed|continue|improved|improving|worsening|active|inactive)",
    re.IGNORECASE,
)
#: What of that stands before a name as well: behind "hypertension, " it belongs to the condition that follows.
_MODIFIERS: Final = re.compile(
    r"(?:(?:stage|type) \w+ |(?:well|poorly)[- ]controlled |(?:un)?controlled |(?:un)?stable |left |right |"
    r"bilateral |mild |moderate |severe |acute |chronic |recurrent |active |worsening |persistent )*",
    re.IGNORECASE,
)
#: How a list or a form answers behind a name; one letter answers only behind a sign. Joined to a word by a mere hyphen
#: or stroke "negative" is part of it: ``HER2-negative``, ``ER/PR-neg``.
_ANSWERED_NO: Final = re.compile(
    r"(?:\s*[-\u2013\u2014:=/(]+\s*(?:no|none|never|nope|n)|(?:\s*[:=(]+\s*|\s+[-\u2013\u2014/]+\s*|[-\u2013\u2014/]+\s+)"
    r"(?:neg|negative)|\s+(?:no|none|never|nope))$",
    re.IGNORECASE,
)
#: An unknown problem is named in at most this many words; a longer text is a sentence.
LONGEST_NAME_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class ProblemItem:
    """One item of a list, as offsets in its text.

    Attributes:
        start: Where the problem's name begins.
        end: Where it ends.
        first: Where what is said of it begins.
        last: Where that ends.
        said_to: Up to where a citation shows it.
        condition: What it is; ``None`` where no table knows it.
    """

    start: int
    end: int
    first: int
    last: int
    said_to: int
    condition: Condition | None


def icd10_in(text: str) -> str | None:
    """The one ICD-10-CM code printed in a text; ``None`` for none or several.

    A code without a point counts only beside the word ICD or alone in its cell or bracket.
    """
    found = {match["code"]: match for match in _ICD10.finditer(text)}
    codes = [code for code, match in found.items() if "." in code or _is_marked(text, match)]
    return codes[0] if len(codes) == 1 else None


def _is_marked(text: str, match: re.Match[str]) -> bool:
    before, after = text[: match.start()], text[match.end() :]
    if not before.strip() and not after.strip():
        return True
    if not after.strip(" .)") and match["code"] in known_codes():
        return True
    return bool(re.search(r"(?:icd[-\s]?(?:10)?(?:-cm)?:?|code:?|dx:?)\s*$|[(\[]$", before, re.IGNORECASE)) or (
        bool(re.search(r"\s[-\u2013]\s$", before)) and not after.strip()
    )


def status_in(text: str) -> ProblemStatus | None:
    """Whether a text says that it is resolved or active; ``None`` where it says neither."""
    if _RESOLVED.search(text):
        return ProblemStatus.RESOLVED
    return ProblemStatus.ACTIVE if _ACTIVE.search(text) else None


def stands_alone(text: str, item: ProblemItem) -> bool:
    """Whether nothing beside the name makes it another, finer condition: only then does the table's code hold."""
    spans = {(match.start, match.end) for match in find_conditions(text, listed=True)}
    if (item.start, item.end) not in spans:
        return False
    return not _NARROWING.match(text[item.end :]) and not _NARROWED.search(text[: item.start])


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Stretches between separators outside brackets; a comma inside a known name parts nothing."""
    known = [(match.start, match.end) for match in find_conditions(text, listed=True)]
    depth = first = at = 0
    while at < len(text):
        depth += text[at] in "(["
        depth = max(0, depth - (text[at] in ")]"))
        found = _SEPARATOR.match(text, at) if depth == 0 else None
        if found is not None and not any(start < at < end for start, end in known) and _parts(text, found):
            yield first, at
            at = first = found.end()
        else:
            at += 1
    yield first, len(text)


def _parts(text: str, found: re.Match[str]) -> bool:
    """Whether a separator parts two problems: what follows a comma as a mere detail belongs to what precedes it."""
    after = text[found.end() :].lstrip()
    if found[0].strip() in {"and", "&", "+"}:
        return next(find_conditions(re.split(_SEPARATOR, after)[0], listed=True), None) is not None
    return not _DETAIL.match(after) or _opens_another(re.split(_SEPARATOR, after)[0])


def _opens_another(text: str) -> bool:
    """Whether a text is a condition under words of its own: ``type 2 diabetes``, ``severe asthma``, not ``type 2``."""
    found = next(find_conditions(text, listed=True), None)
    return found is not None and _MODIFIERS.fullmatch(text[: found.start]) is not None


def items_of(text: str, *, whole_is_one: bool = False) -> Iterator[ProblemItem]:
    """The problems of a list item or cell.

    Args:
        text: Its text.
        whole_is_one: The text is one cell and names one problem.
    """
    pieces = [(0, len(text))] if whole_is_one else list(_pieces(text))
    for first, last in pieces:
        piece = text[first:last]
        lead = _LEAD.match(piece)
        begin = first + (lead.end() if lead else 0)
        found = next((m for m in find_conditions(text[begin:last], listed=True)), None)
        stop = _name_end(text, begin, last, begin + found.end if found else begin)
        name = text[begin:stop].strip(" .,-*")
        if not name:
            continue
        start = text.index(name, begin)
        if found is not None and _is_sentence(text[start : begin + found.start], name):
            start, stop = begin + found.start, begin + found.end
        elif found is None and not _may_be_name(name):
            continue
        else:
            stop = start + len(name)
        start, stop = _without_claim(text, start, stop), start + len(_without_answer(text[start:stop]))
        said_to = _before_misread_code(text, stop, last)
        yield ProblemItem(start, stop, first, last, said_to, found.entry if found else None)


def answers_no(behind: str) -> bool:
    """Whether behind a name stands a bare no alone: ``Cancer No``, ``seizures/no``, ``cancer = n``, ``TB - never``.

    Args:
        behind: The rest of the item behind its name.
    """
    found = _ANSWERED_NO.search(_unclosed(behind))
    return found is not None and not behind[: found.start()].strip()


def answers_no_to_more(behind: str) -> bool:
    """Whether the no behind a name answers other words than the name: ``Gastritis (H. pylori: negative)``."""
    found = _ANSWERED_NO.search(_unclosed(behind))
    return found is not None and bool(behind[: found.start()].strip())


def _unclosed(said: str) -> str:
    return said.rstrip(" .,;)")


def _without_answer(name: str) -> str:
    found = _ANSWERED_NO.search(name)
    return name[: found.start()] if found is not None and found.start() else name


def _before_misread_code(text: str, stop: int, last: int) -> int:
    """Where a citation of an item ends: without a code at its end whose first letter was read as a digit."""
    end = len(text[:last].rstrip(" .,;"))
    found = _LIKE_CODE.search(text, stop, end)
    if found is None or found["first"] is None or text[found.end() : end].strip(" )]"):
        return end
    return len(text[: found.start()].rstrip(" ([-")) if f"I{found['rest']}" in known_codes() else end


def _is_sentence(before: str, name: str) -> bool:
    """Whether a known name stands in a sentence, not under modifiers of its own."""
    return (
        len(before) > MOST_BEFORE
        or len(name.split()) > LONGEST_NAME_WORDS
        or re.search(r"\b(?:has|had|have|having|with|was|is|of|for|who|from|due)\b", before, re.IGNORECASE) is not None
        or next(relations().find(before), None) is not None
    )


#: A known name this far inside an item stands in a sentence, not under its own words.
MOST_BEFORE: Final = 24
_CLAIM: Final = re.compile(
    r"^(?:(?:no|denies|negative for|without|possible|probable|suspected|questionable|likely|rule[- ]out|r/o|history of|"
    r"hx of|h/o|family history of|s/p|status post|previous|prior|remote|concern for|evaluate for|no history of|known|"
    r"presumed|childhood)\s+)+",
    re.IGNORECASE,
)


def _without_claim(text: str, start: int, stop: int) -> int:
    """Where the name begins once words are left out that claim something of it."""
    found = _CLAIM.match(text[start:stop])
    return start + found.end() if found and start + found.end() < stop else start


def _name_end(text: str, begin: int, last: int, least: int) -> int:
    found = _NAME_END.search(text, max(begin, least), last)
    codes = [each for each in (_ICD10.search(text, begin, last), _LIKE_CODE.search(text, begin, last)) if each]
    stops = [last, *([found.start()] if found else []), *(code.start() for code in codes if code.start() > begin)]
    return min(stop for stop in stops if stop >= least)


#: A number at the end of a name, with its unit.
_MEASURED: Final = re.compile(r"^(?P<name>.*?[A-Za-z1][\w)]*)\s*[:=]?\s+[<>]?\d+(?:\.\d+)?\s*[^\s\d]{0,8}$")


def _is_result(name: str) -> bool:
    """Whether a name is that of a test with its value: ``Creatinine 1.8``."""
    found = _MEASURED.match(name)
    return found is not None and find_analyte(found["name"]) is not None


def _may_be_name(name: str) -> bool:
    words = name.split()
    return not _is_result(name) and (
        len(words) <= LONGEST_NAME_WORDS
        and re.match(r"[A-Za-z][A-Za-z'-]{2,}", name) is not None
        and _NOT_A_NAME.match(name) is None
        and next(allergens().find(name), None) is None
        and not re.search(r"\[[A-Z]+_\d+\]|\d{3,}|\b(?:is|was|were|has|had|will|should)\b", name)
    )
