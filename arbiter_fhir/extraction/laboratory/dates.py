"""Which date on the page is which: collected, received, reported, printed, birth; read from the labels around it.

Date placeholders stand in the clean text where dates were printed; their values come with the clean document.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line, PageView, cells_of, text_of

__all__ = ["DateRole", "LabelledDate", "has_unread_date", "is_date", "label_role", "labelled_dates"]


class DateRole(StrEnum):
    """What a date on a report says."""

    COLLECTED = "collected"
    RECEIVED = "received"
    REPORTED = "reported"
    PRINTED = "printed"
    BIRTH = "birth"
    ORDERED = "ordered"
    PREVIOUS = "previous"
    OTHER = "other"
    UNLABELLED = "unlabelled"


# The order matters: "specimen received" is no collection, "previous collection date" is none of this report.
_ROLES: tuple[tuple[re.Pattern[str], DateRole], ...] = (
    (re.compile(r"\b(?:dob|d\.o\.b\.?|birth|born|birthdate)\b"), DateRole.BIRTH),
    (re.compile(r"\b(?:previous|prior|last)\b"), DateRole.PREVIOUS),
    (re.compile(r"\b(?:received|recd|rec'd|receipt|accessioned|registered|checked in)\b"), DateRole.RECEIVED),
    (re.compile(r"\b(?:printed|print|generated|faxed|sent|run date|downloaded|as of)\b"), DateRole.PRINTED),
    (
        re.compile(r"\b(?:collected|collection|collect|coll|drawn|draw|sampled|sample taken|taken|obtained|"
                   r"specimen date|sample date|phlebotomy|venipuncture)\b"),
        DateRole.COLLECTED,
    ),
    (
        re.compile(r"\b(?:reported|report|result|resulted|results|completed|finalized|finalised|final|verified|released|"
                   r"issued|authorized|authorised|signed|approved|validated)\b"),
        DateRole.REPORTED,
    ),
    (re.compile(r"\b(?:ordered|order|requested|request|referral|referred)\b"), DateRole.ORDERED),
    (re.compile(r"\b(?:service|visit|encounter|admission|admitted|discharge|expires?|effective)\b"), DateRole.OTHER),
)  # fmt: skip
# Words that may stand between a label and its date.
_BETWEEN = re.compile(
    r"^(?:date|time|date/time|on|at|by|and|&|d/t|dt|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|"
    r"[:/=.,()#-])*$"
)

#: A label stands at most this many line heights above its date.
LABEL_ABOVE_HEIGHTS = 2.6


#: A label beside its date differs from it in height by less than this many letter heights.
BESIDE_HEIGHTS = 0.9


@dataclass(frozen=True, slots=True)
class LabelledDate:
    """A date placeholder with what its label says.

    Attributes:
        label: Placeholder label, the key into the document's dates.
        line: Line index on the page.
        after: Index of the fragment in its line.
    """

    role: DateRole
    label: str
    line: int
    fragment: Fragment

    def value(self, dates: Mapping[str, ClinicalDate]) -> ClinicalDate | None:
        """The parsed date; ``None`` where it could not be parsed safely."""
        return dates.get(self.label)


def is_date(fragment: Fragment) -> bool:
    """Whether a date stood where the fragment stands."""
    placeholder = fragment.word.placeholder
    return placeholder is not None and placeholder.kind is IdentifierKind.DATE


def label_role(text: str) -> DateRole | None:
    """What a label says; ``None`` where the text is no label of a date."""
    folded = text.casefold()
    found: tuple[int, DateRole] | None = None
    for words, role in _ROLES:
        for match in words.finditer(folded):
            rest = re.sub(r"\s+", "", folded[match.end() :])
            if _BETWEEN.match(rest) is None:
                continue
            # The label nearest to the date speaks, except that qualifiers before it do too ("previous collection").
            if found is None or role in {DateRole.PREVIOUS, DateRole.BIRTH}:
                found = (match.start(), role)
    if found is None:
        return None
    return _qualified(folded, found[1])


def _qualified(folded: str, role: DateRole) -> DateRole:
    tail = folded[-40:]
    if role is DateRole.COLLECTED and re.search(r"\b(?:previous|prior|last)\s+(?:\w+\s+)?(?:coll|draw|taken)", tail):
        return DateRole.PREVIOUS
    if role is DateRole.REPORTED and re.search(
        r"\b(?:previous|prior|last|prev)\.?\s+(?:\w+\s+)?(?:result|report)", tail
    ):
        return DateRole.PREVIOUS
    if role is DateRole.COLLECTED and re.search(r"\b(?:received|recd)\s*$", tail):
        return DateRole.RECEIVED
    return role


def labelled_dates(view: PageView) -> list[LabelledDate]:
    """All date placeholders of a page with their roles, in reading order."""
    found: list[LabelledDate] = []
    for position, line in enumerate(view.lines):
        for index, fragment in enumerate(line.fragments):
            if not is_date(fragment):
                continue
            role = _left_role(line.fragments, index) or _beside_role(view, position, fragment)
            role = role or _above_role(view, position, fragment)
            found.append(LabelledDate(role or DateRole.UNLABELLED, fragment.word.text, line.index, fragment))
    return found


def _left_role(fragments: Sequence[Fragment], index: int) -> DateRole | None:
    words: list[Fragment] = []
    for fragment in reversed(fragments[:index]):
        if fragment.is_placeholder:
            break
        words.append(fragment)
    words.reverse()
    return label_role(text_of(words[-6:])) if words else None


def _beside_role(view: PageView, position: int, date: Fragment) -> DateRole | None:
    """The label that ends a neighbouring line at the date's own height, as on a page that lies askew."""
    for line in (*view.lines[max(0, position - 1) : position], *view.lines[position + 1 : position + 2]):
        last = line.fragments[-1]
        level = abs(last.y - date.y) < BESIDE_HEIGHTS * max(last.height, date.height)
        if level and last.x1 <= date.x0 and last.text.endswith(":"):
            return _left_role(line.fragments, len(line.fragments))
    return None


def _above_role(view: PageView, position: int, fragment: Fragment) -> DateRole | None:
    for line in reversed(view.lines[max(0, position - 2) : position]):
        if fragment.y - line.y > LABEL_ABOVE_HEIGHTS * max(fragment.height, line.height):
            break
        for cell in cells_of(line.fragments, view.char):
            if cell[0].x0 < fragment.x1 and cell[-1].x1 > fragment.x0:
                role = label_role(text_of(cell))
                if role is not None:
                    return role
    return None


def has_unread_date(line: Line, role: DateRole) -> bool:
    """Whether a label of ``role`` stands on the line with digits after it that were not recognised as a date."""
    for index, fragment in enumerate(line.fragments[:-1]):
        following = line.fragments[index + 1]
        if not fragment.text.endswith(":") or following.is_placeholder:
            continue
        if (
            any(char.isdigit() for char in following.text)
            and label_role(text_of(line.fragments[: index + 1][-6:])) is role
        ):
            return True
    return False


def line_dates(found: Sequence[LabelledDate], line: Line) -> list[LabelledDate]:
    """Those of ``found`` that stand on ``line``."""
    return [date for date in found if date.line == line.index and date.fragment in line.fragments]
