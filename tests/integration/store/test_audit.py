"""The audit chain: contiguous under load, every edit found, a cut tail found with an anchor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.job import Handoff, NodeName
from arbiter_fhir.domain.usage import StageMeasure
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import AccountRole, SqlAuditLog, verify_chain
from tests.integration.store.conftest import StoreSite


def event(number: int = 0, *, patient: str | None = "patient:0123abcd") -> AuditEvent:
    detail = {"job_id": number, "words": 'ümläut | " \\ 漢字 \x00', "nested": {"b": [1, 2.5, None], "a": True}}
    return AuditEvent(AuditAction.FACTS_READ, ActorType.API_KEY, "arb_abc", patient, detail)


@pytest.fixture(scope="module")
def chain_site(make_site: Callable[[], StoreSite]) -> StoreSite:
    """A site whose log these tests may falsify, with 800 rows appended by eight connections at once."""
    site = make_site()
    log = SqlAuditLog(site.worker)
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(lambda number: log.append(event(number, patient=None if number % 2 else "patient:ff")), range(800))
        )
    return site


def test_a10_eight_connections_at_once_make_one_chain(chain_site: StoreSite) -> None:
    report = verify_chain(chain_site.engine(AccountRole.AUDITOR))
    assert (report.rows, report.broken_at, report.ok) == (800, None, True)
    ((low, high, rows),) = chain_site.admin("SELECT MIN(seq), MAX(seq), COUNT(DISTINCT seq) FROM audit_log")
    assert (low, high, rows) == (1, 800, 800)
    seen = chain_site.admin("SELECT COUNT(DISTINCT JSON_VALUE(detail, '$.job_id')) FROM audit_log")
    assert seen == [(800,)]


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE audit_log SET detail = '{\"job_id\":1}' WHERE seq = 400",
        "UPDATE audit_log SET actor = 'someone' WHERE seq = 400",
        "UPDATE audit_log SET patient_ref = IF(patient_ref IS NULL, '', NULL) WHERE seq = 400",
        "UPDATE audit_log SET patient_ref = '-' WHERE seq = 400",
        "UPDATE audit_log SET occurred_at = occurred_at - INTERVAL 1 DAY WHERE seq = 400",
        "UPDATE audit_log SET db_account = 'x@%' WHERE seq = 400",
        "UPDATE audit_log SET action = 'job.query.completed' WHERE seq = 400",
        "UPDATE audit_log SET hash = REPEAT(CHAR(1), 32) WHERE seq = 400",
        "DELETE FROM audit_log WHERE seq = 400",
    ],
)
def test_a9_an_edit_by_the_administrator_is_found_where_it_is(chain_site: StoreSite, edit: str) -> None:
    kept = chain_site.admin("SELECT * FROM audit_log WHERE seq = 400")
    chain_site.admin("CREATE TABLE kept AS SELECT * FROM audit_log WHERE seq = 400")
    try:
        chain_site.admin(edit)
        report = verify_chain(chain_site.engine(AccountRole.AUDITOR))
        assert not report.ok
        assert chain_site.admin("SELECT * FROM audit_log WHERE seq = 400") != kept
        assert report.broken_at == 400
    finally:
        chain_site.admin("DELETE FROM audit_log WHERE seq = 400")
        restore(chain_site)
    assert verify_chain(chain_site.engine(AccountRole.AUDITOR)).ok


def restore(site: StoreSite) -> None:
    """Put row 400 back as it was, past the trigger."""
    ((_, _, statement, *_),) = site.admin("SHOW CREATE TRIGGER audit_log_chain")
    site.admin("DROP TRIGGER audit_log_chain")
    site.admin("INSERT INTO audit_log SELECT * FROM kept")
    site.admin("DROP TABLE kept")
    site.admin(str(statement))


def test_a9_a_cut_tail_is_found_with_an_anchor_and_only_with_one(chain_site: StoreSite) -> None:
    auditor = chain_site.engine(AccountRole.AUDITOR)
    anchor = verify_chain(auditor).head
    assert anchor.seq == 800
    assert verify_chain(auditor, anchor=anchor).ok
    chain_site.admin("CREATE TABLE tail AS SELECT * FROM audit_log WHERE seq > 790")
    chain_site.admin("DELETE FROM audit_log WHERE seq > 790")
    assert verify_chain(auditor).broken_at == 791
    chain_site.admin(
        "UPDATE audit_chain_head SET seq = 790, hash = (SELECT hash FROM audit_log WHERE seq = 790) WHERE id = 1"
    )
    assert verify_chain(auditor).ok
    report = verify_chain(auditor, anchor=anchor)
    assert (report.broken_at, report.anchor_holds, report.ok) == (None, False, False)
    SqlAuditLog(chain_site.worker).append(event())
    assert not verify_chain(auditor, anchor=anchor).ok


def test_an_event_is_appended_with_its_handoffs_and_timings(site: StoreSite) -> None:
    handoff = Handoff(
        NodeName.EVIDENCE_RETRIEVER, NodeName.ANSWER_COMPOSER, "evidence_found", "lookup", "ok", 4, request_id="r1"
    )
    SqlAuditLog(site.query).append(event(), handoffs=[handoff], timings=[StageMeasure("retrieve", 4)], request_id="r1")
    assert site.admin("SELECT request_id, source_node FROM clinical_supervisor_handoffs") == [
        ("r1", "evidence-retriever")
    ]
    assert site.admin("SELECT request_id, stage, latency_ms FROM stage_timings") == [("r1", "retrieve", 4)]
    ((actor, patient),) = site.admin("SELECT actor, patient_ref FROM audit_log ORDER BY seq DESC LIMIT 1")
    assert (actor, patient) == ("arb_abc", "patient:0123abcd")


def test_only_the_auditor_can_check_the_chain(site: StoreSite) -> None:
    with pytest.raises(StoreError) as refused:
        verify_chain(site.worker)
    assert refused.value.code is ErrorCode.STORE_PRIVILEGE
