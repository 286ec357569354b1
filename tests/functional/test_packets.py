"""A fax packet through the whole line: each document to whom it belongs, and nothing of anybody else."""

from __future__ import annotations

import pymupdf
import pytest

from arbiter_fhir.bootstrap.custody import parts_of_document
from arbiter_fhir.bootstrap.secret_files import read_key, read_secret
from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.answer import AnswerStatus
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, SiteId
from arbiter_fhir.store import PhiCipher, SqlPhiMapReader, open_engine
from devstack.samples import sample
from devstack.samples.fax import FAX_QUALITIES, fax_pages, write_tiff
from tests.functional.clinic import Clinic

OURS, OTHERS = sample("ruled"), sample("open")
COVER = (
    "FAX COVER SHEET",
    "TO: Northgate Family Practice",
    "FROM: Sample Laboratories",
    "PAGES: 3 including cover",
    "RE: laboratory results",
)


@pytest.fixture(scope="module")
def category(clinic: Clinic) -> str:
    """A category that is read as fax packets."""
    name = "Received Faxes"
    build_mappings(clinic.site.settings).put(clinic.site.store.add_category(name), DocType.FAX_PACKET, active=True)
    return name


def packet(*documents: bytes) -> bytes:
    """A cover sheet and the given documents in one file."""
    gathered = pymupdf.open()
    sheet = gathered.new_page(width=612, height=792)
    for row, line in enumerate(COVER):
        sheet.insert_text((72, 90 + 40 * row), line, fontsize=16)
    for document in documents:
        gathered.insert_pdf(pymupdf.open(stream=document, filetype="pdf"))
    return bytes(gathered.tobytes(no_new_id=True))


def statuses(clinic: Clinic, document: DocumentId) -> list[tuple[int, str]]:
    parts = parts_of_document(clinic.site.settings, document)
    return [(part.first_page, part.status.value) for part in parts]


def test_another_patients_page_is_quarantined_and_ours_is_promoted(clinic: Clinic, category: str) -> None:
    patient = clinic.register(OURS.truth.person, mrn=OURS.truth.person.mrn)
    document = clinic.upload(patient, packet(OURS.content, OTHERS.content), name="fax.pdf", category=category)
    clinic.work()
    assert clinic.jobs(document) == [("succeeded", None, patient)]
    assert statuses(clinic, document)[1:] == [(2, "identity_verified"), (3, "identity_mismatch_quarantined")]
    ours = {row.test_name for row in OURS.truth.rows if row.resulted}
    others = {row.test_name for row in OTHERS.truth.rows if row.resulted} - ours
    assert others
    assert {lab.name for lab in clinic.chart(patient)} == ours
    stored = clinic.rows(
        "SELECT JSON_VALUE(citation_json, '$.page'), active FROM clinical_document_facts WHERE document_id = %s",
        document,
    )
    assert {int(str(page)) for page, active in stored if active} == {2}
    assert any(int(str(page)) == 3 for page, _ in stored), "what was not taken stays visible for review"
    assert clinic.rows("SELECT DISTINCT page FROM clinical_document_chunks WHERE document_id = %s", document) == [(2,)]


def test_the_facts_of_a_patient_come_with_the_parts_of_what_was_divided(clinic: Clinic, category: str) -> None:
    patient = clinic.register(OURS.truth.person, mrn="Q-7002")
    document = clinic.upload(patient, packet(OTHERS.content), name="fax.pdf", category=category)
    clinic.work()
    parts = clinic.pipelines.records.divided_documents(RecordView.whole(patient))
    assert [(part.document_id, part.first_page, part.status.value) for part in parts] == [
        (document, 1, "identity_ambiguous_needs_review"),
        (document, 2, "identity_mismatch_quarantined"),
    ]


def test_no_answer_speaks_from_the_other_patients_page(clinic: Clinic, category: str) -> None:
    patient = clinic.register(OURS.truth.person, mrn="Q-7001")
    clinic.upload(patient, packet(OTHERS.content), name="fax.pdf", category=category)
    clinic.work()
    answer = clinic.ask(patient, "most recent potassium?")
    assert answer.status is AnswerStatus.REFUSED
    assert clinic.chart(patient) == []


def test_the_placeholder_map_of_the_packet_holds_nobody_else(clinic: Clinic, category: str) -> None:
    patient = clinic.register(OURS.truth.person)
    document = clinic.upload(patient, packet(OURS.content, OTHERS.content), name="fax.pdf", category=category)
    clinic.work()
    settings = clinic.site.settings
    engine = open_engine(read_secret(settings.reidentify_url_file, "reidentify_url_file"))
    cipher = PhiCipher(SiteId(settings.site), {1: read_key(settings.kek_file, "kek_file")})
    phi = SqlPhiMapReader(engine, cipher).read(patient, document)
    forms = [form for every in phi.values.values() for form in every]
    assert any(OURS.truth.person.family in form for form in forms)
    assert not [form for form in forms if OTHERS.truth.person.family in form]


def test_a_faxed_packet_is_read_from_its_frames(clinic: Clinic, category: str) -> None:
    patient = clinic.register(OURS.truth.person)
    faxed = fax_pages(packet(OURS.content), seed=3, quality=FAX_QUALITIES["fine"])
    document = clinic.upload(patient, write_tiff(faxed), name="fax.tif", category=category)
    clinic.work()
    assert clinic.jobs(document) == [("succeeded", None, patient)]
    printed = {row.test_name: row.value for row in OURS.truth.rows if row.resulted}
    chart = {lab.name: lab.value for lab in clinic.chart(patient)}
    assert chart
    assert chart.items() <= printed.items()


def test_patients_are_told_apart(clinic: Clinic, category: str) -> None:
    """The same packet in the other patient's chart: the decisions change sides."""
    patient = clinic.register(OTHERS.truth.person)
    document = clinic.upload(patient, packet(OURS.content, OTHERS.content), name="fax.pdf", category=category)
    clinic.work()
    assert statuses(clinic, document)[1:] == [(2, "identity_mismatch_quarantined"), (3, "identity_verified")]
