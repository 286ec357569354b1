"""Published guidance on the whole line: the bundled corpus, indexed by the command, asked through the product."""

from __future__ import annotations

import json

import pytest

from arbiter_fhir.bootstrap.diagnosis import diagnose
from arbiter_fhir.domain.answer import AnswerStatus, RefusalReason
from arbiter_fhir.domain.citation import SourceType
from devstack.local_site import LocalSite
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.commands import Done, Run

PAPER = sample("ruled").truth


def index(run: Run, site: LocalSite, *arguments: str) -> Done:
    return run("index-guidelines", "--env-file", site.env_file, *arguments)


@pytest.fixture(scope="module")
def indexed(run: Run, clinic: Clinic) -> Clinic:
    done = index(run, clinic.site, "--json")
    assert done.returncode == 0, done.stderr.decode()
    outcome = json.loads(done.stdout)
    assert outcome["chunks"] >= 90
    return clinic


def test_indexing_again_does_nothing_and_says_so(run: Run, indexed: Clinic) -> None:
    done = index(run, indexed.site)
    assert done.returncode == 0
    assert b"Nothing had to be done" in done.stdout


def test_a_guideline_question_is_answered_from_the_corpus_with_its_source(indexed: Clinic) -> None:
    patient = indexed.register(PAPER.person)
    answer = indexed.ask(patient, "What does the guideline say about how often A1c should be checked?")
    assert answer.status is AnswerStatus.ANSWERED
    cited = [citation for citation in answer.citations if citation.source_type is SourceType.GUIDELINE]
    assert cited
    assert cited[0].field_or_chunk_id.startswith(("ada-2025", "kdigo-2022"))


@pytest.mark.parametrize("topic", ["gout", "COPD inhalers", "rabies after a bite"])
def test_a_topic_outside_of_the_corpus_is_refused(indexed: Clinic, topic: str) -> None:
    patient = indexed.register(PAPER.person)
    answer = indexed.ask(patient, f"What does the guideline recommend for {topic}?")
    assert answer.status is not AnswerStatus.ANSWERED
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.NO_EVIDENCE
    assert not answer.citations


def test_nothing_of_the_question_is_kept_in_the_corpus_tables(indexed: Clinic) -> None:
    patient = indexed.register(PAPER.person)
    before = indexed.rows("SELECT COUNT(*), MAX(updated_at) FROM clinical_guideline_chunks")
    indexed.ask(patient, "guideline on colon cancer screening for a 50 year old")
    assert indexed.rows("SELECT COUNT(*), MAX(updated_at) FROM clinical_guideline_chunks") == before


def test_doctor_says_what_is_searched_and_what_to_do_after_a_change(run: Run, indexed: Clinic) -> None:
    def finding() -> tuple[bool | None, str]:
        return next((each.ok, each.message) for each in diagnose(indexed.site.settings) if each.subject == "Guidelines")

    ok, message = finding()
    assert ok
    assert "passages" in message
    indexed.rows("UPDATE clinical_guideline_chunks SET terms_version = 'older'")
    ok, message = finding()
    assert ok is False
    assert "index-guidelines" in message
    assert index(run, indexed.site).returncode == 0
    assert finding()[0]
