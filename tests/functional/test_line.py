"""The whole line for one laboratory report: upload in, promoted value and cited answer out."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

from arbiter_fhir.domain.answer import AnswerStatus, Section
from devstack.ehr import LabValue
from devstack.samples import PEOPLE, sample
from tests.functional.clinic import Clinic

PAPER = sample("ruled").truth


def printed(scanned: bool = False) -> dict[str, str]:
    return {row.test_name: row.value for row in sample("ruled", scanned=scanned).truth.rows if row.resulted}


def test_a_typed_report_is_promoted_value_by_value_as_printed(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    document = clinic.upload_sample(patient)
    clinic.work()
    assert clinic.jobs(document) == [("succeeded", None, patient)]
    chart = {lab.name: lab for lab in clinic.chart(patient)}
    assert {name: lab.value for name, lab in chart.items()} == printed()
    for row in PAPER.rows:
        lab = chart[row.test_name]
        assert (lab.unit, lab.reference_range) == (row.unit, row.reference_range)
        assert lab.document_id == document
        assert lab.collected_at is not None
        assert row.collected.startswith(lab.collected_at.date().isoformat())
        assert not lab.code or lab.code[-2] == "-", "only LOINC codes may stand in result_code"


def test_the_scanned_page_says_the_same_and_is_not_written_twice(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    typed = clinic.upload_sample(patient)
    clinic.work()
    before = clinic.chart(patient)
    scanned = clinic.upload_sample(patient, scanned=True)
    clinic.work()
    assert clinic.jobs(scanned)[0][0] == "succeeded"
    assert clinic.chart(patient) == before
    assert set(clinic.outcomes(typed)) == {"promoted"}
    assert set(clinic.outcomes(scanned)) <= {"duplicate_skipped", "not_promotable", "needs_review"}
    assert "duplicate_skipped" in clinic.outcomes(scanned)


def test_a_scanned_page_alone_is_promoted_as_printed(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    clinic.upload_sample(patient, scanned=True)
    clinic.work()
    chart = {lab.name: lab.value for lab in clinic.chart(patient)}
    assert chart
    assert chart.items() <= printed(scanned=True).items()


def test_the_same_file_again_adds_nothing(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    clinic.upload_sample(patient)
    clinic.work()
    before = clinic.chart(patient)
    again = clinic.upload_sample(patient)
    clinic.work()
    assert clinic.chart(patient) == before
    assert set(clinic.outcomes(again)) == {"duplicate_skipped"}


def test_a_conflicting_value_goes_to_a_person_and_not_into_the_chart(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    row = PAPER.rows[0]
    clinic.site.store.enter_lab_report(
        patient,
        procedure_name=row.panel,
        results=[LabValue(code="", name=row.test_name, result="99.9", units=row.unit)],
        date_report=datetime.fromisoformat(row.collected),
    )
    before = clinic.chart(patient)
    document = clinic.upload_sample(patient)
    clinic.work()
    outcomes = clinic.outcomes(document)
    assert outcomes[0] == "conflict_needs_review"
    assert [lab for lab in clinic.chart(patient) if lab.name == row.test_name] == list(before)


def test_the_answer_cites_a_box_on_the_page(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    document = clinic.upload_sample(patient)
    clinic.work()
    answer = clinic.ask(patient, "most recent HbA1c?")
    assert answer.status is AnswerStatus.ANSWERED
    row = next(row for row in PAPER.rows if "A1c" in row.test_name)
    (sentence,) = answer.sections[Section.PATIENT_FINDINGS]
    assert row.value in sentence
    citation = next(item for item in answer.citations if item.source_id == f"documents:{document}")
    assert citation.box is not None
    assert row.value in citation.quote.value
    true_box = row.box
    assert citation.page == row.page
    overlap = min(citation.box.right, true_box.x + true_box.width) - max(citation.box.x, true_box.x)
    assert overlap > 0.8 * true_box.width


@pytest.mark.parametrize(
    "question", ["what is the weather?", "should I increase the metformin dose?", "list all patients with diabetes"]
)
def test_what_cannot_be_cited_is_refused(clinic: Clinic, question: str) -> None:
    patient = clinic.register(PAPER.person)
    clinic.upload_sample(patient)
    clinic.work()
    answer = clinic.ask(patient, question)
    assert answer.status is AnswerStatus.REFUSED
    assert answer.refusal is not None
    assert not answer.citations


def test_another_patients_report_is_quarantined(clinic: Clinic) -> None:
    other = clinic.register(PEOPLE[3], mrn="Q-0001")
    document = clinic.upload_sample(other)
    clinic.work()
    assert clinic.chart(other) == []
    ((status,),) = clinic.rows(
        "SELECT identity_status FROM clinical_document_identity_checks WHERE document_id = %s", document
    )
    assert status == "identity_mismatch_quarantined"
    assert clinic.rows("SELECT id FROM clinical_document_chunks WHERE document_id = %s", document) == []
    answer = clinic.ask(other, "most recent HbA1c?")
    assert answer.status is AnswerStatus.REFUSED


def test_no_identifier_of_the_page_reaches_a_table_in_the_clear(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    document = clinic.upload_sample(patient)
    clinic.work()
    columns = clinic.rows(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
        " AND data_type NOT IN ('bigint', 'int', 'smallint', 'tinyint', 'double', 'datetime', 'vector')"
    )
    identifiers = [text for text in PAPER.identifiers if len(text) > 3]
    assert identifiers
    for table, column in columns:
        values = clinic.rows(f"SELECT `{column}` FROM `{table}`")
        stored = "\n".join(str(value) for (value,) in values)
        leaked = [text for text in identifiers if text in stored]
        assert not leaked, f"{table}.{column}"
    assert clinic.rows("SELECT label FROM phi_tokens WHERE document_id = %s", document)


def test_every_promoted_number_is_exact(clinic: Clinic) -> None:
    patient = clinic.register(PAPER.person)
    clinic.upload_sample(patient)
    clinic.work()
    for lab in clinic.chart(patient):
        paper = printed()[lab.name]
        if paper.replace(".", "").isdigit():
            assert Decimal(lab.value) == Decimal(paper)
