"""The FHIR client against the stand-in's searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter_fhir.errors import ChartError, ErrorCode
from devstack.ehr import NewPatient
from devstack.mariadb import MariaDBHandle
from tests.contract.openemr.conftest import PDF, Connected, connect, new_patient

pytestmark = pytest.mark.database

Store = Callable[..., int]


def test_the_version_is_read_without_a_token(site: Connected) -> None:
    found = site.client.capability()
    assert (found.software_version, found.fhir_version) == ("7.0.1", "4.0.1")


def test_a_patients_documents_are_listed_once_each(site: Connected, store_pdf: Store, patient: NewPatient) -> None:
    first, second, third = store_pdf(), store_pdf(), store_pdf()
    site.ehr.store.link_category(second, "Medical Record")
    site.ehr.store.process_deleted(third)
    site.ehr.store.store_document(new_patient(site).pid, "Lab Report", "other.pdf", PDF)
    found = site.client.document_references(patient_uuid=str(patient.uuid))
    uuids = {number: str(site.ehr.store.document_uuid(number)) for number in (first, second, third)}
    assert sorted(each.uuid for each in found) == sorted(uuids.values())
    assert [each.uuid for each in found if each.deleted] == [uuids[third]]
    assert all(each.route == f"Binary/{each.uuid}" for each in found)


def test_one_document_is_read_for_its_patient_only(site: Connected, store_pdf: Store, patient: NewPatient) -> None:
    uuid = str(site.ehr.store.document_uuid(store_pdf()))
    found = site.client.document_reference(uuid, patient_uuid=str(patient.uuid))
    assert found is not None
    assert site.client.binary(found) == PDF
    with pytest.raises(ChartError) as raised:
        site.client.document_reference(uuid, patient_uuid=str(new_patient(site).uuid))
    assert raised.value.code is ErrorCode.EHR_BAD_ANSWER


def test_an_unknown_document_is_none(site: Connected, patient: NewPatient) -> None:
    unknown = "a358bfe5-02b8-455e-a503-b1407750dd13"
    assert site.client.binary(unknown) is None
    assert site.client.document_reference(unknown, patient_uuid=str(patient.uuid)) is None


def test_a_patient_is_found_by_record_number(site: Connected, patient: NewPatient) -> None:
    assert site.client.patient_uuids(mrn=patient.pubpid) == (str(patient.uuid),)
    assert site.client.patient_uuids(mrn=patient.pubpid + "0") == ()


def test_the_sites_own_address_in_links_does_not_matter(own_site: Connected) -> None:
    patient = new_patient(own_site)
    uuid = str(
        own_site.ehr.store.document_uuid(own_site.ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF))
    )
    token = own_site.tokens.token()
    assert token
    own_site.ehr.site.set_global("site_addr_oath", "")
    found = own_site.client.document_reference(uuid, patient_uuid=str(patient.uuid))
    assert found is not None
    assert own_site.client.binary(found) == PDF


@pytest.fixture
def newer_site(mariadb: MariaDBHandle, tmp_path: Path, key: bytes) -> Iterator[Connected]:
    yield from connect(mariadb, tmp_path, key, variant="8.x")


def test_a_newer_versions_extra_members_are_no_trouble(newer_site: Connected) -> None:
    patient = new_patient(newer_site)
    document = newer_site.ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF)
    found = newer_site.client.document_references(patient_uuid=str(patient.uuid))
    assert [each.uuid for each in found] == [str(newer_site.ehr.store.document_uuid(document))]
    assert newer_site.fetch(document) == PDF
