from __future__ import annotations

import pytest
from pydantic import ValidationError

from arbiter_fhir.errors import ErrorCode
from arbiter_fhir.evals.cases import EvalCase, ForbiddenFact, PartName, PrintedPart
from tests.unit.evals.golden_evidence import case, row


def test_a_case_survives_its_file() -> None:
    assert EvalCase.model_validate_json(case().model_dump_json()) == case()


def test_a_field_too_many_is_an_error() -> None:
    with pytest.raises(ValidationError):
        EvalCase.model_validate_json(case().model_dump_json()[:-1] + ', "fact": []}')


@pytest.mark.parametrize("box", [(0.5, 0.5, 0.6, 0.1), (-0.1, 0, 0.5, 0.5), (0, 0, 0, 0.1)])
def test_a_box_off_the_page_is_an_error(box: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValidationError):
        PrintedPart(part=PartName.NAME, text="Glucose", box=box, ink=box)


def test_contradictions_are_errors() -> None:
    with pytest.raises(ValidationError):
        case(error=ErrorCode.ENCRYPTED)
    with pytest.raises(ValidationError):
        case(facts=(row("Glucose", "142", 0.3, page=2),))
    with pytest.raises(ValidationError):
        ForbiddenFact(why="nothing named", test_name="Glucose")
