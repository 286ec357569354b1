"""The patients that all others are copies of: charts entered by hand, documents read by the product itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.worker import WorkerTimes, build_worker
from devstack.ehr.people import STORIES, enter_chart
from devstack.local_site import LocalSite
from devstack.samples import PEOPLE, sample

__all__ = ["TEMPLATES", "Template", "make_templates"]

#: Number of the category that every OpenEMR has.
_LAB_REPORT = 2


@dataclass(frozen=True, slots=True)
class Template:
    """One kind of patient.

    Attributes:
        story: Key of `devstack.ehr.people.STORIES`.
        person: Index into `devstack.samples.PEOPLE`: whose name the documents bear.
        documents: Sample reports of this person.
        share: How many of ten patients are of this kind.
    """

    story: str
    person: int
    documents: tuple[str, ...]
    share: int


#: Four of ten charts have a document that was read; one has two.
TEMPLATES = (
    Template("diabetes", 0, ("ruled", "flag-left"), 1),
    Template("kidney", 1, ("open",), 2),
    Template("anticoagulation", 2, (), 2),
    Template("thyroid", 3, (), 2),
    Template("prevention", 4, (), 3),
)


def make_templates(
    site: LocalSite, pipelines: SitePipelines, *, today: date, progress: Callable[[str], None]
) -> tuple[int, ...]:
    """Enter the templates and let the product read their documents; gives their pids in the order of `TEMPLATES`.

    Raises:
        RuntimeError: A document was not read.
    """
    build_mappings(site.settings).put(_LAB_REPORT, DocType.LAB_PDF, active=True)
    clinician = site.store.add_clinician(username="bench", fname="Marguerite", lname="Vanstraten", npi="1234567893")
    pids = []
    for template in TEMPLATES:
        person = PEOPLE[template.person]
        made = site.store.create_patient(
            fname=person.given,
            lname=person.family,
            dob=person.birth_date,
            sex=person.sex,
            pubpid=person.mrn,
            mname=person.middle,
            street=person.street,
            city=person.city,
            state=person.state,
            postal_code=person.postal_code,
            phone_home=person.phone,
        )
        enter_chart(site.store, made.pid, STORIES[template.story], today=today, clinician=clinician)
        for name in template.documents:
            progress(f"reading {name}")
            site.store.store_document(made.pid, "Lab Report", f"{name}.pdf", sample(name).content)
        pids.append(made.pid)
    pipelines.watch.scan()
    build_worker(pipelines, name="bench", times=WorkerTimes()).run_until_idle()
    _all_read(site)
    return tuple(pids)


def _all_read(site: LocalSite) -> None:
    with site.mariadb.connect(f"arbiter_{site.site}") as connection, connection.cursor() as cursor:
        cursor.execute("SELECT status, COUNT(*) FROM clinical_document_processing_jobs GROUP BY status")
        found = dict(cursor.fetchall())
    wanted = {"succeeded": sum(len(template.documents) for template in TEMPLATES)}
    if found != wanted:
        message = f"the templates' documents were not all read: {found}"
        raise RuntimeError(message)
