"""The encrypted map in the database: written by the worker, read by the re-identification account alone."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.deid import PhiMap
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import DeidentificationError, ErrorCode, StoreError
from arbiter_fhir.store import AccountRole, PhiCipher, SqlPhiMapReader
from tests.integration.store.conftest import KEK, StoreSite
from tests.integration.store.samples import PHI

P7, D100 = PatientId(7), DocumentId(100)


def save(site: StoreSite, patient: int, document: int, phi: PhiMap = PHI) -> None:
    with site.work().begin() as unit:
        unit.save_phi_map(patient_id=PatientId(patient), document_id=DocumentId(document), phi=phi)


def reader(site: StoreSite) -> SqlPhiMapReader:
    return SqlPhiMapReader(site.engine(AccountRole.REID), PhiCipher(site.name, KEK))


def test_the_map_comes_back_for_its_own_patient_and_document(site: StoreSite) -> None:
    save(site, 7, 100)
    assert reader(site).read(P7, D100) == PHI
    assert reader(site).read(PatientId(8), D100).values == {}
    assert reader(site).read(P7, DocumentId(101)).values == {}


def test_no_value_stands_in_the_database(site: StoreSite) -> None:
    save(site, 7, 100)
    stored = str(site.admin("SELECT * FROM phi_tokens"))
    assert "Zyxwva" not in stored
    assert "1970" not in stored


def test_saving_again_replaces_the_map(site: StoreSite) -> None:
    save(site, 7, 100)
    save(site, 7, 100, PhiMap({"[PERSON_1]": ("Other Name",)}))
    assert reader(site).read(P7, D100).values == {"[PERSON_1]": ("Other Name",)}


def test_a_name_that_is_written_in_very_many_ways_comes_back(site: StoreSite) -> None:
    phi = PhiMap({"[PERSON_1]": tuple(f"Zyxwva Qponml the {number}th of her name" for number in range(3000))})
    save(site, 7, 100, phi)
    assert reader(site).read(P7, D100) == phi


def test_any_unicode_comes_back(site: StoreSite) -> None:
    phi = PhiMap({"[PERSON_1]": ("Zoë Ñandú 漢字 🙂", "")})
    save(site, 7, 100, phi)
    assert reader(site).read(P7, D100) == phi


@pytest.mark.parametrize(
    "swap",
    [
        "UPDATE phi_tokens SET patient_id = 7 WHERE patient_id = 8",
        "UPDATE phi_tokens SET document_id = 100, patient_id = 7 WHERE document_id = 101",
        "UPDATE phi_tokens SET label = IF(label = '[DATE_1]', '[DATE_2]', label), patient_id = 7 WHERE patient_id = 8",
    ],
)
def test_a_row_moved_to_another_patient_or_document_does_not_decrypt(site: StoreSite, swap: str) -> None:
    save(site, 8, 100)
    save(site, 9, 101)
    site.admin(swap)
    with pytest.raises(DeidentificationError) as refused:
        reader(site).read(P7, D100)
    assert refused.value.code is ErrorCode.DEID_KEY


def test_two_rows_that_swapped_their_ciphertexts_do_not_decrypt(site: StoreSite) -> None:
    save(site, 7, 100)
    rows = dict(site.admin("SELECT label, ciphertext FROM phi_tokens"))
    for label, other in (("[PERSON_1]", "[DATE_1]"), ("[DATE_1]", "[PERSON_1]")):
        site.admin("UPDATE phi_tokens SET ciphertext = %s WHERE label = %s", (rows[other], label))
    with pytest.raises(DeidentificationError):
        reader(site).read(P7, D100)


def test_a_row_moved_to_another_tenant_does_not_decrypt(site: StoreSite, other_site: StoreSite) -> None:
    save(site, 7, 100)
    other_site.empty()
    site.admin(f"INSERT INTO `{other_site.schema}`.phi_tokens SELECT * FROM phi_tokens")
    with pytest.raises(DeidentificationError):
        reader(other_site).read(P7, D100)
    assert reader(site).read(P7, D100) == PHI


@pytest.mark.parametrize("role", [AccountRole.WORKER, AccountRole.QUERY, AccountRole.AUDITOR])
def test_no_other_account_reads_it(site: StoreSite, role: AccountRole) -> None:
    save(site, 7, 100)
    with pytest.raises(StoreError) as refused:
        SqlPhiMapReader(site.engine(role), PhiCipher(site.name, KEK)).read(P7, D100)
    assert refused.value.code is ErrorCode.STORE_PRIVILEGE
