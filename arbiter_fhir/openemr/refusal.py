"""What an answer that is no success means, and what to do about it."""

from __future__ import annotations

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.exchange import HttpAnswer

__all__ = ["disabled", "refusal"]


def refusal(answer: HttpAnswer, doing: str) -> ChartError:
    """The error for an answer whose status nobody expected.

    Args:
        answer: The answer; its body is not repeated.
        doing: What was being done: ``"reading a document"``.
    """
    match answer.status:
        case 429:
            return ChartError(
                ErrorCode.EHR_RATE_LIMITED,
                f"OpenEMR limits requests while {doing}; it is tried again.",
                retryable=True,
                retry_after_seconds=answer.retry_after,
            )
        case 501:
            return disabled()
        case 401 | 403:
            return ChartError(
                ErrorCode.EHR_AUTH,
                f"OpenEMR forbids it ({answer.status}) while {doing}: check the client's scopes and that the service"
                " account oe-system is in its Administrators group.",
            )
        case status if status >= 500:
            return ChartError(
                ErrorCode.EHR_UNAVAILABLE,
                f"OpenEMR answered {status} while {doing}; it is tried again. Its PHP error log names the reason.",
                retryable=True,
                retry_after_seconds=answer.retry_after,
            )
        case status:
            return ChartError(
                ErrorCode.EHR_BAD_ANSWER,
                f"OpenEMR answered {status} while {doing}, which it does not do for a request like this: check its"
                " address, the site name, and proxies on the way.",
            )


def disabled() -> ChartError:
    """The error for a site whose APIs are switched off."""
    return ChartError(
        ErrorCode.EHR_DISABLED,
        "OpenEMR's FHIR API is switched off, or the site name is wrong: switch its global rest_fhir_api on"
        " (Admin, Config, Connectors).",
    )
