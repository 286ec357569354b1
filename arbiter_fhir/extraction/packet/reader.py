"""The reader of fax packets: what each stretch of pages is, and which rules read it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, Protocol

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.document import DocType, DocumentWarning
from arbiter_fhir.domain.fact import Certainty, CitedFact, RejectedCandidate
from arbiter_fhir.domain.paper import PaperKind
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.intake.report import read_intake_form
from arbiter_fhir.extraction.intake.settling import injection_warnings
from arbiter_fhir.extraction.laboratory.report import read_laboratory_report
from arbiter_fhir.extraction.narrative.candidate import to_facts
from arbiter_fhir.extraction.narrative.narrative_text import read_narrative
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.packet.stretches import Stretch, gather
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.referral.report import read_referral_letter
from arbiter_fhir.ports.documents import Extraction

__all__ = ["read_fax_packet"]

#: Reason of a page of which no rule says what it is.
PAGE_NOT_RECOGNISED: Final = "page_not_recognised"
#: Reason of a page of a document of known kind on which its rules found nothing.
PAGE_WITHOUT_FACTS: Final = "page_without_facts"
#: Sections that say nothing about what stands in them.
_OPEN_SECTIONS: Final = frozenset({SectionKind.UNKNOWN, SectionKind.OTHER, SectionKind.ADMINISTRATIVE})
_NUMBERED: Final = re.compile(r"(?P<name>\w+)\[(?P<index>\d+)\](?P<rest>.*)")
_NOTHING: Final = Extraction((), (), ())


class _Reader(Protocol):
    """Reads the facts of a document of one kind."""

    def __call__(self, document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction: ...


def _read_note(document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction:
    """A clinical note: what its sections say."""
    facts = to_facts(read_narrative(document), Source(SourceType(doc_type.value), source_id))
    return Extraction(facts, (), injection_warnings(document))


_READERS: Final[Mapping[PaperKind, _Reader]] = {
    PaperKind.LABORATORY_REPORT: read_laboratory_report,
    PaperKind.INTAKE_FORM: read_intake_form,
    PaperKind.REFERRAL: read_referral_letter,
    PaperKind.CLINICAL_NOTE: _read_note,
}


def read_fax_packet(document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction:
    """Read the facts of every document in a packet.

    Args:
        document: The clean packet; its parts are read apart from one another.
        doc_type: For citations: the type of the packet.
        source_id: For citations: ``documents:123`` or a file label.

    Returns:
        Facts in reading order, what was not taken with its reason, and warnings.
    """
    facts: list[CitedFact] = []
    rejected: list[RejectedCandidate] = []
    warnings: list[DocumentWarning] = []
    for stretch in gather(document):
        found = _read(stretch, document, doc_type, source_id)
        facts += found.facts
        rejected += found.rejected
        warnings += found.warnings
    return Extraction(tuple(_renumbered(facts)), tuple(rejected), tuple(warnings))


def _read(stretch: Stretch, document: DeidentifiedDocument, doc_type: DocType, source_id: str) -> Extraction:
    if stretch.kind is PaperKind.COVER_SHEET:
        return _NOTHING
    part = replace(document, pages=stretch.pages, parts=())
    reader = _READERS.get(stretch.kind)
    if reader is None:
        results = read_laboratory_report(part, doc_type=doc_type, source_id=source_id)
        found = Extraction(_sure(results.facts), (), results.warnings)
    else:
        found = reader(part, doc_type=doc_type, source_id=source_id)
    told = {fact.citation.page for fact in found.facts} | {each.page for each in found.rejected}
    silent = tuple(page for page in stretch.pages if page.number not in told)
    if reader is _read_note:
        return replace(found, rejected=(*found.rejected, *(_named(page, PAGE_WITHOUT_FACTS) for page in silent)))
    if reader is None:
        # Beside its results such a page may hold lists; which pages of a known kind hold is for their rules to say.
        silent = stretch.pages
    said = _said_by_the_way(replace(part, pages=silent), doc_type, source_id)
    told |= {fact.citation.page for fact in said}
    reason = PAGE_NOT_RECOGNISED if reader is None else PAGE_WITHOUT_FACTS
    unread = (_named(page, reason) for page in silent if page.number not in told)
    return Extraction((*found.facts, *said), (*found.rejected, *unread), found.warnings)


def _said_by_the_way(document: DeidentifiedDocument, doc_type: DocType, source_id: str) -> tuple[CitedFact, ...]:
    """What sections say on pages of which nobody knows what they are: facts of the document, never more."""
    told = (
        candidate.doubted(Reason.SECTION_UNCLEAR)
        for candidate in read_narrative(document)
        if candidate.section not in _OPEN_SECTIONS
    )
    return _sure(to_facts(told, Source(SourceType(doc_type.value), source_id)))


def _sure(facts: Iterable[CitedFact]) -> tuple[CitedFact, ...]:
    """Of pages of an unknown kind only what leaves no doubt how it is read."""
    return tuple(fact for fact in facts if fact.certainty is not Certainty.NEEDS_REVIEW)


def _named(page: DeidentifiedPage, reason: str) -> RejectedCandidate:
    """A page, by its first line."""
    text = page.text.value
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    return RejectedCandidate(page.number, reason, page.text.slice(start, end if end >= 0 else len(text)))


def _renumbered(facts: list[CitedFact]) -> list[CitedFact]:
    """One numbering over the packet: ``results[0]`` stands for one fact in it."""
    used: Counter[str] = Counter()
    numbered = []
    for fact in facts:
        match = _NUMBERED.fullmatch(fact.citation.field_or_chunk_id)
        if match is None:
            numbered.append(fact)
            continue
        path = f"{match['name']}[{used[match['name']]}]{match['rest']}"
        used[match["name"]] += 1
        numbered.append(replace(fact, citation=replace(fact.citation, field_or_chunk_id=path), seal=FACT_SEAL))
    return numbered
