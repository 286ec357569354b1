"""Errors: stable codes, messages that can be shown, causes that never are."""

from arbiter_fhir.domain.tenant import JobId
from arbiter_fhir.errors import ArbiterError, ConfigurationError, ErrorCode, LostLeaseError, StoreError


def test_codes_are_unique_and_stable_in_form() -> None:
    values = [code.value for code in ErrorCode]
    assert len(values) == len(set(values))
    assert all(value.startswith("E_") and value.isupper() for value in values)


def test_an_error_shows_code_and_sentence() -> None:
    error = ArbiterError(ErrorCode.EMPTY, "The file has no content.")
    assert str(error) == "E_EMPTY: The file has no content."
    assert not error.retryable


def test_a_lost_lease_is_a_store_error_that_names_the_job() -> None:
    error = LostLeaseError(JobId(7))
    assert isinstance(error, StoreError)
    assert "7" in error.message


def test_a_configuration_error_is_not_worth_a_retry() -> None:
    assert not ConfigurationError("Set ARBITER_SITE.").retryable
