"""Documents full of canaries go through the whole line: none sings in a row, a chunk, a log or an error."""

from __future__ import annotations

import base64
import io
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import quote

import pytest

from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.telemetry import configure_logging
from devstack.bench.deid.contents import Content, content_of
from devstack.bench.deid.file_formats import hl7v2_message, referral_docx, workbook_xlsx
from devstack.bench.deid.paper_formats import faxed, fillable_form, scanned_pdf, typed_pdf
from devstack.bench.deid.people import Cast, Name, cast_of
from devstack.bench.deid.scribe import Scribe
from devstack.samples import Person
from tests.functional.clinic import Clinic

#: Words that no language, list or program has.
CANARY_NAMES = ("Zorvitha", "Quaxelbryn", "Ulmexora", "Brindovask", "Yolthemar", "Krevandish", "Ostrivelle")
#: Categories of OpenEMR's default list that no other test maps.
CATEGORIES = {
    DocType.INTAKE_FORM: 15,
    DocType.REFERRAL_DOCX: 16,
    DocType.CLINICAL_WORKBOOK: 18,
    DocType.FAX_PACKET: 19,
    DocType.HL7V2_MESSAGE: 20,
    DocType.LAB_PDF: 21,
}


def canary_cast() -> Cast:
    given, family, *others = CANARY_NAMES
    made = cast_of(random.Random("canary"))
    return replace(
        made,
        patient=Name(given, "Quill", family),
        relatives=(Name(others[0], "Q", family), Name(others[1], "Q", others[2])),
        clinicians=(Name(others[2], "K", others[3]), Name(others[4], "K", others[1])),
        others=(Name(others[0], "L", others[4]),),
        street="Vexmoor",
        city="Plinthagen",
        other_cities=("Plinthagen", "Plinthagen"),
        emails=("zq.vexmail@mail.example", "zq.vexmail@mail.example"),
        mrn="MRN-7719045",
        member="XKJ905551774",
        device="SN88017745",
        account="8817-55109",
        accession="AC-7701945",
    )


def documents(cast: Cast) -> Iterator[tuple[str, DocType, bytes]]:
    pick = random.Random("canaries")

    def content(prose: str, rows: int) -> Content:
        return content_of(pick, prose, sentences_wanted=14, rows=rows, cast=cast)

    yield "typed.pdf", DocType.LAB_PDF, typed_pdf(content("report", 4), pick)
    yield "scan.pdf", DocType.LAB_PDF, scanned_pdf(content("soap", 3), pick)
    yield "form.pdf", DocType.INTAKE_FORM, fillable_form(content("history", 0))
    yield "letter.docx", DocType.REFERRAL_DOCX, referral_docx(content("letter", 3), pick)
    yield "book.xlsx", DocType.CLINICAL_WORKBOOK, workbook_xlsx(content("call", 5), pick)
    yield "fax.tiff", DocType.FAX_PACKET, faxed(content("discharge", 2), pick)
    note = content("nursing", 4)
    yield "message.hl7", DocType.HL7V2_MESSAGE, hl7v2_message(note, Scribe(cast, pick))[0]


@dataclass(frozen=True)
class Flown:
    """What came of all documents."""

    patient: PatientId
    documents: dict[str, DocumentId]
    log: str


@pytest.fixture(scope="module")
def cast() -> Cast:
    return canary_cast()


@pytest.fixture(scope="module")
def flown(clinic: Clinic, cast: Cast) -> Iterator[Flown]:
    mappings = build_mappings(clinic.site.settings)
    for doc_type, category in CATEGORIES.items():
        mappings.put(category, doc_type, active=True)
    chart = cast.chart()
    patient = clinic.register(
        Person(
            chart.given, "Quill", chart.family, cast.birth_date, cast.sex, chart.mrn, chart.street, chart.city,
            chart.state, chart.postal_code, cast.phones[0],
        )
    )  # fmt: skip
    log = io.StringIO()
    configure_logging(stream=log)
    try:
        stored = {
            name: clinic.upload(patient, data, name=name, category=CATEGORIES[doc_type])
            for name, doc_type, data in documents(cast)
        }
        # One that cannot be read: errors are where leaks live.
        stored["broken.pdf"] = clinic.upload(
            patient, b"%PDF-1.7 Zorvitha Quaxelbryn", name="broken.pdf", category=CATEGORIES[DocType.LAB_PDF]
        )
        clinic.work()
        clinic.ask(patient, "What is the glucose of Zorvitha Quaxelbryn?")
    finally:
        configure_logging(silent=True)
    yield Flown(patient, stored, log.getvalue())
    for category in CATEGORIES.values():
        mappings.put(category, DocType.LAB_PDF, active=False)


def secrets_of(cast: Cast) -> set[str]:
    numbers = {cast.mrn, cast.ssn, cast.member, cast.device, cast.account, cast.accession, cast.license}
    phones = {phone.split(" ext")[0] for phone in cast.phones}
    return {*CANARY_NAMES, "Vexmoor", "Plinthagen", *cast.emails, *numbers, *phones, cast.url.rpartition("/")[2]}


def needles(secrets: set[str]) -> dict[bytes, str]:
    """Each secret in the encodings in which it may stand somewhere."""
    found: dict[bytes, str] = {}
    for secret in secrets:
        raw = secret.encode()
        for form in (raw, secret.lower().encode(), secret.upper().encode(), raw.hex().encode(), quote(secret).encode()):
            found[form] = secret
        if len(raw) >= 6:
            # Three alignments of base64, without the signs that neighbours change.
            for shift in range(3):
                text = base64.b64encode(b"\0" * shift + raw).rstrip(b"=")
                found[text[4 if shift else 0 : -2]] = secret
    return found


def heard(content: bytes, secrets: set[str]) -> set[str]:
    return {secret for form, secret in needles(secrets).items() if form in content}


@pytest.mark.parametrize("wrap", [bytes, bytes.hex, base64.b64encode, lambda raw: b"abc" + raw.upper()])
def test_the_ear_is_not_deaf(wrap: object) -> None:
    made = wrap(b"x Quaxelbryn y")  # type: ignore[operator]
    assert heard(made if isinstance(made, bytes) else made.encode(), {"Quaxelbryn"}) == {"Quaxelbryn"}


def test_every_document_was_read(clinic: Clinic, flown: Flown) -> None:
    ends = {name: clinic.jobs(document) for name, document in flown.documents.items()}
    broken = ends.pop("broken.pdf")
    assert [(job[0], str(job[1])[:2]) for job in broken] == [("failed", "E_")]
    assert {name: [job[0] for job in jobs] for name, jobs in ends.items()} == {name: ["succeeded"] for name in ends}


def test_no_row_of_ours_holds_a_canary(clinic: Clinic, flown: Flown, cast: Cast) -> None:
    schema = f"arbiter_{clinic.site.site}"
    columns = clinic.rows(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = %s AND data_type NOT IN"
        " ('int', 'bigint', 'smallint', 'tinyint', 'datetime', 'timestamp', 'date', 'decimal', 'double', 'vector')",
        schema,
    )
    assert len(columns) > 30
    found = {}
    for table, column in columns:
        rows = clinic.rows(f"SELECT `{column}` FROM `{schema}`.`{table}`")
        content = b"\n".join(
            value if isinstance(value, bytes) else str(value).encode() for (value,) in rows if value is not None
        )
        leaked = heard(content, secrets_of(cast))
        if leaked:
            found[f"{table}.{column}"] = leaked
    assert found == {}
    facts = clinic.rows("SELECT COUNT(*) FROM clinical_document_facts WHERE patient_id = %s", flown.patient)
    assert int(str(facts[0][0])) > 0, "nothing was read, so nothing was tested"


def test_no_event_holds_a_canary(flown: Flown, cast: Cast) -> None:
    assert "job." in flown.log, "nothing was logged, so nothing was tested"
    assert heard(flown.log.encode(), secrets_of(cast)) == set()


def test_errors_hold_no_canary(clinic: Clinic, flown: Flown) -> None:
    rows = clinic.rows(
        "SELECT error_code, error_message FROM clinical_document_processing_jobs WHERE document_id = %s",
        flown.documents["broken.pdf"],
    )
    assert rows
    assert all(re.search("zorvitha|quaxelbryn", " ".join(map(str, row)), re.IGNORECASE) is None for row in rows)
