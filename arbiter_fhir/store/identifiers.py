"""The identifiers of an identity check, decrypted for an authorised reviewer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, select

from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierCandidates, IdentifierRole
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.store.identity_checks import label_of
from arbiter_fhir.store.phi_map import PhiCipher
from arbiter_fhir.store.session import transaction
from arbiter_fhir.store.tables import identity_checks

__all__ = ["SqlIdentifierReader"]


class SqlIdentifierReader:
    """`IdentifierReader` with the re-identification account: the only one that may read the ciphertext."""

    def __init__(self, engine: Engine, cipher: PhiCipher) -> None:
        self._engine = engine
        self._cipher = cipher

    def read(self, patient_id: PatientId, check_id: int) -> IdentifierCandidates:
        """As `IdentifierReader.read`."""
        columns = identity_checks.c
        statement = select(
            columns.document_id,
            columns.job_id,
            columns.part_number,
            columns.extracted_identifiers,
            columns.key_version,
        ).where(columns.patient_id == patient_id, columns.id == check_id)
        with transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None or row.extracted_identifiers is None:
            return IdentifierCandidates()
        plain = self._cipher.open(
            bytes(row.extracted_identifiers),
            patient_id=patient_id,
            document_id=DocumentId(row.document_id),
            label=label_of(int(row.job_id), int(row.part_number)),
            key_version=int(row.key_version),
        )
        return IdentifierCandidates(tuple(_candidate(each) for each in json.loads(plain)))


def _candidate(plain: Mapping[str, Any]) -> IdentifierCandidate:
    return IdentifierCandidate(
        field=CandidateField(plain["field"]),
        value=str(plain["value"]),
        role=IdentifierRole(plain["role"]),
        page=int(plain["page"]),
        box=None if plain["box"] is None else BoundingBox(*plain["box"]),
        labelled=bool(plain["labelled"]),
    )
