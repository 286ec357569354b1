"""Every error the product raises on purpose, with its stable code.

The tree::

    ArbiterError
    ├── ConfigurationError          E_CONFIG                 settings missing or contradictory
    ├── DocumentError               E_EMPTY … E_CRASH        bytes that cannot be read (security caps, formats)
    ├── SourceError                 E_SOURCE_*               the document is not what OpenEMR said it is
    ├── DeidentificationError       E_DEID_*                 de-identification impossible: fail closed
    ├── ExtractionError             E_EXTRACT_*              a reader or a model broke its contract
    ├── ProviderError               E_PROVIDER_*             a configured model endpoint failed
    ├── ChartError                  E_EHR_*                  OpenEMR (HTTP, OAuth2 or SQL) refused or failed
    ├── StoreError                  E_STORE_*                our own database
    │   └── LostLeaseError          E_STORE_LEASE            another worker owns the job now
    ├── TenancyError                E_TENANT                 a credential and an object do not belong together
    ├── RequestError                E_REQUEST_*              a caller asked for something malformed
    └── ReviewError                 E_REVIEW_*               a decision came too late, or cannot be carried out

Outcomes are not errors: refusal, needs_review, identity mismatch, duplicate and not found are values.
A message holds ids, counts and a remedy, never document text, names or database messages: it is shown to clinic
administrators and written to logs.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "ArbiterError",
    "ChartError",
    "ConfigurationError",
    "DeidentificationError",
    "DocumentError",
    "ErrorCode",
    "ExtractionError",
    "LostLeaseError",
    "ProviderError",
    "RequestError",
    "ReviewError",
    "SourceError",
    "StoreError",
    "TenancyError",
]


class ErrorCode(StrEnum):
    """Stable codes: stored in jobs, shown to administrators, never reused for another meaning."""

    CONFIG = "E_CONFIG"
    # Documents: what the bytes turned out to be.
    EMPTY = "E_EMPTY"
    TYPE = "E_TYPE"
    UNSUPPORTED = "E_UNSUPPORTED"
    TOO_LARGE = "E_TOO_LARGE"
    PAGES = "E_PAGES"
    NO_PAGES = "E_NO_PAGES"
    PIXELS = "E_PIXELS"
    BOMB = "E_BOMB"
    DEPTH = "E_DEPTH"
    ENTITY = "E_ENTITY"
    ENCRYPTED = "E_ENCRYPTED"
    CORRUPT = "E_CORRUPT"
    NO_TEXT = "E_NO_TEXT"
    ENCODING = "E_ENCODING"
    HL7_HEADER = "E_HL7_HEADER"
    HL7_STRUCT = "E_HL7_STRUCT"
    TIMEOUT = "E_TIMEOUT"
    MEMORY = "E_MEMORY"
    CRASH = "E_CRASH"
    OCR_UNAVAILABLE = "E_OCR_UNAVAILABLE"
    # Source: OpenEMR's record and the bytes disagree, or the record is gone.
    SOURCE_MISSING = "E_SOURCE_MISSING"
    SOURCE_HASH = "E_SOURCE_HASH"
    SOURCE_SIZE = "E_SOURCE_SIZE"
    SOURCE_CHANGED = "E_SOURCE_CHANGED"
    # De-identification: closed unless every part works.
    DEID_UNAVAILABLE = "E_DEID_UNAVAILABLE"
    DEID_FAILED = "E_DEID_FAILED"
    DEID_KEY = "E_DEID_KEY"
    # Extraction.
    EXTRACT_SCHEMA = "E_EXTRACT_SCHEMA"
    # Providers.
    PROVIDER_TRANSPORT = "E_PROVIDER_TRANSPORT"
    PROVIDER_OUTPUT = "E_PROVIDER_OUTPUT"
    PROVIDER_MODEL = "E_PROVIDER_MODEL"
    PROVIDER_BUDGET = "E_PROVIDER_BUDGET"
    # The EHR.
    EHR_AUTH = "E_EHR_AUTH"
    EHR_SCOPE = "E_EHR_SCOPE"
    EHR_DISABLED = "E_EHR_DISABLED"
    EHR_UNAVAILABLE = "E_EHR_UNAVAILABLE"
    EHR_RATE_LIMITED = "E_EHR_RATE_LIMITED"
    EHR_BAD_ANSWER = "E_EHR_BAD_ANSWER"
    EHR_SCHEMA = "E_EHR_SCHEMA"
    EHR_WRITE = "E_EHR_WRITE"
    # Our store.
    STORE_UNAVAILABLE = "E_STORE_UNAVAILABLE"
    STORE_CONFLICT = "E_STORE_CONFLICT"
    STORE_LEASE = "E_STORE_LEASE"
    STORE_SCHEMA = "E_STORE_SCHEMA"
    STORE_PRIVILEGE = "E_STORE_PRIVILEGE"
    # Callers.
    TENANT = "E_TENANT"
    REQUEST_INVALID = "E_REQUEST_INVALID"
    REQUEST_NOT_FOUND = "E_REQUEST_NOT_FOUND"
    REQUEST_FORBIDDEN = "E_REQUEST_FORBIDDEN"
    REQUEST_UNAUTHENTICATED = "E_REQUEST_UNAUTHENTICATED"
    REQUEST_TOO_LARGE = "E_REQUEST_TOO_LARGE"
    REQUEST_ABANDONED = "E_REQUEST_ABANDONED"
    REQUEST_RATE_LIMITED = "E_REQUEST_RATE_LIMITED"
    REQUEST_CONFLICT = "E_REQUEST_CONFLICT"
    # What stands there may not be shown: withdrawn, another patient's, of doubtful identity.
    SOURCE_WITHHELD = "E_SOURCE_WITHHELD"
    # Reviewers.
    REVIEW_STALE = "E_REVIEW_STALE"
    REVIEW_INVALID = "E_REVIEW_INVALID"
    REVIEW_CHANGED = "E_REVIEW_CHANGED"
    INTERNAL = "E_INTERNAL"


class ArbiterError(Exception):
    """An error with a stable code and a sentence that an administrator can act on.

    Attributes:
        code: Stable code.
        message: Plain words with the remedy; free of PHI by construction.
        retryable: Whether doing the same again later can succeed.
        retry_after_seconds: Earliest useful retry, where the other side said so.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        retryable: bool = False,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(f"{code.value}: {message}")
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after_seconds = retry_after_seconds


class ConfigurationError(ArbiterError):
    """Settings are missing or contradict each other; the message lists all problems."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorCode.CONFIG, message)


class DocumentError(ArbiterError):
    """The bytes cannot be read as the document they should be."""


class SourceError(ArbiterError):
    """The stored document is missing, changed, or differs from OpenEMR's own record of it."""


class DeidentificationError(ArbiterError):
    """De-identification could not be done completely, so nothing was passed on."""


class ExtractionError(ArbiterError):
    """Extraction broke its own contract (schema, unsupported type)."""


class ProviderError(ArbiterError):
    """A model provider failed in transport or gave output outside its contract."""


class ChartError(ArbiterError):
    """OpenEMR refused or failed, over HTTP or SQL."""


class StoreError(ArbiterError):
    """Our own database refused or failed."""


class LostLeaseError(StoreError):
    """The job's fencing token moved on: another worker owns it, nothing may be written."""

    def __init__(self, job_id: int) -> None:
        super().__init__(
            ErrorCode.STORE_LEASE,
            f"Job {job_id} is owned by another worker now; this attempt wrote nothing.",
        )


class TenancyError(ArbiterError):
    """A credential and an object belong to different tenants."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorCode.TENANT, message)


class RequestError(ArbiterError):
    """A caller's request is malformed, not allowed, or names something that is not there."""


class ReviewError(ArbiterError):
    """A person's decision came too late, or cannot be carried out."""
