"""The whole for browser tests: a clinic with documents, the service over HTTP, OpenEMR's stand-in with the module."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import uvicorn

from arbiter_fhir.app import create_app
from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.worker import WorkerTimes, build_worker
from devstack.ehr.store import LabValue
from devstack.golden.patients import FOLK
from devstack.local_site import CATEGORIES, LocalSite
from devstack.mariadb import MariaDBHandle
from devstack.openemr_kernel.launcher import OpenEmrKernel
from devstack.samples import LAYOUTS, PEOPLE, Analyte, LabReport, Panel, Person, render_lab_report, sample
from devstack.samples.contents import LIPIDS, THYROID
from tests.functional.clinic import Clinic

__all__ = ["CANARY", "CANARY_NAME", "Stage", "open_stage"]

#: What would run if any text of a document, a file name or a question became markup.
CANARY = "<img src=x onerror=window.arbiterHit=1>"
CANARY_NAME = f"report {CANARY} '\"><script>window.arbiterHit=1</script>.pdf"
START_SECONDS = 60.0
_READ_CATEGORIES = frozenset({"Lab Report", "Referral Document", "Clinical Workbook", "HL7 v2 Message"})


@dataclass(frozen=True)
class Stage:
    """Everything that runs, and who and what is in it.

    Attributes:
        patient: With results of three dates, an older report with doubts, somebody else's report, a locked file.
        other: Another patient; whether his one document is his is in doubt.
        referred: A patient with a letter in Word, and one with a message and a workbook: documents that have no pages.
        admitted: The other one of these two.
    """

    clinic: Clinic
    kernel: OpenEmrKernel
    api_url: str
    patient: PatientId
    other: PatientId
    referred: PatientId
    admitted: PatientId
    documents: dict[str, DocumentId]


@contextlib.contextmanager
def open_stage(mariadb: MariaDBHandle, folder: Path, name: str, sources: Path) -> Iterator[Stage]:
    """Set the stage, clear it afterwards.

    Args:
        mariadb: The server.
        folder: For everything on disk.
        name: The site's name; schemas are named after it.
        sources: The golden set's documents.
    """
    with LocalSite(mariadb, folder / "clinic", site=name) as site:
        _map(site)
        pipelines = build_site(site.settings)
        worker = build_worker(pipelines, name="browser", times=WorkerTimes())
        clinic = Clinic(site, pipelines, worker)
        patient, other, documents = _fill(clinic, sources)
        referred, admitted = clinic.register(FOLK["Villarreal"]), clinic.register(FOLK["Wisniewski"])
        documents |= _fill_without_pages(clinic, sources, referred, admitted)
        clinic.work()
        with (
            _serving(clinic) as api_url,
            OpenEmrKernel(mariadb, site.openemr_schema, folder / "kernel", site=site.site) as kernel,
        ):
            kernel.configure(url=api_url, secret=site.module_secret)
            yield Stage(clinic, kernel, api_url, patient, other, referred, admitted, documents)


def in_doubt(person: Person, day: datetime) -> bytes:
    """A report with a result below its range that it flags as high; another is named by markup."""
    flagged = tuple(
        replace(each, flag="H", abnormal="high") if each.name == "Ferritin" else each for each in THYROID.analytes
    )
    strange = Panel("Other", (Analyte(f"Zinc {CANARY}", "88", "ug/dL", "60 - 120"),), specimen="Serum")
    panels = (replace(THYROID, analytes=flagged), strange)
    report = LabReport(panels=panels, collected=day, received=day, reported=day, accession="ACC-250110-0471")
    return render_lab_report(person, report, LAYOUTS["open"]).content


def _fill(clinic: Clinic, sources: Path) -> tuple[PatientId, PatientId, dict[str, DocumentId]]:
    ours, theirs = PEOPLE[4], PEOPLE[0]
    patient, other = clinic.register(ours), clinic.register(theirs)
    collected = datetime(2025, 1, 10, 8, 15)  # noqa: DTZ001
    cumulative = sample("cumulative").content
    _enter_other_value(clinic, patient)
    documents = {
        "results": clinic.upload(patient, cumulative, name=CANARY_NAME),
        "doubts": clinic.upload(patient, in_doubt(ours, collected), name="old.pdf"),
        "strangers": clinic.upload(patient, sample("ruled").content, name="misfiled.pdf"),
        "locked": clinic.upload(patient, (sources / "unreadable-encrypted.pdf").read_bytes(), name="locked.pdf"),
        "elsewhere": clinic.upload(other, _of_doubtful_identity(theirs), name="doubt.pdf"),
    }
    return patient, other, documents


def _fill_without_pages(
    clinic: Clinic, sources: Path, referred: PatientId, admitted: PatientId
) -> dict[str, DocumentId]:
    """Golden documents of every format that is text and tables, not pages."""
    filed = (
        ("letter", referred, "referral-form-nephrology.docx", "Referral Document"),
        ("workbook", admitted, "workbook-hidden.xlsx", "Clinical Workbook"),
        ("message", admitted, "hl7-adt-admission.hl7", "HL7 v2 Message"),
    )
    return {
        key: clinic.upload(patient, (sources / name).read_bytes(), name=name, category=category)
        for key, patient, name, category in filed
    }


def _enter_other_value(clinic: Clinic, patient: PatientId) -> None:
    """Somebody typed one of the results that the paper will say otherwise."""
    drawn = datetime(2026, 4, 10, 8, 15)  # noqa: DTZ001
    clinic.site.store.enter_lab_report(
        patient,
        procedure_name="Lipid Panel",
        results=[LabValue(code="2571-8", name="Triglycerides", result="147", units="mg/dL")],
        date_report=drawn,
        date_collected=drawn,
    )


def _of_doubtful_identity(person: Person) -> bytes:
    """A report of a person whose birth date was printed wrongly."""
    day_after = person.birth_date.replace(day=person.birth_date.day + 1)
    wrong = replace(person, birth_date=day_after, mrn="MRN-9900121", phone="(309) 555-0188")
    day = datetime(2026, 3, 2, 8, 15)  # noqa: DTZ001
    report = LabReport(panels=(LIPIDS,), collected=day, received=day, reported=day, accession="ACC-260302-0071")
    return render_lab_report(wrong, report, LAYOUTS["ruled"]).content


def _map(site: LocalSite) -> None:
    mappings = build_mappings(site.settings)
    for name, doc_type in CATEGORIES.items():
        if name in _READ_CATEGORIES:
            mappings.put(_category(site, name), doc_type, active=True)


def _category(site: LocalSite, name: str) -> int:
    """A category's number; one that OpenEMR does not bring is added."""
    with site.mariadb.connect(site.openemr_schema) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT id FROM categories WHERE name = %s", (name,))
        row = cursor.fetchone()
    return int(row[0]) if row else site.store.add_category(name)


@contextlib.contextmanager
def _serving(clinic: Clinic) -> Iterator[str]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(clinic.pipelines), log_config=None, access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + START_SECONDS
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.05)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(timeout=10)
