"""Identity checks: the decision in words, what was printed only encrypted."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import Lease
from arbiter_fhir.errors import TenancyError
from arbiter_fhir.store import PhiCipher
from arbiter_fhir.store.identity_checks import IDENTIFIERS_LABEL
from tests.integration.store.conftest import KEK, StoreSite
from tests.integration.store.samples import candidates, identity


def save(site: StoreSite, lease: Lease, status: IdentityStatus = IdentityStatus.VERIFIED, patient: int = 7) -> int:
    with site.work().begin(lease) as unit:
        checks = unit.save_identity(job=lease.job, identity=identity(patient, status), candidates=candidates())
    return checks[1]


def test_the_decision_is_kept_without_values(site: StoreSite) -> None:
    lease = site.claimed()
    check = save(site, lease, IdentityStatus.AMBIGUOUS)
    ((row_id, status, fields, reason, review),) = site.admin(
        "SELECT id, identity_status, matched_patient_fields_json, mismatch_reason, review_required"
        " FROM clinical_document_identity_checks"
    )
    assert (row_id, status, reason, review) == (check, "identity_ambiguous_needs_review", "two_strong_identifiers", 1)
    assert json.loads(str(fields)) == {"birth_date": {"outcome": "match", "detail": ""}}
    assert "Zyxwva" not in str(site.admin("SELECT * FROM clinical_document_identity_checks"))


def test_what_was_printed_opens_with_the_tenants_key(site: StoreSite) -> None:
    lease = site.claimed()
    save(site, lease)
    ((sealed, version),) = site.admin(
        "SELECT extracted_identifiers, key_version FROM clinical_document_identity_checks"
    )
    plain = PhiCipher(site.name, KEK).open(
        bytes(sealed),  # type: ignore[call-overload]
        patient_id=lease.job.patient_id,
        document_id=lease.job.document_id,
        label=f"{IDENTIFIERS_LABEL}:{lease.job.job_id}",
        key_version=int(str(version)),
    )
    (item,) = json.loads(plain)
    assert (item["field"], item["value"], item["role"]) == ("name", "Zyxwva Qponml", "patient")


def test_a_second_check_of_the_job_replaces_the_first_and_leaves_a_review_alone(site: StoreSite) -> None:
    lease = site.claimed()
    first = save(site, lease, IdentityStatus.AMBIGUOUS)
    site.admin("UPDATE clinical_document_identity_checks SET review_decision = 'approved', reviewed_by = 'dr'")
    assert save(site, lease) == first
    assert site.admin(
        "SELECT identity_status, review_required, review_decision FROM clinical_document_identity_checks"
    ) == [("identity_verified", 0, "approved")]


def test_a_decision_about_another_patient_is_refused(site: StoreSite) -> None:
    lease = site.claimed()
    with pytest.raises(TenancyError):
        save(site, lease, patient=8)
    assert site.number("clinical_document_identity_checks") == 0


def save_parts(site: StoreSite, lease: Lease, *statuses: IdentityStatus) -> Mapping[int, int]:
    with site.work().begin(lease) as unit:
        return unit.save_identity(job=lease.job, identity=identity(7, *statuses), candidates=candidates())


def test_each_part_has_its_own_check_and_only_its_own_identifiers(site: StoreSite) -> None:
    lease = site.claimed()
    checks = save_parts(site, lease, IdentityStatus.VERIFIED, IdentityStatus.MISMATCH)
    rows = site.admin(
        "SELECT id, part_number, part_kind, first_page, last_page, identity_status, review_required"
        " FROM clinical_document_identity_checks ORDER BY part_number"
    )
    assert rows == [
        (checks[1], 1, "packet", 1, 1, "identity_verified", 0),
        (checks[2], 2, "packet", 2, 2, "identity_mismatch_quarantined", 1),
    ]
    ((sealed, version),) = site.admin(
        "SELECT extracted_identifiers, key_version FROM clinical_document_identity_checks WHERE part_number = 2"
    )
    plain = PhiCipher(site.name, KEK).open(
        bytes(sealed),  # type: ignore[call-overload]
        patient_id=lease.job.patient_id,
        document_id=lease.job.document_id,
        label=f"{IDENTIFIERS_LABEL}:{lease.job.job_id}:2",
        key_version=int(str(version)),
    )
    assert json.loads(plain) == []


def test_a_part_that_a_second_reading_does_not_find_is_closed(site: StoreSite) -> None:
    lease = site.claimed()
    first = save_parts(site, lease, IdentityStatus.VERIFIED, IdentityStatus.MISMATCH)
    assert save_parts(site, lease, IdentityStatus.VERIFIED) == {1: first[1]}
    assert site.admin(
        "SELECT part_number, active, review_required, extracted_identifiers IS NULL"
        " FROM clinical_document_identity_checks ORDER BY part_number"
    ) == [(1, 1, 0, 0), (2, 0, 0, 1)]
