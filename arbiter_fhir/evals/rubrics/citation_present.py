"""citation_present: every fact says where it stands, and stands there."""

from __future__ import annotations

from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.observation import ObservedDocument, ObservedFact
from arbiter_fhir.evals.printed import unspaced

__all__ = ["judge_citations"]


def judge_citations(evidence: CaseEvidence) -> RubricResult:
    """All five parts of a citation, the document's own type, a page that exists and words that stand on it."""
    if evidence.case.error is not None:
        return judged(0, [])
    if evidence.document is None:
        return judged(0, ["no document came out"])
    findings = []
    for index, fact in enumerate(evidence.facts):
        findings += [f"facts[{index}]: {problem}" for problem in _problems(evidence, evidence.document, fact)]
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
    absent = [word for word in citation.quote_or_value.split() if word not in words]
    if absent:
        problems.append(f"{len(absent)} words of the quote do not stand on the page")
    if unspaced(fact.value.value) not in unspaced(citation.quote_or_value):
        problems.append("the quote does not hold the value")
    return problems


def source_id_of(evidence: CaseEvidence) -> str:
    """What the line was told to call this source."""
    return f"golden:{evidence.case.id}"
