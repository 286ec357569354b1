"""Placeholder maps of the copies that are asked about.

A row of the encrypted map that was copied to another patient does not decrypt, which is what it is for. So the maps of
those few copies are sealed anew under their own names; the others keep rows that nobody asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.bootstrap.secret_files import read_key
from arbiter_fhir.domain.tenant import DocumentId, PatientId, SiteId
from arbiter_fhir.store import PhiCipher
from devstack.bench.patients.copies import SPREAD
from devstack.local_site import LocalSite

__all__ = ["seal_maps"]

_TEMPLATE_ROWS = f"""
    SELECT copied.document_id, copied.label, original.patient_id, original.document_id, original.ciphertext,
           original.key_version
    FROM phi_tokens copied
    JOIN bench_numbers number ON number.space = 'document' AND number.slot * {SPREAD} + %s = copied.document_id
    JOIN phi_tokens original ON original.document_id = number.old AND original.patient_id = number.template
                            AND original.label = copied.label
    WHERE copied.patient_id = %s
"""
_UPDATE = "UPDATE phi_tokens SET ciphertext = %s WHERE patient_id = %s AND document_id = %s AND label = %s"


def seal_maps(site: LocalSite, patients: Sequence[int]) -> int:
    """Seal the maps of these copies for themselves; gives the number of rows.

    Raises:
        ArbiterError: A template's own row does not decrypt.
    """
    settings = site.settings
    cipher = PhiCipher(SiteId(site.site), {1: read_key(settings.kek_file, "kek_file")})
    sealed = []
    with site.mariadb.connect(f"arbiter_{site.site}") as connection, connection.cursor() as cursor:
        for pid in patients:
            cursor.execute(_TEMPLATE_ROWS, (pid, pid))
            for document, label, owner, source, ciphertext, version in cursor.fetchall():
                plain = cipher.open(
                    bytes(ciphertext),
                    patient_id=PatientId(owner),
                    document_id=DocumentId(source),
                    label=label,
                    key_version=version,
                )
                own = cipher.seal(plain, patient_id=PatientId(pid), document_id=DocumentId(document), label=label)
                sealed.append((own, pid, document, label))
        cursor.executemany(_UPDATE, sealed)
    return len(sealed)
