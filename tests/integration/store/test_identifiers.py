"""The identifiers of a part, decrypted for a reviewer by the one account that may read them."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import DeidentificationError
from arbiter_fhir.store import AccountRole, PhiCipher, SqlIdentifierReader
from tests.integration.store.conftest import KEK, StoreSite
from tests.integration.store.review_samples import PATIENT, read
from tests.integration.store.samples import candidates, lab
from tests.integration.store.test_grants import number


def reader(site: StoreSite, keys: dict[int, bytes] | None = None) -> SqlIdentifierReader:
    return SqlIdentifierReader(site.engine(AccountRole.REID), PhiCipher(site.name, keys or KEK))


def check_of(site: StoreSite) -> int:
    ((check,),) = site.admin("SELECT id FROM clinical_document_identity_checks")
    return int(str(check))


def test_they_are_read_back_as_they_were_printed(site: StoreSite) -> None:
    read(site, [lab()])
    assert reader(site).read(PATIENT, check_of(site)) == candidates()
    assert reader(site).read(PatientId(8), check_of(site)).items == ()


def test_another_key_or_a_row_that_was_moved_does_not_open(site: StoreSite) -> None:
    read(site, [lab()])
    with pytest.raises(DeidentificationError):
        reader(site, {1: bytes(range(1, 33))}).read(PATIENT, check_of(site))
    site.admin("UPDATE clinical_document_identity_checks SET document_id = 101")
    with pytest.raises(DeidentificationError):
        reader(site).read(PATIENT, check_of(site))


def test_of_a_withdrawn_document_nothing_is_left(site: StoreSite) -> None:
    read(site, [lab()])
    check = check_of(site)
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    assert reader(site).read(PATIENT, check).items == ()


def test_the_account_reads_this_and_nothing_else_of_a_check(site: StoreSite) -> None:
    read(site, [lab()])
    table = "clinical_document_identity_checks"
    assert number(site, AccountRole.REID, f"SELECT extracted_identifiers FROM {table}") == 0
    assert number(site, AccountRole.REID, f"SELECT identity_status FROM {table}") == 1143
    for role in (AccountRole.WORKER, AccountRole.QUERY, AccountRole.AUDITOR):
        assert number(site, role, f"SELECT extracted_identifiers FROM {table}") in {1142, 1143}
