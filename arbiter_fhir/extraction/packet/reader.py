"""The reader of fax packets: what each stretch of pages is, and which rules read it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
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
from arbiter_fhir.extraction.packet.stretches import Stretch, gather
from arbiter_fhir.extraction.referral.report import read_referral_letter
from arbiter_fhir.ports.documents import Extraction

__all__ = ["read_fax_packet"]

#: Reason of a page of which no rule says what it is.
PAGE_NOT_RECOGNISED: Final = "page_not_recognised"
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
    if reader is not None:
        return reader(part, doc_type=doc_type, source_id=source_id)
    return _as_far_as_sure(stretch, read_laboratory_report(part, doc_type=doc_type, source_id=source_id))


def _as_far_as_sure(stretch: Stretch, found: Extraction) -> Extraction:
    """Of pages of an unknown kind: results that leave no doubt; each page without any is named."""
    sure = tuple(fact for fact in found.facts if fact.certainty is not Certainty.NEEDS_REVIEW)
    told = {fact.citation.page for fact in sure}
    unknown = (_not_recognised(page) for page in stretch.pages if page.number not in told)
    return Extraction(sure, tuple(unknown), found.warnings)


def _not_recognised(page: DeidentifiedPage) -> RejectedCandidate:
    text = page.text.value
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    return RejectedCandidate(page.number, PAGE_NOT_RECOGNISED, page.text.slice(start, end if end >= 0 else len(text)))


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
