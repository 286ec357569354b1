"""Section 10 of the observations: the site's zone is the zone of every stored time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import httpx

from devstack.ehr import NewPatient, StandInEhr, install_schema
from devstack.mariadb import MariaDBHandle, scratch_schema
from tests.contract.standin.backend import register, rows

NOW = datetime(2026, 11, 30, 5, 25, 27, tzinfo=UTC)


def test_stored_times_are_local_and_shown_with_the_offset(
    mariadb: MariaDBHandle, http: httpx.Client, tmp_path: Path, add_patient: Callable[..., NewPatient]
) -> None:
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        with StandInEhr(mariadb.url(schema), tmp_path / "documents", clock=lambda: NOW) as ehr:
            ehr.site.set_global("gbl_time_zone", "America/New_York")
            backend, patient = register(ehr, http), add_patient(ehr)
            ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", b"%PDF-1.4")
            [row] = rows(ehr, "SELECT date, docdate FROM documents")
            assert row["date"] == datetime.fromisoformat("2026-11-30T00:25:27")
            [found] = backend.search("DocumentReference", patient=str(patient.uuid))
            assert found["date"] == "2026-11-30T00:25:27-05:00"
            assert len(backend.search("DocumentReference", date="ge2026-11-30T05:25:27Z")) == 1
            assert len(backend.search("DocumentReference", date="ge2026-11-30T05:25:28Z")) == 0
            assert len(backend.search("DocumentReference", date="ge2026-11-30T00:25:27")) == 1
            assert rows(ehr, "SELECT @@time_zone AS zone")[0]["zone"] == "-05:00"
