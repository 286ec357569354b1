"""Runs migrations on the connection that `arbiter_fhir.store.migrate` hands over; there is no other way in."""

from __future__ import annotations

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
