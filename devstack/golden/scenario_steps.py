"""The words in which scenarios are written: patients, uploads, what was decided, what the chart shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from arbiter_fhir.domain.answer import RefusalReason
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.evals.scenario_cases import (
    Check,
    ExpectedOutcome,
    ExpectedRow,
    Listed,
    Scenario,
    ScenarioPatient,
    Step,
    Upload,
)
from devstack.samples import Person

__all__ = [
    "KNOWN",
    "NEVER",
    "NOTHING",
    "PROMOTED",
    "decided",
    "filed",
    "patient",
    "promotion",
    "row",
    "scenario",
    "upload",
    "withdrawal",
]

_TYPES: Final[Mapping[str, DocType]] = {
    "pdf": DocType.LAB_PDF,
    "png": DocType.LAB_PDF,
    "hl7": DocType.HL7V2_MESSAGE,
    "docx": DocType.REFERRAL_DOCX,
    "xlsx": DocType.CLINICAL_WORKBOOK,
    "tiff": DocType.FAX_PACKET,
}
PROMOTED = (PromotionOutcome.PROMOTED,)
#: The chart says it already.
KNOWN = (PromotionOutcome.ALREADY_EXISTS, PromotionOutcome.DUPLICATE_SKIPPED)
#: Kinds of facts that no chart table takes.
NEVER = (PromotionOutcome.NOT_PROMOTABLE, PromotionOutcome.NEEDS_REVIEW)
NOTHING = (RefusalReason.NO_EVIDENCE,)


def patient(person: Person, key: str = "own", *chart: Listed) -> ScenarioPatient:
    """The person as the front desk entered him, with what the chart holds."""
    return ScenarioPatient(key=key, **asdict(person), chart=chart)


def upload(source: str, document: str = "first", patient: str = "own") -> Upload:
    """Store a golden source as what it is."""
    doc_type = DocType.INTAKE_FORM if source.startswith("intake") else _TYPES[source.rsplit(".", maxsplit=1)[-1]]
    return Upload(document=document, source=source, doc_type=doc_type, patient=patient)


def decided(
    kind: FactType, outcomes: tuple[PromotionOutcome, ...], *names: str, of: str = "first"
) -> tuple[ExpectedOutcome, ...]:
    """The same decision on facts of these names."""
    return tuple(ExpectedOutcome(document=of, kind=kind, name=name, outcomes=outcomes) for name in names)


def row(kind: str, name: str, value: str = "", *, count: int = 1, patient: str = "own") -> ExpectedRow:
    """Rows of the chart."""
    return ExpectedRow.model_validate({"patient": patient, "kind": kind, "name": name, "value": value, "count": count})


def promotion(**fields: object) -> Check:
    """A look at identity, decisions and chart."""
    return Check(rubric="promotion_expectations", **fields)


def withdrawal(**fields: object) -> Check:
    """A look after something was taken away."""
    return Check(rubric="deleted_document_not_retrieved", **fields)


def scenario(
    name: str, title: str, covers: tuple[str, ...], patients: tuple[ScenarioPatient, ...], *steps: Step
) -> Scenario:
    """All of it."""
    return Scenario(id=name, title=title, covers=covers, patients=patients, steps=steps)


def filed(
    name: str, title: str, covers: tuple[str, ...], owner: ScenarioPatient, source: str, **looked: object
) -> Scenario:
    """One document stored in its patient's chart, and one look at what came of it."""
    return scenario(name, title, covers, (owner,), upload(source), promotion(**looked))
