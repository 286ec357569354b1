"""Bad files and a failing EHR: each job ends with a code and a sentence, the worker goes on, and no canary gets out."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pymupdf
import pytest

from arbiter_fhir.telemetry import configure_logging
from devstack.ehr import Fault, FaultKind
from devstack.samples import PEOPLE, sample
from tests.functional.clinic import Clinic

PERSON = PEOPLE[2]
CANARY = "Zyxwvut"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    configure_logging(stream=stream)
    yield stream
    configure_logging(silent=True)


def pdf_with(text: str, **saving: object) -> bytes:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), text)
    content = document.tobytes(**saving)
    document.close()
    return bytes(content)


BAD_FILES = {
    "E_EMPTY": b"",
    "E_TYPE": b"MZ" + b"\x00" * 400,
    "E_CORRUPT": b"%PDF-1.7\n" + b"1 0 obj <<>>\n" * 3,
    "E_ENCRYPTED": pdf_with(
        CANARY, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret-canary", owner_pw="owner-canary"
    ),
    "E_UNSUPPORTED": b"\x1f\x8b\x08\x00" + CANARY.encode(),
}


@pytest.mark.parametrize("code", BAD_FILES)
def test_a_bad_file_fails_for_good_and_the_next_good_one_is_read(clinic: Clinic, code: str, log: io.StringIO) -> None:
    patient = clinic.register(PERSON, family=CANARY, mrn=f"{CANARY}-{code}")
    bad = clinic.upload(patient, BAD_FILES[code], name=f"{CANARY}.pdf")
    good_patient = clinic.register(sample("ruled").truth.person)
    good = clinic.upload_sample(good_patient)
    clinic.work()
    ((status, error_code, _),) = clinic.jobs(bad)
    assert (status, error_code) == ("failed", code)
    ((message,),) = clinic.rows(
        "SELECT error_message FROM clinical_document_processing_jobs WHERE document_id = %s", bad
    )
    assert str(message).endswith(".")
    assert len(str(message)) > 20
    assert clinic.jobs(good)[0][0] == "succeeded"
    assert clinic.left_of(bad).keys() <= {
        "arbiter.clinical_document_processing_jobs",
        "arbiter.watch_documents",
    }, "a failed document leaves nothing but its job"
    seen = log.getvalue() + str(message)
    assert "job.failed" in seen
    assert CANARY not in seen
    assert "canary" not in seen


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault(match="/Binary/", kind=FaultKind.STATUS, status=503, times=50), "E_EHR_UNAVAILABLE"),
        (Fault(match="/Binary/", kind=FaultKind.RESET, times=50), "E_EHR_UNAVAILABLE"),
        (Fault(match="/Binary/", kind=FaultKind.WRONG_BYTES, times=50), "E_SOURCE_HASH"),
    ],
    ids=["503", "reset", "wrong-bytes"],
)
def test_a_failing_ehr_is_tried_again_and_nothing_is_lost(
    clinic: Clinic, fault: Fault, code: str, log: io.StringIO
) -> None:
    patient = clinic.register(sample("ruled").truth.person)
    document = clinic.upload_sample(patient)
    clinic.site.ehr.faults.put(fault)
    try:
        clinic.work()
    finally:
        clinic.site.ehr.faults.clear()
    ((status, error_code, _),) = clinic.jobs(document)
    assert (status, error_code) == ("pending", code)
    with clinic.site.mariadb.connect(f"arbiter_{clinic.site.site}") as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE clinical_document_processing_jobs SET available_at = '2000-01-01'")
    clinic.work()
    assert clinic.jobs(document)[0][0] == "succeeded"
    assert clinic.chart(patient)
    assert sample("ruled").truth.person.family not in log.getvalue()


def test_an_ingest_that_goes_well_logs_no_identifier_either(clinic: Clinic, log: io.StringIO) -> None:
    truth = sample("ruled").truth
    patient = clinic.register(truth.person)
    clinic.upload_sample(patient)
    clinic.work()
    clinic.ask(patient, f"What was {truth.person.given} {truth.person.family}'s last HbA1c?")
    assert "job.finished" in log.getvalue()
    assert [word for word in truth.identifiers if len(word) > 4 and word in log.getvalue()] == []
