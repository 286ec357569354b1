"""What a page says about its place in a pile of paper: what kind of document it is of, and which page of it.

A fax packet is a pile: a cover sheet, a laboratory report of three pages, a letter, perhaps somebody else's page. Both
the identity gate (whose page is it?) and extraction (which rules read it?) look at these signs, so they stand here.
Pure, and on clean text only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedPage, IdentifierKind

__all__ = ["PageSequence", "PageSigns", "PaperKind", "read_signs"]


class PaperKind(StrEnum):
    """What a page of a packet is of."""

    COVER_SHEET = "cover_sheet"
    LABORATORY_REPORT = "laboratory_report"
    INTAKE_FORM = "intake_form"
    REFERRAL = "referral"
    CLINICAL_NOTE = "clinical_note"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PageSequence:
    """A printed ``Page 2 of 3``."""

    number: int
    total: int

    def follows(self, other: PageSequence) -> bool:
        """Whether this is the page after ``other`` of a document of as many pages."""
        return self.total == other.total and self.number == other.number + 1


@dataclass(frozen=True, slots=True)
class PageSigns:
    """What one page says about itself.

    Attributes:
        page: 1-based.
        blank: Whether it holds no words.
        kind: What it is of; `PaperKind.UNKNOWN` where it does not say.
        titled: Whether a title says the kind, and not only the shape of a table.
        sequences: Printed page counts, the fax machine's own left out.
        continued: Whether it says that it goes on from the page before.
        accessions: Labels of the accession numbers on it.
    """

    page: int
    blank: bool
    kind: PaperKind
    titled: bool
    sequences: tuple[PageSequence, ...]
    continued: bool
    accessions: frozenset[str]

    @property
    def is_first(self) -> bool:
        """Whether it says that it is the first page of a document."""
        return any(each.number == 1 for each in self.sequences)

    def goes_on_from(self, other: PageSigns) -> bool:
        """Whether print on the two pages says that this one comes right after ``other`` in one document."""
        if self.is_first or self.kind is PaperKind.COVER_SHEET or other.kind is PaperKind.COVER_SHEET:
            return False
        if self.sequences and other.sequences:
            return any(mine.follows(its) for mine in self.sequences for its in other.sequences)
        return self.continued and not (self.titled and other.titled and self.kind is not other.kind)


#: Lines from the top in which a title stands, letterhead included.
TITLE_LINES: Final = 16
#: Lines from the top and from the bottom in which a page count or "continued" stands.
EDGE_LINES: Final = 6
#: A title is short; a line of more words is a sentence that happens to hold its words.
TITLE_WORDS: Final = 10
#: A cover sheet holds few words beside its confidentiality notice.
COVER_WORDS: Final = 320
#: A form says to whom, from whom, how many pages ...: so many of these make a page with the word "fax" a cover sheet.
COVER_LABELS: Final = 3
#: So many headings of result columns in one line make a table of results.
RESULT_COLUMNS: Final = 3

_SEQUENCE: Final = re.compile(
    r"\b(?:page|pg|p)\b\s*[.:#]?\s*(\d{1,3})\s*(?:of|/|\bout\s+of\b)\s*(\d{1,3})\b", re.IGNORECASE
)
_CONTINUED: Final = re.compile(r"\(?\bcont(?:inued|inuation|'d|d)\b", re.IGNORECASE)
_GOES_ON_LATER: Final = re.compile(r"\bcont(?:inued|'d)\s+on\b|\bcont(?:inued|'d)\s*(?:\.{2,}|>)", re.IGNORECASE)

_COVER_TITLE: Final = re.compile(
    r"\b(?:fax|facsimile|telefax)\b.{0,12}\b(?:cover|transmi\w+|message|memo|sheet)\b|\bcover\s+(?:sheet|page|letter)\b",
    re.IGNORECASE,
)
_FAX_WORD: Final = re.compile(r"\b(?:fax|facsimile|telefax)\b", re.IGNORECASE)
_COVER_LABEL: Final = re.compile(
    r"\b(to|from|attn|attention|pages|no\.?\s+of\s+pages|number\s+of\s+pages|total\s+pages|subject|re|cc|comments|urgent"
    r"|company|date|fax|phone)\s*(?:\(.{0,24}\))?\s*[:#]",
    re.IGNORECASE,
)
_PAGES_LABEL: Final = re.compile(r"\bpages\b", re.IGNORECASE)
#: In the order in which they count: a laboratory's report may speak of a referral, hardly the other way round.
_TITLES: Final[tuple[tuple[PaperKind, re.Pattern[str]], ...]] = (
    (
        PaperKind.INTAKE_FORM,
        re.compile(
            r"\b(?:patient\s+)?(?:intake|registration)\s+(?:form|questionnaire|sheet|packet)\b|\bnew\s+patient\b"
            r"|\bhealth\s+(?:history|questionnaire)\b|\bmedical\s+history\s+(?:form|questionnaire)\b"
            r"|\bpatient\s+(?:information|history|questionnaire|intake|registration)\b(?!\s*:)",
            re.IGNORECASE,
        ),
    ),
    (
        PaperKind.LABORATORY_REPORT,
        re.compile(
            r"\b(?:laborator(?:y|ies)|lab|pathology|clinical\s+chemistry|ha?ematology|microbiology|test)\s+"
            r"(?:results?|reports?|final\s+report)\b|\b(?:final|interim|cumulative|corrected)\s+(?:lab\w*\s+)?report\b"
            r"|\bresults?\s+report\b|\breport\s+of\s+(?:laboratory|results)\b|\blaboratory\b(?=.{0,3}$)",
            re.IGNORECASE,
        ),
    ),
    (
        PaperKind.REFERRAL,
        re.compile(
            r"\breferral\b|\bconsult(?:ation)?\s+(?:request|report|letter|note)\b|\brequest\s+for\s+consultation\b"
            r"|\breason\s+for\s+(?:referral|consultation)\b|\bdear\s+(?:dr|doctor|colleague|sir|madam|\[person)",
            re.IGNORECASE,
        ),
    ),
    (
        PaperKind.CLINICAL_NOTE,
        re.compile(
            r"\b(?:progress|office|clinic|visit|nursing|procedure|soap|admission|consult)\s+notes?\b"
            r"|\bdischarge\s+(?:summary|instructions)\b|\bhistory\s+(?:and|&)\s+physical\b|\boperative\s+report\b"
            r"|\b(?:office|clinic)\s+visit\b|\b(?:medication|problem|allergy)\s+list\b|\bvisit\s+summary\b"
            r"|\bassessment\s+(?:and|&)\s+plan\b",
            re.IGNORECASE,
        ),
    ),
)
_COLUMN: Final = re.compile(
    r"\b(tests?(?:\s+name)?|analyte|component|results?|value|flags?|abn|units?|ref(?:erence|\.)?\s*(?:range|interval|int)?"
    r"|range|interval|previous)\b",
    re.IGNORECASE,
)


def read_signs(pages: Sequence[DeidentifiedPage]) -> tuple[PageSigns, ...]:
    """The signs of each page of a packet, in order.

    Args:
        pages: All pages of the packet: the sending machine's count runs over all of them, and is told by that.
    """
    counts = [_sequences(page) for page in pages]
    stamped = _stamps(pages, counts)
    return tuple(
        _signs(page, tuple(each for each in count if not stamped or each != PageSequence(index, len(pages))))
        for index, (page, count) in enumerate(zip(pages, counts, strict=True), start=1)
    )


def _signs(page: DeidentifiedPage, sequences: tuple[PageSequence, ...]) -> PageSigns:
    lines = [" ".join(line.split()) for line in page.text.value.split("\n")]
    lines = [line for line in lines if line]
    kind, titled = _kind(lines)
    return PageSigns(
        page=page.number,
        blank=not lines,
        kind=kind,
        titled=titled,
        sequences=sequences,
        continued=any(_CONTINUED.search(line) and not _GOES_ON_LATER.search(line) for line in lines[:EDGE_LINES]),
        accessions=frozenset(
            word.placeholder.label
            for word in page.words
            if word.placeholder is not None and word.placeholder.kind is IdentifierKind.ACCESSION
        ),
    )


def _sequences(page: DeidentifiedPage) -> tuple[PageSequence, ...]:
    lines = page.text.value.split("\n")
    edges = [*lines[:EDGE_LINES], *lines[-EDGE_LINES:]]
    found = [PageSequence(int(match[1]), int(match[2])) for line in edges for match in _SEQUENCE.finditer(line)]
    return tuple(dict.fromkeys(each for each in found if 1 <= each.number <= each.total))


def _stamps(pages: Sequence[DeidentifiedPage], counts: Iterable[tuple[PageSequence, ...]]) -> bool:
    """Whether the sending machine counts the packet's pages: then its count says nothing about the documents."""
    stamped = [PageSequence(index, len(pages)) in count for index, count in enumerate(counts, start=1)]
    return len(pages) > 1 and sum(stamped) * 2 > len(pages)


def _kind(lines: Sequence[str]) -> tuple[PaperKind, bool]:
    """What the page is of, and whether a title says so."""
    if _is_cover(lines):
        return PaperKind.COVER_SHEET, True
    for line in lines[:TITLE_LINES]:
        if len(line.split()) > TITLE_WORDS or _is_result_header(line):
            continue
        for kind, pattern in _TITLES:
            if pattern.search(line):
                return kind, True
    if any(_is_result_header(line) for line in lines):
        return PaperKind.LABORATORY_REPORT, False
    return PaperKind.UNKNOWN, False


def _is_result_header(line: str) -> bool:
    """Whether the line is made of headings of result columns."""
    found = {match[1].lower().split()[0].rstrip("s.") for match in _COLUMN.finditer(line)}
    return len(found) >= RESULT_COLUMNS and len(line.split()) <= TITLE_WORDS


def _is_cover(lines: Sequence[str]) -> bool:
    if sum(len(line.split()) for line in lines) > COVER_WORDS or any(_is_result_header(line) for line in lines):
        return False
    top = lines[:TITLE_LINES]
    if any(_COVER_TITLE.search(line) and len(line.split()) <= TITLE_WORDS for line in top):
        return True
    text = "\n".join(lines)
    labels = {match[1].lower() for match in _COVER_LABEL.finditer(text)}
    addressed = {"to", "from"} <= labels
    return (
        addressed and len(labels) >= COVER_LABELS and bool(_FAX_WORD.search(text)) and bool(_PAGES_LABEL.search(text))
    )
