"""HL7 v2 cases: every message."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.cases import EvalCase, KnownIdentifier, Route
from devstack.golden.documents import GoldenDocument
from devstack.golden.expectations import name_identifiers
from devstack.golden.hl7.admissions import patient_messages
from devstack.golden.hl7.results import Written, result_messages
from devstack.golden.patients import person_identifiers

__all__ = ["hl7_cases"]

_CLINICIAN = (
    *name_identifiers("Bertrand Okonjo"),
    KnownIdentifier(kind=IdentifierKind.LICENSE, text="1902847563"),
    KnownIdentifier(kind=IdentifierKind.ACCESSION, text="FL-2260-771"),
)


def hl7_cases() -> Iterator[GoldenDocument]:
    """All of them."""
    for written in chain(result_messages(), patient_messages()):
        yield GoldenDocument(_case(written), written.content)


def _case(written: Written) -> EvalCase:
    people = [part for person in written.people for part in person_identifiers(person, dates=("%Y%m%d",))]
    return EvalCase(
        id=written.id,
        title=written.title,
        categories=written.categories,
        source=f"{written.id}.hl7",
        doc_type=DocType.HL7V2_MESSAGE,
        layout=written.id.removeprefix("hl7-"),
        route=Route.STRUCTURED,
        pages=0,
        items=written.items,
        forbidden=written.forbidden,
        unresulted=written.unresulted,
        identifiers=(*people, *_CLINICIAN),
        warnings=written.warnings,
    )
