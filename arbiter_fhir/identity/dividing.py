"""Which pages stand for themselves: the parts of a document, before anybody asks whose they are.

A format may say it (messages of an HL7 v2 file, documents carried inside others): then that stands. A fax packet is
divided by what its pages print. Everything else is of one piece, and identifiers of two patients in it leave the whole
of it open to doubt.

The pages of a packet, one after the other, against the part before:

| the page                                                                           | then                     |
|------------------------------------------------------------------------------------|--------------------------|
| is blank                                                                           | it goes with the part    |
| is a cover sheet, or follows one                                                   | a new part               |
| names another patient than the part                                                | a new part               |
| names nobody by a label, but prints another's record number, or name and birth date | a new part               |
| names the same patient, and says that it goes on, or begins nothing new            | it goes with the part    |
| names the same patient, and begins something (page 1 of n, other title, accession) | a new part               |
| names nobody, and goes on by print ("page 2 of 3" after "page 1 of 3", "continued")| it goes with the part    |
| names nobody, and says that it is a first page                                     | a new part               |
| names nobody, and all pages of the packet that name somebody name one patient      | it goes with the part    |
| names nobody otherwise                                                             | a new part of its own    |

A part that names nobody waits for a person. That a page lies between two pages of a patient is no evidence that it is
his: packets are gathered by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.deid import DeidentifiedDocument, IdentifierCandidate
from arbiter_fhir.domain.document import DocType, DocumentPart, PartKind
from arbiter_fhir.domain.identity import MatchOutcome
from arbiter_fhir.domain.paper import PageSigns, PaperKind, read_signs
from arbiter_fhir.identity.persons import compare_persons, identifying
from arbiter_fhir.identity.strangers import is_stranger, record_numbers

__all__ = ["divide"]


def divide(clean: DeidentifiedDocument, doc_type: DocType) -> tuple[DocumentPart, ...]:
    """The parts of a document: at least one; every page is in exactly one.

    Args:
        clean: The document after de-identification.
        doc_type: What its category says it is.
    """
    if clean.parts:
        return clean.parts
    numbers = [page.number for page in clean.pages]
    first, last = min(numbers, default=1), max(numbers, default=1)
    if doc_type is DocType.FAX_PACKET and len(numbers) > 1:
        return _packet(clean)
    return (DocumentPart(1, PartKind.WHOLE, first, last),)


@dataclass(slots=True)
class _Group:
    """A part that grows page by page."""

    pages: list[PageSigns] = field(default_factory=list)
    named: list[IdentifierCandidate] = field(default_factory=list)
    records: set[str] = field(default_factory=set)

    @property
    def kind(self) -> PaperKind:
        """What it is of: the first kind that one of its pages states."""
        return next((page.kind for page in self.pages if page.kind is not PaperKind.UNKNOWN), PaperKind.UNKNOWN)

    @property
    def last(self) -> PageSigns | None:
        return next((page for page in reversed(self.pages) if not page.blank), None)

    @property
    def accessions(self) -> frozenset[str]:
        return frozenset().union(*(page.accessions for page in self.pages))

    def add(self, page: PageSigns, named: Sequence[IdentifierCandidate], records: frozenset[str]) -> None:
        self.pages.append(page)
        self.named += named
        self.records |= records


def _packet(clean: DeidentifiedDocument) -> tuple[DocumentPart, ...]:
    by_page: dict[int, tuple[IdentifierCandidate, ...]] = {
        page.number: identifying(item for item in clean.candidates.items if item.page == page.number)
        for page in clean.pages
    }
    one_patient = _name_one_patient(by_page)
    groups: list[_Group] = []
    for signs in read_signs(clean.pages):
        named = by_page[signs.page]
        here = (signs.page,)
        records = record_numbers(clean, here)
        stranger = bool(groups) and is_stranger(clean, here, named=groups[-1].named, records=groups[-1].records)
        if not groups or stranger or not _goes_with(groups[-1], signs, named, one_patient=one_patient):
            groups.append(_Group())
        groups[-1].add(signs, named, records)
    return tuple(
        DocumentPart(
            number,
            PartKind.PACKET if len(groups) > 1 else PartKind.WHOLE,
            group.pages[0].page,
            group.pages[-1].page,
        )
        for number, group in enumerate(groups, start=1)
    )


def _name_one_patient(by_page: Mapping[int, Sequence[IdentifierCandidate]]) -> bool:
    """Whether all pages that name somebody name the same patient, as far as they can be compared."""
    seen: list[IdentifierCandidate] = []
    for named in by_page.values():
        if seen and named and compare_persons(seen, named) is MatchOutcome.MISMATCH:
            return False
        seen += named
    return bool(seen)


def _goes_with(group: _Group, page: PageSigns, named: Sequence[IdentifierCandidate], *, one_patient: bool) -> bool:
    """Whether a page belongs to the part before it; the rules are the table above."""
    before = group.last
    if page.blank or before is None:
        return True
    if PaperKind.COVER_SHEET in {page.kind, before.kind}:
        return False
    goes_on = page.goes_on_from(before)
    same = compare_persons(group.named, named)
    if same is MatchOutcome.MISMATCH:
        return False
    if named and group.named and same is not MatchOutcome.NOT_COMPARABLE:
        return goes_on or not _begins(group, page)
    return goes_on or (one_patient and not page.is_first and not _begins(group, page))


def _begins(group: _Group, page: PageSigns) -> bool:
    """Whether the page begins something that is not the part's document."""
    if page.is_first:
        return True
    if page.titled and group.kind is not PaperKind.UNKNOWN and page.kind is not group.kind:
        return True
    return bool(page.accessions and group.accessions and not page.accessions & group.accessions)
