"""`clinical_query_turns`: what a question was decided to ask for, so that the next one can lean on it.

A turn is found by its request, patient and caller together, so that nobody continues a conversation that was not his
own or was about somebody else. After a day it is not found any more, and the next turn that is kept takes it away.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, Engine, delete, insert, select, text

from arbiter_fhir.domain.question import RoutedQuestion
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.turn_codec import routed_from_json, routed_to_json
from arbiter_fhir.store.turn_tables import query_turns

__all__ = ["KEPT_FOR", "SqlQueryTurns"]

#: How long a question can be leaned on: a working day and the evening after it.
KEPT_FOR: Final = timedelta(days=1)
#: Old turns that one question takes away at most, so that none waits long for it.
_SWEPT_AT_ONCE: Final = 200
_OLDEST: Final = text(f"utc_timestamp(6) - INTERVAL {int(KEPT_FOR.total_seconds())} SECOND")


class SqlQueryTurns:
    """`QueryTurns` with the query account. Every statement but the sweep has the patient as predicate."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def remember(self, request_id: str, *, patient_id: PatientId, caller: str, question: RoutedQuestion) -> None:
        """As `QueryTurns.remember`.

        Raises:
            StoreError: Nothing was kept.
        """
        row = {
            "patient_id": patient_id,
            "request_id": request_id,
            "caller": caller,
            "question_text": question.text.value,
            "routed_json": routed_to_json(question),
        }

        def work(connection: Connection) -> None:
            connection.execute(
                delete(query_turns)
                .where(query_turns.c.created_at < _OLDEST)
                .with_dialect_options(mysql_limit=_SWEPT_AT_ONCE)
            )
            connection.execute(insert(query_turns).prefix_with("IGNORE"), row)

        run_unit(self._engine, work)

    def find(self, request_id: str, *, patient_id: PatientId, caller: str) -> RoutedQuestion | None:
        """As `QueryTurns.find`.

        Raises:
            StoreError: The database refused or failed.
        """
        statement = select(query_turns.c.question_text, query_turns.c.routed_json).where(
            query_turns.c.patient_id == patient_id,
            query_turns.c.request_id == request_id,
            query_turns.c.caller == caller,
            query_turns.c.created_at >= _OLDEST,
        )
        row = run_unit(self._engine, lambda connection: connection.execute(statement).one_or_none())
        return None if row is None else routed_from_json(row.question_text, row.routed_json)
