"""Cases and the observations that a perfect line would give for them, to be spoiled by the tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.evals.cases import (
    Category,
    EvalCase,
    ExpectedFact,
    ForbiddenFact,
    KnownIdentifier,
    PartName,
    PrintedPart,
    Route,
    UnresultedRow,
)
from arbiter_fhir.evals.evidence import CaseEvidence, gather_evidence
from arbiter_fhir.evals.observation import Observation

Plain = dict[str, Any]


def row(name: str, value: str, y: float, **changes: Any) -> ExpectedFact:
    """One expected row at a height of the page: five parts from 0.1 to 0.8."""
    fields: Plain = {
        "test_name": name,
        "value": value,
        "unit": "mg/dL",
        "reference_range": "70 - 99",
        "abnormal_flag": AbnormalFlag.HIGH,
        "derivable_flag": None,
        "collection_date": "2026-04-10",
        "page": 1,
        "source_type": SourceType.LAB_PDF,
        "certainty": (Certainty.VERIFIED,),
    } | changes
    texts = {"name": name, "value": value, "flag": "H", "unit": fields["unit"], "range": fields["reference_range"]}
    fields["parts"] = tuple(
        PrintedPart(
            part=PartName(part),
            text=text,
            box=(0.1 + 0.15 * place, y, 0.1, 0.02),
            ink=(0.1 + 0.15 * place, y + 0.005, 0.1, 0.012),
        )
        for place, (part, text) in enumerate(texts.items())
    )
    return ExpectedFact(**fields)


def box_of(expected: ExpectedFact, *, ink: bool = False) -> Plain:
    """The box around a whole row, as published."""
    boxes = [BoundingBox(*(part.ink if ink else part.box)) for part in expected.parts]
    box = BoundingBox.around(boxes)
    return {"x": box.x, "y": box.y, "width": box.width, "height": box.height}


def case(**changes: Any) -> EvalCase:
    """A typed case with two rows, a trap, an unresulted row and identifiers."""
    fields: Plain = {
        "id": "two-rows",
        "title": "two rows",
        "categories": (Category.CLEAN_TYPED,),
        "source": "two-rows.pdf",
        "doc_type": DocType.LAB_PDF,
        "layout": "ruled",
        "route": Route.TYPED,
        "pages": 1,
        "facts": (
            row("Glucose", "142", 0.3),
            row("Hemoglobin A1c", "8.1", 0.34, unit="%", reference_range="4.0 - 5.6"),
        ),
        "forbidden": (ForbiddenFact(why="a previous result", test_name="Glucose", value="131"),),
        "unresulted": (UnresultedRow(test_name="Homocysteine", value="Pending", page=1),),
        "identifiers": (
            KnownIdentifier(kind=IdentifierKind.PERSON, text="Halvorsen"),
            KnownIdentifier(kind=IdentifierKind.MRN, text="MRN-4471902"),
            KnownIdentifier(kind=IdentifierKind.DATE, text="2026-04-10", scope="text"),
        ),
    }
    return EvalCase(**(fields | changes))


def fact_for(expected: ExpectedFact, index: int, source_id: str) -> Plain:
    """What a perfect line says about a row."""
    number = expected.value.replace(",", "")
    flag = expected.abnormal_flag.value if expected.abnormal_flag else None
    quote = f"{expected.test_name} {expected.value} H {expected.unit} {expected.reference_range}"
    certainty = expected.certainty[0].value
    reasons = list(expected.reasons[:1]) or ([] if certainty == "verified" else ["low_confidence"])
    return {
        "fact_type": "lab_result",
        "certainty": certainty,
        "confidence": 0.97,
        "value": {
            "test_name": expected.test_name,
            "value": expected.value,
            "unit": expected.unit,
            "reference_range": expected.reference_range,
            "flag_printed": "H" if flag else "",
            "abnormal_flag": flag,
            "flag_derived": False,
            "collection_date": expected.collection_date or None,
            "report_date": None,
            "panel": "",
            "specimen": "",
            "comment": "",
            "status": "",
            "numeric": number if number.replace(".", "").isdigit() else None,
            "comparator": None,
            "ucum": None,
            "loinc": None,
            "result_status": None,
            "codes": [],
            "value_codes": [],
            "ambiguous_dates": [],
        },
        "fact_text": f"{expected.test_name} {expected.value}",
        "citation": {
            "source_type": "lab_pdf",
            "source_id": source_id,
            "page_or_section": f"page {expected.page}",
            "field_or_chunk_id": f"results[{index}]",
            "quote_or_value": quote,
            "page": expected.page,
            "bounding_box": box_of(expected),
        },
        "reasons": reasons,
    }


def perfect_document(of: EvalCase) -> Plain:
    """Everything that a perfect line says about a case."""
    facts = [fact_for(expected, index, f"golden:{of.id}") for index, expected in enumerate(of.facts)]
    lines = [fact["citation"]["quote_or_value"] for fact in facts]
    lines += [f"{item.test_name} {item.value}" for item in of.unresulted]
    text = "[PERSON_1] [MRN_1]\n" + "\n".join(lines)
    return {
        "pages": [{"page": number, "route": "native", "text": text} for number in range(1, of.pages + 1)],
        "facts": facts,
        "rejected": [
            {"page": item.page, "reason": "not_resulted", "quote": f"{item.test_name} {item.value}"}
            for item in of.unresulted
        ],
        "warnings": [{"code": code, "page": 1, "message": "noticed"} for code in of.warnings],
    }


def observed(of: EvalCase, document: Plain | None, **changes: Any) -> Observation:
    """An observation of a document, or of none."""
    text = json.dumps(document) if document is not None else ""
    fields: Plain = {
        "case_id": of.id,
        "document": text,
        "error_code": "",
        "error_message": "",
        "logs": "",
        "seconds": 0.1,
    }
    return Observation(**(fields | changes))


def evidence(
    of: EvalCase | None = None, spoil: Callable[[Plain], object] = lambda _: None, **changes: Any
) -> CaseEvidence:
    """Evidence of a perfect run, spoiled by the test."""
    of = of or case()
    document = perfect_document(of)
    spoil(document)
    return gather_evidence(of, observed(of, document, **changes))
