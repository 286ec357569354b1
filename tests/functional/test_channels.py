"""One result by many channels is one row with all its sources; corrections and withdrawals take back what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

import pytest

from arbiter_fhir.bootstrap.custody import chart_rows_of_document
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import LabResult, ResultStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from devstack.ehr import LabValue
from tests.functional.clinic import Clinic
from tests.functional.scripted import Scripted, at, potassium, register, scripted

HL7, PDF, FAX = SourceType.HL7V2_MESSAGE, SourceType.LAB_PDF, SourceType.FAX_PACKET
CORRECTED, ERROR = ResultStatus.CORRECTED, ResultStatus.ENTERED_IN_ERROR


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


def shown(clinic: Clinic, patient: PatientId) -> list[tuple[str, DocumentId | None]]:
    """Value and source of every result that the chart shows."""
    return [(lab.value, lab.document_id) for lab in clinic.chart(patient)]


def reasons(clinic: Clinic, document: DocumentId) -> list[tuple[object, ...]]:
    return clinic.rows(
        "SELECT outcome, conflict_reason, active, retraction_reason FROM clinical_document_promotions"
        " WHERE document_id = %s ORDER BY fact_id",
        document,
    )


def test_one_result_by_three_channels_is_one_row(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    message = script.file(patient, HL7, potassium())
    paper = script.file(patient, PDF, potassium("4.10", collection_date=at()))
    fax = script.file(patient, FAX, potassium(test_name="K", loinc=None))
    assert shown(clinic, patient) == [("4.1", message)]
    (row,) = clinic.chart(patient)
    for document in (paper, fax):
        assert clinic.outcomes(document) == ["duplicate_skipped"]
        keys = clinic.rows("SELECT duplicate_key FROM clinical_document_promotions WHERE document_id = %s", document)
        assert keys == [(f"procedure_result:{row.result_id}",)]
    (known,) = clinic.pipelines.records.chart_rows(RecordView.whole(patient))
    assert known.key == f"procedure_result:{row.result_id}"
    assert [(each.document_id, each.page) for each in known.sources] == [(message, 1), (paper, 1), (fax, 1)]
    (traced,) = chart_rows_of_document(clinic.site.settings, fax)
    assert traced == known


def test_the_row_names_a_source_that_is_still_there(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    message = script.file(patient, HL7, potassium())
    paper = script.file(patient, PDF, potassium())
    fax = script.file(patient, FAX, potassium())
    script.withdraw(message)
    ((value, source),) = shown(clinic, patient)
    assert (value, source) in {("4.1", paper), ("4.1", fax)}
    script.withdraw(paper)
    assert shown(clinic, patient) == [("4.1", fax)]
    script.withdraw(fax)
    assert shown(clinic, patient) == []


def test_withdrawing_a_further_source_leaves_the_row_alone(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    script.file(patient, HL7, potassium())
    before = clinic.chart(patient)
    script.withdraw(script.file(patient, FAX, potassium()))
    assert clinic.chart(patient) == before


def test_a_correction_replaces_our_row_and_keeps_the_old_value_visible(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    first = script.file(patient, HL7, potassium("6.9"))
    paper = script.file(patient, PDF, potassium("6.9"))
    (old,) = clinic.chart(patient)
    corrected = script.file(patient, HL7, potassium("4.1", result_status=CORRECTED))
    assert shown(clinic, patient) == [("4.1", corrected)]
    (new,) = clinic.chart(patient)
    comments = dict(
        clinic.site_rows("SELECT procedure_result_id, comments FROM procedure_result ORDER BY procedure_result_id")
    )
    assert f"procedure_result {old.result_id} said 6.9 mmol/L" in str(comments[new.result_id])
    assert f"replaced by documents:{corrected}" in str(comments[old.result_id])
    assert reasons(clinic, first) == [("promoted", "new_result", 0, "superseded_by")]
    assert reasons(clinic, paper)[0][2:] == (0, "superseded_by")
    assert clinic.rows("SELECT active FROM clinical_document_facts WHERE document_id IN (%s, %s)", first, paper) == [
        (0,),
        (0,),
    ]
    written = clinic.rows("SELECT new_state, action FROM clinical_document_retractions WHERE document_id = %s", first)
    assert written == [("superseded_by", "chart_row_inactivated")]


def test_when_the_correction_is_withdrawn_the_original_holds_again(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    first = script.file(patient, HL7, potassium("6.9"))
    corrected = script.file(patient, HL7, potassium("4.1", result_status=CORRECTED))
    script.withdraw(corrected)
    assert shown(clinic, patient) == [("6.9", first)]
    script.withdraw(first)
    assert shown(clinic, patient) == []


def test_an_original_outlives_a_chain_of_corrections(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    first = script.file(patient, HL7, potassium("6.9"))
    corrections = [
        script.file(patient, HL7, potassium(value, result_status=CORRECTED, report_date=at(10 + hour)))
        for hour, value in enumerate(("4.1", "4.3"))
    ]
    assert shown(clinic, patient) == [("4.3", corrections[1])]
    script.withdraw(corrections[1])
    assert shown(clinic, patient) == [("4.1", corrections[0])]
    script.withdraw(corrections[0])
    assert shown(clinic, patient) == [("6.9", first)]


def test_withdrawing_the_original_leaves_the_correction(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    first = script.file(patient, HL7, potassium("6.9"))
    corrected = script.file(patient, HL7, potassium("4.1", result_status=CORRECTED))
    script.withdraw(first)
    assert shown(clinic, patient) == [("4.1", corrected)]


def test_a_correction_that_comes_first_keeps_its_original_out(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    corrected = script.file(patient, HL7, potassium("4.1", result_status=CORRECTED))
    late = script.file(patient, FAX, potassium("6.9"))
    assert shown(clinic, patient) == [("4.1", corrected)]
    assert reasons(clinic, late) == [("not_promotable", "superseded_by_correction", 1, None)]
    assert clinic.rows("SELECT active FROM clinical_document_facts WHERE document_id = %s", late) == [(0,)]
    script.withdraw(corrected)
    assert shown(clinic, patient) == [("6.9", late)]


def test_a_row_that_somebody_edited_is_not_corrected_over(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    script.file(patient, HL7, potassium("6.9"))
    (row,) = clinic.chart(patient)
    clinic.site.store.edit_lab_result(row.result_id, comments="haemolysed, repeat")
    corrected = script.file(patient, HL7, potassium("4.1", result_status=CORRECTED))
    assert [lab.result_id for lab in clinic.chart(patient)] == [row.result_id]
    assert reasons(clinic, corrected)[0][:2] == ("conflict_needs_review", "row_to_take_back_was_edited")


def test_a_clinicians_row_is_not_corrected_over(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    clinic.site.store.enter_lab_report(
        patient,
        procedure_name="Potassium",
        results=[LabValue(code="2823-3", name="Potassium", result="6.9", units="mmol/L")],
        date_report=datetime(2026, 4, 10, 8, 30),  # noqa: DTZ001 - the chart keeps local time
    )
    before = clinic.chart(patient)
    corrected = script.file(patient, HL7, potassium("4.1", result_status=CORRECTED))
    assert clinic.chart(patient) == before
    assert reasons(clinic, corrected)[0][:2] == ("conflict_needs_review", "corrects_row_of_somebody_else")


@pytest.mark.parametrize("value", ["6.9", ""])
def test_a_result_that_the_laboratory_declares_wrong_leaves_the_chart(
    clinic: Clinic, script: Scripted, value: str
) -> None:
    patient = register(clinic)
    first = script.file(patient, PDF, potassium("6.9"))
    message = script.file(patient, HL7, potassium(value, result_status=ERROR))
    assert shown(clinic, patient) == []
    assert reasons(clinic, message)[0][:2] == ("not_promotable", "withdrew_result")
    assert reasons(clinic, first) == [("promoted", "new_result", 0, "entered_in_error")]
    again = script.file(patient, FAX, potassium("6.9"))
    assert shown(clinic, patient) == []
    assert reasons(clinic, again)[0][:2] == ("conflict_needs_review", "withdrawn_by_laboratory")
    script.withdraw(message)
    ((shown_value, source),) = shown(clinic, patient)
    assert shown_value == "6.9"
    assert source in {first, again}


def test_preliminary_results_wait_and_the_final_one_is_promoted(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    early = script.file(patient, HL7, potassium("4.4", result_status=ResultStatus.PRELIMINARY))
    assert shown(clinic, patient) == []
    final = script.file(patient, HL7, potassium("4.1", result_status=ResultStatus.FINAL))
    assert shown(clinic, patient) == [("4.1", final)]
    assert reasons(clinic, early)[0][:2] == ("needs_review", "result_not_final")


def test_a_lost_decimal_point_shows_against_the_patients_own_results(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    script.file(patient, HL7, creatinine("0.9", month=1))
    (row,) = clinic.chart(patient)
    strange = script.file(patient, PDF, creatinine("9.0"))
    assert [lab.value for lab in clinic.chart(patient)] == ["0.9"]
    found = clinic.rows(
        "SELECT outcome, conflict_reason, duplicate_key FROM clinical_document_promotions WHERE document_id = %s",
        strange,
    )
    assert found == [("needs_review", "unlike_earlier_results", f"procedure_result:{row.result_id}")]


def test_a_scanned_page_is_held_to_narrower_limits(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    script.file(patient, HL7, creatinine("0.9", month=1))
    scanned = script.file(patient, PDF, creatinine("5.0"), scanned=True)
    assert reasons(clinic, scanned)[0][:2] == ("needs_review", "unlike_earlier_results")
    typed = script.file(patient, PDF, creatinine("5.0"))
    assert reasons(clinic, typed)[0][:2] == ("promoted", "new_result")


def creatinine(value: str, month: int = 4) -> LabResult:
    return LabResult(
        "Creatinine", value, "mg/dL", numeric=Decimal(value), loinc="2160-0", collection_date=at(9, month=month)
    )
