"""Expected items and the facts that a perfect line would give for them, to be spoiled by the tests."""

from __future__ import annotations

import json
from typing import Any

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.domain.fact_value import value_to_json
from arbiter_fhir.domain.statement import Allergy, Assertion, FamilyHistory, Medication, Problem, Statement
from arbiter_fhir.evals.cases import Category, EvalCase, ForbiddenFact, KnownIdentifier, Route
from arbiter_fhir.evals.evidence import CaseEvidence, gather_evidence
from arbiter_fhir.evals.expected_items import ExpectedItem
from arbiter_fhir.evals.observation import ObservedFact
from arbiter_fhir.evals.print_places import PartName, PrintedPart
from tests.unit.evals.golden_evidence import Plain, observed

SURE = (Certainty.VERIFIED, Certainty.DOCUMENT_FACT)


def item(fact_type: FactType, **changes: Any) -> ExpectedItem:
    """An expected item of an intake form; its fields by keyword ``fields``."""
    given: Plain = {"fact_type": fact_type, "certainty": SURE, "source_type": SourceType.INTAKE_FORM} | changes
    return ExpectedItem(**given)


METFORMIN = item(
    FactType.MEDICATION,
    fields={"name": "Metformin", "amount": "500 mg 1 tablet", "route": "PO", "frequency": "BID", "as_needed": "false"},
)
PENICILLIN = item(
    FactType.ALLERGY,
    fields={"substance": "Penicillin", "reaction": "hives", "none_known": ""},
    assertions=(Assertion.PRESENT,),
)
ASTHMA = item(FactType.PROBLEM, fields={"name": "Asthma"}, assertions=(Assertion.PRESENT, Assertion.HISTORICAL))
DENIED = item(FactType.PROBLEM, fields={"name": "chest pain"}, assertions=(Assertion.ABSENT,), optional=True)
MOTHER = item(
    FactType.FAMILY_HISTORY,
    fields={"relation": "Mother", "condition": "breast cancer"},
    assertions=(Assertion.FAMILY,),
)
WALKS = item(FactType.SOCIAL_HISTORY, fields={"text": "Walks 30 minutes"}, also=(FactType.OTHER,))
ITEMS = (METFORMIN, PENICILLIN, ASTHMA, DENIED, MOTHER, WALKS)

VALUES = {
    "Metformin": (
        FactType.MEDICATION,
        Medication("Metformin", strength="500 mg", dose="1 tablet", route="PO", frequency="BID"),
    ),
    "Penicillin": (FactType.ALLERGY, Allergy("Penicillin", reaction="hives")),
    "Asthma": (FactType.PROBLEM, Problem("Asthma")),
    "chest pain": (FactType.PROBLEM, Problem("chest pain", Assertion.ABSENT)),
    "breast cancer": (FactType.FAMILY_HISTORY, FamilyHistory("Mother", "breast cancer")),
    "Walks": (FactType.SOCIAL_HISTORY, Statement("exercise", "Exercise: Walks 30 minutes")),
}
LINES = {
    "Metformin": "Metformin 500 mg 1 tablet PO BID",
    "Penicillin": "Penicillin hives",
    "Asthma": "Asthma",
    "chest pain": "Denies chest pain",
    "breast cancer": "Mother breast cancer",
    "Walks": "Exercise: Walks 30 minutes",
}


def words_at(y: float, *texts: str, beside: int = 0) -> tuple[PrintedPart, ...]:
    """Words of a line at a height, 0.1 wide each; the last ``beside`` are not the fact's own."""
    return tuple(
        PrintedPart(
            part=PartName.OWN if place < len(texts) - beside else PartName.BESIDE,
            text=text,
            box=(0.1 + 0.1 * place, y, 0.09, 0.02),
            ink=(0.1 + 0.1 * place, y + 0.004, 0.09, 0.012),
        )
        for place, text in enumerate(texts)
    )


def fact(
    name: str, /, *, certainty: str = "document_fact", box: tuple[float, ...] | None = None, **value: Any
) -> Plain:
    """What a perfect line says of one of `VALUES`, with fields of its value changed."""
    fact_type, perfect = VALUES[name]
    x, y, width, height = box or (0.1, 0.1, 0.5, 0.02)
    return {
        "fact_type": fact_type.value,
        "certainty": certainty,
        "confidence": 0.95,
        "value": value_to_json(perfect) | value,
        "fact_text": LINES[name],
        "citation": {
            "source_type": "intake_form",
            "source_id": "golden:form",
            "page_or_section": "page 1",
            "field_or_chunk_id": "facts[0]",
            "quote_or_value": LINES[name],
            "page": 1,
            "bounding_box": {"x": x, "y": y, "width": width, "height": height},
        },
        "reasons": [] if certainty == "verified" else ["stated_in_prose"],
    }


def seen(name: str, /, **changes: Any) -> ObservedFact:
    """The same as an observed fact."""
    return ObservedFact.model_validate_json(json.dumps(fact(name, **changes)))


def form_case(**changes: Any) -> EvalCase:
    """A typed form with all items."""
    given: Plain = {
        "id": "form",
        "title": "a form",
        "categories": (Category.TYPED_INTAKE,),
        "source": "form.pdf",
        "doc_type": DocType.INTAKE_FORM,
        "layout": "plain",
        "route": Route.TYPED,
        "pages": 1,
        "items": ITEMS,
        "forbidden": (
            ForbiddenFact(
                why="denied", fact_types=(FactType.PROBLEM,), name="chest pain", assertions=(Assertion.PRESENT,)
            ),
        ),
        "identifiers": (KnownIdentifier(kind=IdentifierKind.PERSON, text="Halvorsen"),),
    }
    return EvalCase(**(given | changes))


def form_evidence(*facts: Plain, of: EvalCase | None = None) -> CaseEvidence:
    """Evidence of a run that gave these facts."""
    case = of or form_case()
    document = {
        "pages": [{"page": 1, "route": "native", "text": "[PERSON_1]\n" + "\n".join(LINES.values())}],
        "facts": list(facts),
        "rejected": [],
        "warnings": [],
    }
    return gather_evidence(case, observed(case, document))


def perfect_facts() -> list[Plain]:
    """All of them."""
    return [fact(name) for name in VALUES]
