"""Words for functional tests: upload, move, delete, let the product work, look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arbiter_fhir.bootstrap.custody import trace_document
from arbiter_fhir.domain.answer import Answer
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.worker import Worker
from devstack.local_site import LocalSite
from devstack.samples import Person, sample


@dataclass(frozen=True)
class Clinic:
    """One clinic under test."""

    site: LocalSite
    pipelines: SitePipelines
    worker: Worker

    def register(self, person: Person, **changes: object) -> PatientId:
        """Enter a patient as the front desk would, with some fields changed."""
        entered = replace(person, **changes)  # type: ignore[arg-type]
        created = self.site.store.create_patient(
            fname=entered.given,
            lname=entered.family,
            dob=entered.birth_date,
            sex=entered.sex,
            pubpid=entered.mrn,
            mname=entered.middle,
            street=entered.street,
            city=entered.city,
            state=entered.state,
            postal_code=entered.postal_code,
            phone_home=entered.phone,
        )
        return PatientId(created.pid)

    def upload(
        self, patient: PatientId, content: bytes, *, name: str = "report.pdf", category: str | int | None = "Lab Report"
    ) -> DocumentId:
        """Store a document as a person does in OpenEMR."""
        return DocumentId(self.site.store.store_document(patient, category, name, content))

    def upload_sample(
        self, patient: PatientId, name: str = "ruled", *, scanned: bool = False, seed: int = 1
    ) -> DocumentId:
        """Store one of the sample reports."""
        return self.upload(patient, sample(name, scanned=scanned, seed=seed).content)

    def work(self) -> None:
        """Let watch and worker do all that is due."""
        self.pipelines.watch.scan()
        self.worker.run_until_idle()

    def chart(self, patient: PatientId) -> list[ChartLab]:
        """The patient's results as the chart shows them."""
        return list(self.pipelines.query._chart.labs(patient))

    def ask(self, patient: PatientId, question: str) -> Answer:
        """Ask about one patient."""
        return self.pipelines.query.ask(RecordView.whole(patient), question, caller="test")[1]

    def rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Rows of the site's own schema, read as the administrator."""
        with self.site.mariadb.connect(f"arbiter_{self.site.site}") as connection, connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())

    def site_rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Rows of OpenEMR's schema, read as the administrator."""
        with self.site.mariadb.connect(self.site.openemr_schema) as connection, connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())

    def jobs(self, document: DocumentId) -> list[tuple[object, ...]]:
        """(status, error_code, patient) of each job of a document, oldest first."""
        return self.rows(
            "SELECT status, error_code, patient_id FROM clinical_document_processing_jobs"
            " WHERE document_id = %s ORDER BY id",
            document,
        )

    def outcomes(self, document: DocumentId) -> list[str]:
        """Active promotion outcomes of a document in reading order."""
        return [
            str(outcome)
            for (outcome,) in self.rows(
                "SELECT outcome FROM clinical_document_promotions WHERE document_id = %s AND active ORDER BY fact_id",
                document,
            )
        ]

    def left_of(self, document: DocumentId) -> Mapping[str, int]:
        """Places where something of a document still counts."""
        places = trace_document(self.site.settings, document)
        return {place: count.active for place, count in places.items() if count.active}
