"""A clinic for golden scenarios: stand-in EHR, private database, the product wired as in production."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

from arbiter_fhir.bootstrap.custody import trace_document
from arbiter_fhir.bootstrap.embedding import build_embedder
from arbiter_fhir.bootstrap.guidelines import build_index_guidelines, corpus_folder
from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.answer import Answer, Section
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.evals.answers.charts import ChartLine
from arbiter_fhir.evals.answers.sources import FiledRow
from arbiter_fhir.evals.clinic import ChartRow, Decision, SeenAnswer
from arbiter_fhir.evals.scenario_cases import Listed, ScenarioPatient
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.retrieval import read_corpus, terms_version
from arbiter_fhir.worker import Worker, WorkerTimes, build_worker
from devstack.ehr import LabValue
from devstack.golden.chart_entry import enter_lines
from devstack.golden.guideline_index import index_once
from devstack.local_site import CATEGORIES, LocalSite
from devstack.mariadb import shared_server
from devstack.models import ModelServer, completion, reply

__all__ = ["TODAY", "GoldenClinic", "open_clinic"]

#: The day on which every question of the golden set is asked, whatever the calendar says.
TODAY = date(2026, 9, 15)

_ROOT = Path(__file__).resolve().parents[2]

_CATEGORY_OF = {doc_type: name for name, doc_type in CATEGORIES.items()}
_UNMAPPED = "Medical Record"
#: Number of the category that every OpenEMR has.
_LAB_REPORT = 2

_LABS = """SELECT result.result_text, result.result FROM procedure_result result
           JOIN procedure_report report ON report.procedure_report_id = result.procedure_report_id
           JOIN procedure_order orders ON orders.procedure_order_id = report.procedure_order_id
           WHERE orders.patient_id = %s AND orders.activity = 1 ORDER BY result.procedure_result_id"""
_LISTS = "SELECT type, title FROM lists WHERE pid = %s AND activity = 1 ORDER BY id"
_IDENTITY = """SELECT identity_status FROM clinical_document_identity_checks
               WHERE document_id = %s AND active ORDER BY part_number"""
_FILED_LABS = """SELECT CONCAT('procedure_result:', result.procedure_result_id), result.result_text, result.result
                 FROM procedure_result result
                 JOIN procedure_report report ON report.procedure_report_id = result.procedure_report_id
                 JOIN procedure_order orders ON orders.procedure_order_id = report.procedure_order_id
                 WHERE orders.patient_id = %s"""
_FILED_LISTS = "SELECT CONCAT('lists:', id), title, '' FROM lists WHERE pid = %s"
#: Columns that hold readable text, table by table; what is encrypted and what are numbers of a vector say nothing, and
#: published guidance names organisations.
_TEXT_COLUMNS = """SELECT TABLE_NAME, GROUP_CONCAT(COLUMN_NAME ORDER BY ORDINAL_POSITION),
                          MAX(COLUMN_NAME = 'patient_id')
                   FROM (SELECT TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, DATA_TYPE FROM information_schema.COLUMNS
                         WHERE TABLE_SCHEMA = %s AND TABLE_NAME NOT LIKE 'clinical\\_guideline%%') our_columns
                   WHERE COLUMN_NAME = 'patient_id' OR DATA_TYPE IN ('char', 'varchar', 'text', 'mediumtext',
                                                                     'longtext', 'tinytext', 'json')
                   GROUP BY TABLE_NAME"""
_JOB = "SELECT status FROM clinical_document_processing_jobs WHERE document_id = %s ORDER BY id DESC LIMIT 1"
_NAME = "JSON_UNQUOTE(COALESCE({}))".format(
    ", ".join(
        f"JSON_EXTRACT(fact.structured_value_json, '$.{field}')"
        for field in ("test_name", "substance", "condition", "name", "text", "drug")
    )
)
_DECISIONS = f"""SELECT fact.fact_type, {_NAME},
                        COALESCE(JSON_UNQUOTE(JSON_EXTRACT(fact.structured_value_json, '$.value')), ''),
                        promotion.outcome, promotion.conflict_reason
                 FROM clinical_document_promotions promotion
                 JOIN clinical_document_facts fact ON fact.id = promotion.fact_id
                 WHERE promotion.document_id = %s AND promotion.active ORDER BY promotion.fact_id"""


class GoldenClinic:
    """The site, its pipelines and one worker."""

    def __init__(self, site: LocalSite, pipelines: SitePipelines, worker: Worker) -> None:
        self._site = site
        self._pipelines = pipelines
        self._worker = worker
        self._category: dict[int, str] = {}
        self._passages: dict[str, str] = {}

    def register(self, patient: ScenarioPatient) -> int:
        """Enter a patient with what the chart holds; gives `patient_data.pid`."""
        created = self._site.store.create_patient(
            fname=patient.given,
            lname=patient.family,
            dob=patient.birth_date,
            sex=patient.sex,
            pubpid=patient.mrn,
            mname=patient.middle,
            street=patient.street,
            city=patient.city,
            state=patient.state,
            postal_code=patient.postal_code,
            phone_home=patient.phone,
        )
        for row in patient.chart:
            self._enter(created.pid, row)
        return created.pid

    def _enter(self, pid: int, row: Listed) -> None:
        if row.kind != "lab":
            self._site.store.add_issue(pid, row.kind, row.name, diagnosis=row.value)
            return
        when = datetime.fromisoformat(row.when)
        self._site.store.enter_lab_report(
            pid,
            procedure_name=row.name,
            results=[LabValue(code="", name=row.name, result=row.value, units=row.unit)],
            date_report=when,
            date_collected=when,
        )

    def upload(self, patient: int, content: bytes, *, name: str, doc_type: DocType | None) -> int:
        """Store a document as a person does; without a type in a category that nobody has mapped."""
        category = _UNMAPPED if doc_type is None else _CATEGORY_OF[doc_type]
        document = self._site.store.store_document(patient, category, name, content)
        self._category[document] = category
        return document

    def delete(self, document: int) -> None:
        """Delete it as a person does."""
        self._site.store.delete_document(document)

    def undelete(self, document: int) -> None:
        """Take the deletion back; its category, which OpenEMR has forgotten, is given again."""
        self._site.store.undelete_document(document, self._category[document])

    def move(self, document: int, patient: int) -> None:
        """Move it to another patient."""
        self._site.store.move_document_patient(document, patient)

    def work(self) -> None:
        """Let watch and worker do all that is due."""
        self._pipelines.watch.scan()
        self._worker.run_until_idle()

    def ask(self, patient: int, question: str) -> SeenAnswer:
        """Ask about one patient."""
        answer = self._pipelines.query.ask(RecordView.whole(PatientId(patient)), question, caller="golden")[1]
        findings = answer.sections.get(Section.PATIENT_FINDINGS, ())
        return SeenAnswer(
            text=answer.text,
            refusal=answer.refusal.reason.value if answer.refusal else "",
            sources=tuple(citation.source_id for citation in answer.citations),
            unmarked=sum("[" not in sentence for sentence in findings),
        )

    def enter_chart(self, patient: int, clinician: tuple[str, str], chart: Sequence[ChartLine]) -> Mapping[str, str]:
        """Enter lines of a chart; gives the ``source_id`` of each by its key."""
        given, family = clinician
        number = self._site.store.add_clinician(username=f"user{patient}", fname=given, lname=family, npi="1234567893")
        row = "SELECT id FROM form_encounter WHERE encounter = %s"
        return dict(
            enter_lines(
                self._site.store,
                patient,
                number,
                chart,
                lambda encounter: int(str(self._theirs(row, encounter)[0][0])),
            )
        )

    def redate(self, document: int, stored: date) -> None:
        """Set the day that the EHR shows for a document."""
        self._site.store.redate_document(document, stored)

    def notice(self) -> None:
        """Let the watch see new documents, and nobody read them."""
        self._pipelines.watch.scan()

    def filed_rows(self, patient: int) -> Mapping[str, FiledRow]:
        """Rows of results and lists in the chart, by their ``source_id``."""
        rows = [*self._theirs(_FILED_LABS, patient), *self._theirs(_FILED_LISTS, patient)]
        return {str(place): FiledRow(str(name), str(value)) for place, name, value in rows}

    def passages(self) -> Mapping[str, str]:
        """Index the guidelines if that was not done yet; gives the text of each chunk by its id."""
        if not self._passages:
            corpus = read_corpus(corpus_folder(self._site.settings))
            pipeline = build_index_guidelines(self._site.settings)
            made_with = (corpus.version, terms_version(), build_embedder(self._site.settings).model_id)
            index_once(self._site.mariadb, f"arbiter_{self._site.site}", made_with=made_with, index=pipeline.run)
            # Of a copy it says that nothing is left to do, and does what is, were it not so.
            pipeline.run()
            self._passages = {
                chunk.chunk_id: f"{chunk.text} {chunk.title}; {chunk.organisation}, {chunk.year}; {chunk.section};"
                f" {chunk.grade}"
                for chunk in corpus.chunks
            }
        return self._passages

    def answer(self, patient: int, question: str, follows: str | None) -> tuple[str, Answer]:
        """Ask about one patient; gives the request's id and the whole answer."""
        return self._pipelines.query.ask(
            RecordView.whole(PatientId(patient)), question, caller="golden", follows=follows
        )

    def stored_texts(self, patient: int) -> str:
        """All text that the product's own tables hold about a patient, and all that they hold about nobody."""
        texts: list[str] = []
        for table, columns, about_patients in self._ours(_TEXT_COLUMNS, f"arbiter_{self._site.site}"):
            named = ", ".join(f"`{column}`" for column in str(columns).split(","))
            where, values = (" WHERE patient_id = %s", (patient,)) if about_patients else ("", ())
            rows = self._ours(f"SELECT {named} FROM `{table}`{where}", *values)
            texts += [str(cell) for row in rows for cell in row if cell is not None]
        return "\n".join(texts)

    def prompts(self, patient: int, questions: Sequence[str]) -> str:
        """All that is sent to a language model when these are asked where one may reword answers."""
        with ModelServer([reply(completion('{"claims": []}'))]) as server:
            changes = {"model_base_url": server.base_url, "model_name": "small-model", "model_rewords": True}
            settings = self._site.settings.model_copy(update=changes)
            query = build_site(settings, site_today=lambda: TODAY).query
            for question in questions:
                query.ask(RecordView.whole(PatientId(patient)), question, caller="golden")
            return "\n".join(json.dumps(received.body, ensure_ascii=False) for received in server.received)

    def identity(self, document: int) -> Sequence[str]:
        """States of the active checks of its parts, in order."""
        return [str(status) for (status,) in self._ours(_IDENTITY, document)]

    def job(self, document: int) -> str:
        """State of its newest job."""
        return next((str(status) for (status,) in self._ours(_JOB, document)), "")

    def decisions(self, document: int) -> Sequence[Decision]:
        """Active decisions on its facts."""
        return [Decision(*(str(column or "") for column in row)) for row in self._ours(_DECISIONS, document)]

    def chart(self, patient: int) -> Sequence[ChartRow]:
        """Results of active orders and active entries of the lists."""
        labs = [ChartRow("lab", str(name), str(value)) for name, value in self._theirs(_LABS, patient)]
        return [*labs, *(ChartRow(str(kind), str(title)) for kind, title in self._theirs(_LISTS, patient))]

    def left_of(self, document: int) -> Mapping[str, int]:
        """Places where something of a document still counts."""
        places = trace_document(self._site.settings, DocumentId(document))
        return {place: count.active for place, count in places.items() if count.active}

    def _ours(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        return self._rows(f"arbiter_{self._site.site}", statement, values)

    def _theirs(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        return self._rows(self._site.openemr_schema, statement, values)

    def _rows(self, schema: str, statement: str, values: Sequence[object]) -> list[tuple[object, ...]]:
        with self._site.mariadb.connect(schema) as connection, connection.cursor() as cursor:
            cursor.execute(statement, tuple(values))
            return list(cursor.fetchall())


@contextmanager
def open_clinic() -> Iterator[GoldenClinic]:
    """A fresh clinic that is gone afterwards; its database server is shared with the tests of this checkout."""
    name = f"g{os.getpid()}{secrets.token_hex(2)}"
    with (
        shared_server(_ROOT / ".arbiter" / "test-server") as mariadb,
        tempfile.TemporaryDirectory(prefix="golden-clinic-") as folder,
        LocalSite(mariadb, Path(folder) / "clinic", site=name) as site,
    ):
        mappings = build_mappings(site.settings)
        mappings.put(_LAB_REPORT, DocType.LAB_PDF, active=True)
        for category, doc_type in CATEGORIES.items():
            if doc_type is not DocType.LAB_PDF:
                mappings.put(site.store.add_category(category), doc_type, active=True)
        pipelines = build_site(site.settings, site_today=lambda: TODAY)
        yield GoldenClinic(site, pipelines, build_worker(pipelines, name="golden", times=WorkerTimes()))
