from __future__ import annotations

import json
from typing import Any

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ErrorCode, ExtractionError
from arbiter_fhir.extraction.model.proposals import MAX_FACTS, answer_schema, parse_answer

LAB: dict[str, Any] = {
    "kind": "lab_result",
    "quote": "Glucose 105 mg/dL",
    "test_name": "Glucose",
    "value": "105",
    "unit": "mg/dL",
    "reference_range": "",
    "flag": "",
    "collection_date": "[DATE_1]",
}
ALLERGY = {
    "kind": "allergy",
    "quote": "sulfa",
    "substance": "sulfa",
    "reaction": "",
    "severity": "",
    "assertion": "present",
}


def answered(*facts: object, document_type: str = "lab_pdf") -> str:
    return json.dumps({"document_type": document_type, "facts": facts})


def test_a_whole_answer_is_read() -> None:
    answer = parse_answer(answered(LAB, ALLERGY), doc_type=DocType.LAB_PDF)
    assert [fact.kind for fact in answer.facts] == ["lab_result", "allergy"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "```json\n" + answered(LAB) + "\n```",
        answered(LAB)[:-3],
        answered(LAB) + answered(LAB),
        "[]",
        '{"facts": []}',
        answered(LAB, document_type="intake_form"),
        answered(LAB, document_type="passport"),
        answered({**LAB, "quote": ""}),
        answered({key: value for key, value in LAB.items() if key != "quote"}),
        answered({**LAB, "certainty": "verified"}),
        answered({**LAB, "value": 105}),
        answered({**LAB, "kind": "diagnosis"}),
        answered({**ALLERGY, "assertion": "certain"}),
        answered({**LAB, "test_name": "x" * 501}),
        answered(*[LAB] * (MAX_FACTS + 1)),
        '{"document_type": "lab_pdf", "facts": NaN}',
        "[" * 50_000,
        " " * 500_000,
    ],
    ids=range(20),
)
def test_an_answer_of_another_shape_is_rejected_whole_and_not_repeated(text: str) -> None:
    with pytest.raises(ExtractionError) as rejected:
        parse_answer(text, doc_type=DocType.LAB_PDF)
    assert rejected.value.code is ErrorCode.EXTRACT_SCHEMA
    assert "Glucose" not in rejected.value.message


def test_the_demanded_shape_is_closed_in_every_object() -> None:
    def objects(node: object) -> list[dict[str, Any]]:
        if isinstance(node, list):
            return [found for each in node for found in objects(each)]
        if not isinstance(node, dict):
            return []
        below = [found for each in node.values() for found in objects(each)]
        return [node, *below] if node.get("type") == "object" else below

    found = objects(answer_schema())
    assert len(found) >= 7
    for shape in found:
        assert shape["additionalProperties"] is False
        assert sorted(shape["required"]) == sorted(shape["properties"])
    assert "oneOf" not in json.dumps(answer_schema())
