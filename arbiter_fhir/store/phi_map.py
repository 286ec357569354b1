"""The encrypted map from placeholders to values, and the identifiers of identity checks.

AES-256-GCM in this process, never in the database, whose own functions have no GCM and whose statements end in binary
logs. Each tenant has its own key, derived by HKDF-SHA256 (RFC 5869) from a key-encryption key that is kept outside the
database. The row's own identity is the associated data: a row that is copied to another tenant, patient, document or
label does not decrypt.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import Connection, Engine, insert, select

from arbiter_fhir.domain.deid import PhiMap
from arbiter_fhir.domain.tenant import DocumentId, PatientId, SiteId, TenantScope
from arbiter_fhir.errors import DeidentificationError, ErrorCode
from arbiter_fhir.store.session import transaction
from arbiter_fhir.store.tables import phi_tokens

__all__ = ["KEY_BYTES", "PhiCipher", "SqlPhiMapReader", "save_phi_map"]

KEY_BYTES: Final = 32
# NIST SP 800-38D: 96-bit nonces; random ones are safe for 2^32 messages a key.
_NONCE_BYTES: Final = 12
_PURPOSE: Final = b"arbiter-fhir phi map"


class PhiCipher:
    """Encrypts and decrypts under one tenant's key.

    Args:
        site: The tenant.
        keys: Key-encryption keys of at least 32 bytes by version; the highest version encrypts, all decrypt.

    Raises:
        DeidentificationError: E_DEID_KEY where there is no key, or one that is too short.
    """

    def __init__(self, site: SiteId, keys: Mapping[int, bytes]) -> None:
        TenantScope(site)
        if not keys or any(len(key) < KEY_BYTES for key in keys.values()):
            raise DeidentificationError(
                ErrorCode.DEID_KEY, f"The key-encryption key is missing or shorter than {KEY_BYTES} bytes; set one."
            )
        self._site = site
        self.key_version = max(keys)
        self._ciphers = {version: AESGCM(_tenant_key(key, site, version)) for version, key in keys.items()}

    def __repr__(self) -> str:
        return f"PhiCipher(site={self._site}, key_version={self.key_version})"

    def seal(self, plain: bytes, *, patient_id: PatientId, document_id: DocumentId, label: str) -> bytes:
        """Nonce and ciphertext, bound to this tenant, patient, document, label and key version."""
        nonce = os.urandom(_NONCE_BYTES)
        bound = self._bound(patient_id, document_id, label, self.key_version)
        return nonce + self._ciphers[self.key_version].encrypt(nonce, plain, bound)

    def open(
        self, sealed: bytes, *, patient_id: PatientId, document_id: DocumentId, label: str, key_version: int
    ) -> bytes:
        """What `seal` was given.

        Raises:
            DeidentificationError: E_DEID_KEY where the key version is unknown, or the row is not what it claims to be.
        """
        cipher = self._ciphers.get(key_version)
        if cipher is None:
            raise DeidentificationError(
                ErrorCode.DEID_KEY, f"Key version {key_version} is not configured; add it to the list of keys."
            )
        bound = self._bound(patient_id, document_id, label, key_version)
        try:
            return cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bound)
        except (InvalidTag, ValueError):
            failure = DeidentificationError(
                ErrorCode.DEID_KEY,
                f"A stored identifier of document {document_id} does not decrypt: other key, or a row that was changed "
                "or moved.",
            )
        raise failure

    def _bound(self, patient_id: PatientId, document_id: DocumentId, label: str, key_version: int) -> bytes:
        """Associated data; JSON, so that no value can reach over a border."""
        return json.dumps([self._site, patient_id, document_id, label, key_version]).encode("ascii")


def save_phi_map(
    connection: Connection, cipher: PhiCipher, *, patient_id: PatientId, document_id: DocumentId, phi: PhiMap
) -> None:
    """Store the map in place of an earlier one of the same patient and document."""
    old = (phi_tokens.c.patient_id == patient_id, phi_tokens.c.document_id == document_id)
    connection.execute(phi_tokens.delete().where(*old))
    rows = [
        {
            "patient_id": patient_id,
            "document_id": document_id,
            "label": label,
            "key_version": cipher.key_version,
            "ciphertext": cipher.seal(
                json.dumps(list(values)).encode("ascii"),
                patient_id=patient_id,
                document_id=document_id,
                label=label,
            ),
        }
        for label, values in sorted(phi.values.items())
    ]
    if rows:
        connection.execute(insert(phi_tokens), rows)


class SqlPhiMapReader:
    """`PhiMapReader` with the re-identification account: the only one that may read the ciphertext."""

    def __init__(self, engine: Engine, cipher: PhiCipher) -> None:
        self._engine = engine
        self._cipher = cipher

    def read(self, patient_id: PatientId, document_id: DocumentId) -> PhiMap:
        """As `PhiMapReader.read`."""
        statement = select(phi_tokens).where(
            phi_tokens.c.patient_id == patient_id, phi_tokens.c.document_id == document_id
        )
        with transaction(self._engine) as connection:
            rows = connection.execute(statement).all()
        values = {}
        for row in rows:
            plain = self._cipher.open(
                bytes(row.ciphertext),
                patient_id=patient_id,
                document_id=document_id,
                label=row.label,
                key_version=row.key_version,
            )
            values[str(row.label)] = tuple(str(value) for value in json.loads(plain))
        return PhiMap(values)


def _tenant_key(key: bytes, site: SiteId, version: int) -> bytes:
    """The tenant's own key; version and site are part of the derivation, so tenants cannot read each other's rows."""
    info = b"|".join((_PURPOSE, site.encode("ascii"), str(version).encode("ascii")))
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(key)
