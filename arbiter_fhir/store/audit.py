"""The audit log: appended by every account, changed by none, checked link by link.

A trigger numbers each row, stamps it with the database's clock and the database account that really wrote it, and
chains it by SHA-256 to the row before. `verify_chain` recomputes the chain; a head that was noted down elsewhere shows
a tail that was cut off.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Engine, Row, Text, insert, select, type_coerce

from arbiter_fhir.domain.audit import AuditEvent
from arbiter_fhir.domain.job import Handoff
from arbiter_fhir.domain.tenant import JobId
from arbiter_fhir.domain.usage import StageMeasure
from arbiter_fhir.store.audit_tables import audit_chain_head, audit_log
from arbiter_fhir.store.session import run_unit, transaction
from arbiter_fhir.store.tables import handoffs as handoffs_table
from arbiter_fhir.store.tables import stage_timings

__all__ = [
    "ChainHead",
    "ChainReport",
    "SqlAuditLog",
    "chain_hash",
    "insert_audit",
    "insert_handoffs",
    "insert_timings",
    "verify_chain",
]

#: What the first row is chained to.
GENESIS: Final = bytes(32)
_PAGE_ROWS: Final = 2000
_MICROS: Final = 1_000_000
#: Length of `stage_timings.model`.
_MODEL_CHARS: Final = 120


def insert_audit(connection: Connection, event: AuditEvent) -> None:
    """Append one row: the last statement of a transaction, because it locks the chain's head until the end."""
    connection.execute(
        insert(audit_log).values(
            action=event.action.value,
            actor_type=event.actor_type.value,
            actor=event.actor,
            patient_ref=event.patient_ref,
            detail=dict(event.detail),
        )
    )


def insert_handoffs(connection: Connection, rows: Sequence[Handoff]) -> None:
    """Append to `clinical_supervisor_handoffs`."""
    if rows:
        connection.execute(
            insert(handoffs_table),
            [
                {
                    "request_id": row.request_id,
                    "job_id": row.job_id,
                    "source_node": row.source.value,
                    "destination_node": row.destination.value,
                    "decision_reason": row.decision_reason,
                    "task_type": row.task_type,
                    "outcome": row.outcome,
                    "latency_ms": row.latency_ms,
                    "error_reason": row.error_reason,
                }
                for row in rows
            ],
        )


def insert_timings(
    connection: Connection, *, job_id: JobId | None, request_id: str | None, measures: Sequence[StageMeasure]
) -> None:
    """Append to `stage_timings`: stages in milliseconds, calls of models with their tokens and cost."""
    if measures:
        rows = [{"job_id": job_id, "request_id": request_id, **_timing_row(measure)} for measure in measures]
        connection.execute(insert(stage_timings), rows)


def _timing_row(measure: StageMeasure) -> dict[str, object]:
    use = measure.use
    return {
        "stage": measure.stage,
        "latency_ms": measure.latency_ms,
        "model": use.model_id[:_MODEL_CHARS] if use else None,
        "input_tokens": use.input_tokens if use else None,
        "output_tokens": use.output_tokens if use else None,
        "cost_micros": int(use.cost * _MICROS) if use and use.cost is not None else None,
    }


class SqlAuditLog:
    """`AuditLog` for what happens outside a unit of work."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def append(
        self,
        event: AuditEvent,
        *,
        handoffs: Sequence[Handoff] = (),
        timings: Sequence[StageMeasure] = (),
        request_id: str | None = None,
    ) -> None:
        """Append in one transaction of its own.

        A commit whose answer got lost is repeated, so a row can stand there twice; it can never be missing.

        Raises:
            StoreError: Nothing was appended.
        """

        def work(connection: Connection) -> None:
            insert_handoffs(connection, handoffs)
            insert_timings(connection, job_id=None, request_id=request_id, measures=timings)
            insert_audit(connection, event)

        run_unit(self._engine, work)


@dataclass(frozen=True, slots=True)
class ChainHead:
    """Number and hash of the newest row: what an anchor outside the database keeps."""

    seq: int
    digest: str


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What `verify_chain` found.

    Attributes:
        rows: Rows read.
        broken_at: Number of the first row that does not fit, ``None`` where all do.
        head: Where the chain says it ends.
        anchor_holds: Whether the anchored row is still there unchanged; ``None`` without an anchor.
    """

    rows: int
    broken_at: int | None
    head: ChainHead
    anchor_holds: bool | None

    @property
    def ok(self) -> bool:
        """Nothing is broken and the anchor, where given, holds."""
        return self.broken_at is None and self.anchor_holds is not False


def chain_hash(
    *,
    previous: bytes,
    seq: int,
    occurred_at: datetime,
    db_account: str,
    action: str,
    actor_type: str,
    actor: str,
    patient_ref: str | None,
    detail: str,
) -> bytes:
    """SHA-256 over a row and its predecessor's hash, as the trigger does it; in hex, so no value can fake a border."""
    texts = (db_account, action, actor_type, actor)
    parts = [previous.hex().upper(), str(seq), f"{occurred_at:%Y-%m-%d %H:%M:%S.%f}", *(_hex(text) for text in texts)]
    parts += ["-" if patient_ref is None else _hex(patient_ref), _hex(detail)]
    return hashlib.sha256("|".join(parts).encode("ascii")).digest()


def verify_chain(engine: Engine, *, anchor: ChainHead | None = None) -> ChainReport:
    """Recompute the whole chain with the auditor's account.

    Raises:
        StoreError: The account may not read, or the database failed.
    """
    with transaction(engine) as connection:
        head_row = connection.execute(select(audit_chain_head.c.seq, audit_chain_head.c.hash)).one()
        head = ChainHead(int(head_row.seq), bytes(head_row.hash).hex())
        previous, seq, broken = GENESIS, 0, None
        anchor_holds = None if anchor is None else anchor.seq == 0
        for row in _rows(connection, up_to=head.seq):
            seq += 1
            if int(row.seq) != seq or bytes(row.prev_hash) != previous or _row_hash(row, previous) != bytes(row.hash):
                broken = seq
                break
            previous = bytes(row.hash)
            if anchor is not None and anchor.seq == seq:
                anchor_holds = anchor.digest == previous.hex()
        if broken is None and (seq != head.seq or previous.hex() != head.digest):
            broken = seq + 1
    return ChainReport(seq, broken, head, anchor_holds)


def _rows(connection: Connection, *, up_to: int) -> Iterable[Row[Any]]:
    """All rows in order, page by page; rows appended meanwhile are left for the next check."""
    after = -1
    while True:
        page = connection.execute(
            select(*_HASHED)
            .where(audit_log.c.seq > after, audit_log.c.seq <= up_to)
            .order_by(audit_log.c.seq)
            .limit(_PAGE_ROWS)
        ).all()
        yield from page
        if len(page) < _PAGE_ROWS:
            return
        after = page[-1].seq


def _row_hash(row: Row[Any], previous: bytes) -> bytes:
    return chain_hash(
        previous=previous,
        seq=row.seq,
        occurred_at=row.occurred_at,
        db_account=row.db_account,
        action=row.action,
        actor_type=row.actor_type,
        actor=row.actor,
        patient_ref=row.patient_ref,
        detail=row.detail,
    )


def _hex(text: str) -> str:
    return text.encode("utf-8").hex().upper()


# The detail as the text that was hashed, not as parsed JSON.
_HASHED: Final = tuple(
    type_coerce(column, Text).label(column.name) if column.name == "detail" else column for column in audit_log.c
)
