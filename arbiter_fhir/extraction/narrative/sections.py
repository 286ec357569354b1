"""Headings and labels of clinical documents, and which section each opens.

*Source*: ``data/section_titles.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.extraction.tables import read_phrases

__all__ = [
    "JUDGED_PROBLEMS",
    "NOT_JUST_TAKEN",
    "Heading",
    "SectionKind",
    "inline_headings",
    "is_unknown_title",
    "read_heading",
]


class SectionKind(StrEnum):
    """What a section speaks about."""

    UNKNOWN = "unknown"
    CHIEF_CONCERN = "chief_concern"
    PRESENT_ILLNESS = "present_illness"
    PAST_HISTORY = "past_history"
    SURGICAL_HISTORY = "surgical_history"
    PROBLEMS = "problems"
    RULED_OUT_PROBLEMS = "ruled_out_problems"
    RESOLVED_PROBLEMS = "resolved_problems"
    SUSPECTED_PROBLEMS = "suspected_problems"
    MEDICATIONS = "medications"
    PAST_MEDICATIONS = "past_medications"
    MEDICATION_CHANGES = "medication_changes"
    ALLERGIES = "allergies"
    FAMILY_HISTORY = "family_history"
    SOCIAL_HISTORY = "social_history"
    SYSTEMS = "systems"
    VITAL_SIGNS = "vital_signs"
    EXAM = "exam"
    RESULTS = "results"
    ASSESSMENT = "assessment"
    PLAN = "plan"
    IMMUNIZATIONS = "immunizations"
    REFERRAL_REASON = "referral_reason"
    ADMINISTRATIVE = "administrative"
    OTHER = "other"


#: Sections whose heading already says that nothing in them is a present problem.
JUDGED_PROBLEMS: Final = frozenset(
    {SectionKind.RULED_OUT_PROBLEMS, SectionKind.RESOLVED_PROBLEMS, SectionKind.SUSPECTED_PROBLEMS}
)

#: Lists of medications whose heading already says that they are not simply what the patient takes.
NOT_JUST_TAKEN: Final = frozenset({SectionKind.PAST_MEDICATIONS, SectionKind.MEDICATION_CHANGES})

_LEAD: Final = re.compile(r"^\s*(?:[\u2022\u25cf\u25aa*#>-]+\s*|\(?[0-9IVX]{1,4}[.)]\s+|[A-Z][.)]\s+)?")
_TAIL: Final = re.compile(
    r"\s*(?:\([^()]{1,60}\)|\b(?:list|reviewed|as of|updated|today|continued|cont'?d?|per patient)\b"
    r"(?:\s+(?:on|by|with|as of|list|patient|today))*(?:\s*\[[A-Z]+_\d+\])?|,\s*(?:collected|dated|as of)\b.{0,30})?"
    r"\s*[:\u2013\u2014-]*\s*$",
    re.IGNORECASE,
)
#: Where what a list is of is taken or done.
_PLACE: Final = re.compile(
    r"\s+(?:(?:taken|given|used|administered)\s+)?(?:at|for|while\s+at)\s+(?:the\s+)?(?:home|school|work|day\s?care|night|"
    r"bedtime|camp|facility|nursing\s+home)\s*$",
    re.IGNORECASE,
)
_ONLY_FIRST: Final = "only_first"
#: Longest title in words, and in characters of a whole line that can be one.
LONGEST_TITLE_WORDS: Final = 7
LONGEST_TITLE_CHARS: Final = 70
#: Shorter titles have too many neighbours one misread letter away.
SHORTEST_MISREAD: Final = 8


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading or label at the start of a text.

    Attributes:
        kind: The section that it opens.
        end: Where the text after it begins; the text's length where nothing follows.
        alone: Whether the whole text is the heading.
    """

    kind: SectionKind
    end: int
    alone: bool


def _folded(text: str) -> str:
    return re.sub(r"[^a-z0-9&]+", " ", text.casefold().replace("\u2019", "'").replace("'", "")).strip()


@cache
def _titles() -> dict[str, SectionKind]:
    titles: dict[str, SectionKind] = {}
    for kind, phrase in read_phrases("section_titles.tsv"):
        if kind != _ONLY_FIRST:
            titles.setdefault(_folded(phrase), SectionKind(kind))
    return titles


@cache
def _only_first() -> frozenset[str]:
    """Titles that are ordinary labels as well: they open a section only at the start of a line."""
    return frozenset(phrase for kind, phrase in read_phrases("section_titles.tsv") if kind == _ONLY_FIRST)


@cache
def _labels() -> re.Pattern[str]:
    names = sorted((name for name in _titles() if len(name) > 1), key=len, reverse=True)
    shapes = [r"[\s/&,'-]*".join(re.escape(word) for word in name.split()) for name in names]
    return re.compile(rf"(?<![\w/-])(?:{'|'.join(shapes)})(?:\s*\([^()]{{1,40}}\))?\s*[:\u2013]", re.IGNORECASE)


@cache
def _kind_of(title: str) -> SectionKind | None:
    folded = _folded(title)
    titles = _titles()
    for spelling in (folded, folded.replace("rn", "m")):
        if spelling in titles:
            return titles[spelling]
    if len(folded) < SHORTEST_MISREAD:
        return None
    reach = 1 if len(folded) < TWO_MISREAD_FROM else 2
    near = {
        kind
        for name, kind in titles.items()
        if len(name) >= SHORTEST_MISREAD and Levenshtein.distance(folded, name, score_cutoff=reach) <= reach
    }
    return near.pop() if len(near) == 1 else None


#: Words that tell the section of a heading in capitals, whatever else it says: ``LIST ALL MEDICATIONS WITH DOSE``.
_CAPITAL_WORDS: Final = (
    (
        re.compile(r"\b(?:RULED[ -]OUT|EXCLUDED) (?:PROBLEMS|CONDITIONS|DIAGNOSES)\b"),
        SectionKind.RULED_OUT_PROBLEMS,
    ),
    (
        re.compile(r"\b(?:RESOLVED|INACTIVE) (?:\w+ )?(?:PROBLEMS|CONDITIONS|DIAGNOSES)\b"),
        SectionKind.RESOLVED_PROBLEMS,
    ),
    (re.compile(r"\bDIFFERENTIAL DIAGNOS[EI]S\b"), SectionKind.SUSPECTED_PROBLEMS),
    (re.compile(r"\bALLERG(?:Y|IES|IC)\b"), SectionKind.ALLERGIES),
    (
        re.compile(r"\b(?:(?:MEDICATIONS?|MEDS?) CHANGES?|CHANGES? (?:TO|IN|OF) (?:\w+ )?(?:MEDICATIONS?|MEDS?))\b"),
        SectionKind.MEDICATION_CHANGES,
    ),
    (re.compile(r"\b(?:STOPPED|DISCONTINUED|PAST) MEDICATIONS\b"), SectionKind.PAST_MEDICATIONS),
    (re.compile(r"\b(?:MEDICATIONS?|MEDICINES?|PRESCRIPTIONS?|SUPPLEMENTS?)\b"), SectionKind.MEDICATIONS),
    (re.compile(r"\b(?:FAMILY|RELATIVES?)\b"), SectionKind.FAMILY_HISTORY),
    (re.compile(r"\b(?:SURGER(?:Y|IES)|SURGICAL|OPERATIONS?)\b"), SectionKind.SURGICAL_HISTORY),
    (re.compile(r"\b(?:SOCIAL|HABITS|LIFESTYLE|TOBACCO)\b"), SectionKind.SOCIAL_HISTORY),
    (re.compile(r"\b(?:PAST|MEDICAL) (?:MEDICAL )?(?:HISTORY|CONDITIONS|PROBLEMS)\b"), SectionKind.PAST_HISTORY),
    (re.compile(r"\b(?:LABORATORY|RESULTS)\b"), SectionKind.RESULTS),
    (re.compile(r"\b(?:IMMUNIZATIONS?|VACCINES?|VACCINATIONS?)\b"), SectionKind.IMMUNIZATIONS),
)
#: Two misread letters are taken in titles at least this long: "medications none" is not "medications now".
TWO_MISREAD_FROM: Final = 24
#: A heading in capitals has at most this many words.
LONGEST_CAPITALS_WORDS: Final = 14


def _capitals(text: str) -> SectionKind | None:
    """The section of a line in capitals without amounts; ``None`` for other lines."""
    outside = re.sub(r"\([^()]*\)", " ", text)
    letters = [char for char in outside if char.isalpha()]
    if len(letters) < SHORTEST_MISREAD or not all(char.isupper() for char in letters):
        return None
    if re.search(r"\d|\[", outside) or len(outside.split()) > LONGEST_CAPITALS_WORDS:
        return None
    return next((kind for pattern, kind in _CAPITAL_WORDS if pattern.search(outside)), None)


def read_heading(text: str, *, is_heading: bool = False) -> Heading | None:
    """The heading with which a line begins; ``None`` where it begins otherwise.

    Args:
        text: A line or paragraph.
        is_heading: The format says that it is a heading: then an unknown one opens a section of its own.
    """
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    stripped = text.strip()
    # "Allergies: ?" is a title with an answer.
    if len(stripped) <= LONGEST_TITLE_CHARS and not re.search(r":\s*\?+$", stripped):
        bare = text[start:].strip(" :\u2013\u2014-")
        for whole in (bare, _TAIL.sub("", text[start:]), _PLACE.sub("", bare)):
            kind = _kind_of(whole) if whole else None
            if kind is not None and len(_folded(whole)) > 1:
                return Heading(kind, len(text), alone=True)
    colon = re.search(r"[:\u2013]", text[start:])
    if colon is not None:
        title = text[start : start + colon.start()]
        bare = _PLACE.sub("", re.sub(r"\([^()]*\)\s*$", "", title))
        if len(_folded(title).split()) <= LONGEST_TITLE_WORDS and (kind := _kind_of(bare)) is not None:
            end = start + colon.end()
            rest = text[end:]
            return Heading(kind, end + len(rest) - len(rest.lstrip()), alone=not rest.strip())
    if (kind := _capitals(text)) is not None:
        return Heading(kind, len(text), alone=True)
    return Heading(SectionKind.OTHER, len(text), alone=True) if is_heading else None


def is_unknown_title(text: str) -> bool:
    """Whether a line is a label of its own that no table knows: in a list of what is over, it begins something else."""
    bare = text.strip()
    return bare.endswith(":") and len(bare.split()) <= LONGEST_TITLE_WORDS and not re.search(r"\d", bare)


def inline_headings(text: str) -> Iterator[tuple[int, Heading]]:
    """Labels inside a text that open another section: ``PMH: HTN. Meds: metformin``.

    Yields:
        Where the label begins, and the label; only those after a stop, a bar or a bracket, or written with a capital.
    """
    for found in _labels().finditer(text):
        before = text[: found.start()].rstrip()
        label = found[0].rstrip(":\u2013 ")
        starts_anew = not before or before[-1] in ".;|)\u2022"
        kind = _kind_of(re.sub(r"\([^()]*\)\s*$", "", label))
        if kind is None or (before and _folded(label) in _only_first() and before[-1] not in ".|"):
            continue
        if not (starts_anew or (label[:1].isupper() and len(label) > 2)):
            continue
        rest = text[found.end() :]
        yield found.start(), Heading(kind, found.end() + len(rest) - len(rest.lstrip()), alone=not rest.strip())
