"""An intake form, read as a whole."""

from __future__ import annotations

from typing import Final

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.intake.bare_answers import without_named
from arbiter_fhir.extraction.intake.findings import candidates_of_section, news_in
from arbiter_fhir.extraction.intake.settling import injection_warnings, settled
from arbiter_fhir.extraction.intake.sheet import read_sheet
from arbiter_fhir.extraction.intake.statements import answer_candidates
from arbiter_fhir.extraction.narrative.candidate import Candidate, to_facts
from arbiter_fhir.ports.documents import Extraction

__all__ = ["read_intake_form"]


#: Topics of labels whose answers may tell anything.
_FREE_TEXT: Final = frozenset({"comment", "preference"})


def read_intake_form(document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction:
    """Read what a patient answered.

    Args:
        document: The clean document.
        doc_type: For citations: the type of the document that the pages belong to.
        source_id: For citations: ``documents:123`` or a file label.

    Returns:
        Facts in reading order, what was not taken with its reason, and warnings.
    """
    sheet = read_sheet(document.pages)
    told = [(section, candidates_of_section(section, document.dates)) for section in sheet.sections]
    candidates: list[Candidate] = [*without_named(told)]
    for answer in sheet.answers:
        candidates += answer_candidates(answer)
        if answer.label.topic in _FREE_TEXT:
            words = [word for cell in answer.cells if cell.tick is None for word in cell.words]
            candidates += news_in(answer.page, words, document.dates) if words else ()
    said = settled(candidates)
    facts = to_facts(said.candidates, Source(SourceType(doc_type.value), source_id))
    return Extraction(facts, said.rejected, injection_warnings(document))
