"""citation_present: every fact says where it stands, and stands there."""

from __future__ import annotations

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.item_fields import main_text
from arbiter_fhir.evals.item_places import names_place
from arbiter_fhir.evals.observation import ObservedDocument, ObservedFact
from arbiter_fhir.evals.printed import unspaced

__all__ = ["judge_citations"]

#: Kinds whose name must stand in the quote as it stands in the value.
_NAMED = {FactType.MEDICATION, FactType.ALLERGY, FactType.PROBLEM}


def judge_citations(evidence: CaseEvidence) -> RubricResult:
    """All five parts of a citation, the document's own type, a page that exists and words that stand on it."""
    if evidence.case.error is not None:
        return judged(0, [])
    if evidence.document is None:
        return judged(0, ["no document came out"])
    findings = []
    for index, fact in enumerate(evidence.facts):
        findings += [f"facts[{index}]: {problem}" for problem in _problems(evidence, evidence.document, fact)]
    for match in evidence.items:
        if match.observed is None or not match.expected.place:
            continue
        if not names_place(match.observed.citation.page_or_section, match.expected.place):
            findings.append(f"facts[{match.observed_index}]: cites another place than {match.expected.place}")
    return judged(len(evidence.facts), findings)


def _problems(evidence: CaseEvidence, document: ObservedDocument, fact: ObservedFact) -> list[str]:
    citation = fact.citation
    parts = {
        "source_id": citation.source_id,
        "page_or_section": citation.page_or_section,
        "field_or_chunk_id": citation.field_or_chunk_id,
        "quote_or_value": citation.quote_or_value,
    }
    problems = [f"no {name}" for name, text in parts.items() if not text.strip()]
    if citation.source_type.value != evidence.case.doc_type.value:
        problems.append(f"cites a {citation.source_type.value} in a {evidence.case.doc_type.value}")
    if citation.source_id != source_id_of(evidence):
        problems.append("cites another source")
    page = next((page for page in document.pages if page.page == citation.page), None)
    if page is None:
        return [*problems, "cites a page that does not exist"]
    words = set(page.text.split())
    joined = unspaced(page.text)
    absent = [word for word in citation.quote_or_value.split() if word not in words and unspaced(word) not in joined]
    if absent:
        problems.append(f"{len(absent)} words of the quote do not stand on the page")
    if fact.is_result and unspaced(fact.result.value) not in unspaced(citation.quote_or_value):
        problems.append("the quote does not hold the value")
    if fact.fact_type in _NAMED and unspaced(main_text(fact)) not in unspaced(citation.quote_or_value):
        problems.append("the quote does not hold the name")
    return problems


def source_id_of(evidence: CaseEvidence) -> str:
    """What the line was told to call this source."""
    return f"golden:{evidence.case.id}"
