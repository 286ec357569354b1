"""A corrected fact becomes a regression case: nothing in it names a person, and the line is judged by it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from rich.console import Console

from arbiter_fhir.bootstrap.reviewing import build_eval_cases
from arbiter_fhir.cli.eval_case import case_of, export_case, write_case
from arbiter_fhir.cli.output import Output
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.errors import ErrorCode, RequestError, ReviewError
from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.corpus import Manifest, Source, _case_problems, _manifest_problems
from arbiter_fhir.evals.evidence import gather_evidence
from arbiter_fhir.evals.field_scores import Field
from arbiter_fhir.evals.line import build_line
from arbiter_fhir.evals.runner import observe
from arbiter_fhir.evals.scorecard import judge_case
from arbiter_fhir.pipelines.eval_case import RegressionMaterial
from arbiter_fhir.pipelines.preview import Preview
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.desk import sit_down

PERSON = sample("ruled").truth.person


def fact_of(clinic: Clinic, document: int, test: str) -> int:
    ((found,),) = clinic.rows(
        "SELECT id FROM clinical_document_facts WHERE document_id = %s AND fact_text LIKE %s", document, f"{test}%"
    )
    return int(str(found))


@pytest.fixture(scope="module")
def corrected(clinic: Clinic) -> tuple[int, int]:
    """Ids of a corrected fact and of one that nobody corrected."""
    patient = clinic.register(PERSON)
    document = clinic.upload_sample(patient)
    clinic.work()
    fact, other = fact_of(clinic, document, "Glucose"), fact_of(clinic, document, "Hemoglobin A1c")
    desk = sit_down(clinic, patient)
    desk.settle(desk.fact(document, "Glucose"), ReviewWord.APPROVE, corrections={"value": "241"})
    return fact, other


@pytest.fixture(scope="module")
def exported(clinic: Clinic, corrected: tuple[int, int], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the case."""
    out = tmp_path_factory.mktemp("case") / "out"
    export_case(clinic.site.settings, corrected[0], out, Output(Console(quiet=True), as_json=False))
    return out


def loaded(exported: Path) -> tuple[EvalCase, Source]:
    (path,) = exported.glob("regression-*.json")
    case = EvalCase.model_validate_json(path.read_bytes())
    return case, Source.model_validate_json((exported / "manifest-entry.json").read_bytes())


def test_the_golden_sets_loader_takes_the_case(exported: Path) -> None:
    case, source = loaded(exported)
    assert list(_case_problems([case])) == []
    assert list(_manifest_problems(Manifest(sources=(source,)), [case])) == []
    assert (exported / case.source).stat().st_size == source.size
    assert (exported / case.source).stat().st_mode & 0o777 == 0o600


def test_truth_and_paper_stand_beside_each_other(exported: Path) -> None:
    truth = json.loads((exported / "truth.json").read_text())
    assert (truth["value"]["value"], truth["paper"]["value"]) == ("241", "142")
    assert "corrected_by_reviewer" in truth["reasons"]
    case, _ = loaded(exported)
    assert case.items[0].fields["value"] == "241"
    assert case.items[0].fields["unit"] == "mg/dL"


@dataclass
class OneReading:
    """The line, which has read the painted page once."""

    preview: Preview

    def extract(self, content: bytes, *, doc_type: DocType, source_id: str) -> Preview:
        return self.preview


@pytest.fixture(scope="module")
def reading(exported: Path) -> OneReading:
    """The painted page, read by the real line."""
    case, _ = loaded(exported)
    content = (exported / case.source).read_bytes()
    return OneReading(build_line().extract(content, doc_type=case.doc_type, source_id=f"golden:{case.id}"))


def test_nothing_names_the_patient(exported: Path, reading: OneReading) -> None:
    text = "\n".join(path.read_text() for path in exported.iterdir() if path.suffix in {".json", ".txt", ".md"})
    text += "\n".join(word.text for page in reading.preview.pages.pages for word in page.words)
    for secret in (PERSON.family, PERSON.given, PERSON.mrn, PERSON.street.split()[1], PERSON.phone):
        assert secret.casefold() not in text.casefold()


def test_the_line_is_judged_by_the_case(exported: Path, reading: OneReading) -> None:
    case, _ = loaded(exported)
    misread = judge_case(gather_evidence(case, observe(case, b"", reading)))
    assert misread.scores[Field.VALUE].wrong == 1
    as_printed = case.items[0].model_copy(update={"fields": {**case.items[0].fields, "value": "142"}})
    right = case.model_copy(update={"items": (as_printed, *case.items[1:])})
    judged = judge_case(gather_evidence(right, observe(right, b"", reading)))
    assert judged.scores[Field.VALUE].right == 1
    assert {name: result.findings for name, result in judged.results.items() if result.findings} == {}


def test_what_nobody_corrected_is_no_case(clinic: Clinic, corrected: tuple[int, int]) -> None:
    cases = build_eval_cases(clinic.site.settings)
    with pytest.raises(ReviewError) as refused:
        cases.material(corrected[1])
    assert refused.value.code is ErrorCode.REVIEW_INVALID
    with pytest.raises(RequestError):
        cases.material(987_654_321)


def test_without_a_safe_picture_there_are_words_alone(
    clinic: Clinic, corrected: tuple[int, int], tmp_path: Path
) -> None:
    material = replace(build_eval_cases(clinic.site.settings).material(corrected[0]), picture=None)
    written = write_case(material, tmp_path / "words")
    assert [path.name for path in written] == ["README.md", "truth.json", "page.txt"]
    assert case_of(material).layout == "redacted"
    assert isinstance(material, RegressionMaterial)
