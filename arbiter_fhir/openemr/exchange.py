"""One HTTP exchange with the EHR: time limits, a cap on the body, no redirects, a few cheap retries.

Nothing of a body or a URL gets into an error: a body may hold a chart, and a URL a patient's id.
"""

from __future__ import annotations

import random
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import httpx

from arbiter_fhir.errors import ChartError, ConfigurationError, ErrorCode
from arbiter_fhir.ports.clock import Clock
from arbiter_fhir.transport import PASSING_STATUSES, DeadlineTransport, RetryPolicy, retry_after_seconds

__all__ = ["HttpAnswer", "HttpExchange", "HttpLimits", "HttpRequest"]

#: Promise R8.
CONNECT_SECONDS = 10.0
READ_SECONDS = 30.0
#: A JSON answer: 2,001 DocumentReferences were 1.9 MB on a live instance.
JSON_BYTES = 16 * 1024 * 1024
USER_AGENT = "arbiter-fhir"


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """How long and how much.

    Attributes:
        read_seconds: Longest silence of the server.
        total_seconds: Longest exchange, connecting included, one try.
        body_bytes: Longest body that is read.
    """

    read_seconds: float = READ_SECONDS
    total_seconds: float = 60.0
    body_bytes: int = JSON_BYTES


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request. ``form`` and ``json`` make it a POST."""

    url: str
    query: Mapping[str, str] = field(default_factory=dict, repr=False)
    token: str | None = field(default=None, repr=False)
    form: Mapping[str, str] | None = field(default=None, repr=False)
    json: Mapping[str, object] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """One answer, whole.

    Attributes:
        media_type: Content-Type without parameters, lower case; empty where there was none.
        retry_after: What the server asked for, seconds.
        server_date: The `Date` header as sent; empty where there was none.
    """

    status: int
    media_type: str
    body: bytes = field(repr=False)
    retry_after: float | None = None
    server_date: str = ""

    @property
    def is_json(self) -> bool:
        """Whether the answer says that it is JSON and has a body."""
        return bool(self.body.strip()) and (self.media_type == "application/json" or self.media_type.endswith("+json"))


class HttpExchange:
    """Sends requests to one EHR; safe to share between threads.

    Args:
        clock: For `Retry-After` dates.
        ca_file: Certificates to trust instead of the system's, PEM.
        policy: Retries inside one call.
        wait: Sleeps; replaced in tests that must not take their time.
        chance: Gives a number in 0-1 for the jitter.

    Raises:
        ConfigurationError: The file of certificates cannot be read.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        ca_file: Path | None = None,
        policy: RetryPolicy | None = None,
        wait: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._clock = clock
        self._policy = policy or RetryPolicy()
        self._wait = wait
        self._chance = chance
        self._transport = DeadlineTransport(_ssl_context(ca_file))
        self._client = httpx.Client(
            transport=self._transport,
            follow_redirects=False,
            trust_env=False,
            headers={"User-Agent": USER_AGENT, "Accept-Encoding": "identity"},
        )

    def __enter__(self) -> HttpExchange:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open."""
        self._client.close()

    def send(
        self, request: Callable[[], HttpRequest], *, doing: str, limits: HttpLimits | None = None, again: bool = True
    ) -> HttpAnswer:
        """Send a request, again where that is cheap and may help, and give the last answer whatever its status.

        Args:
            request: Makes the request, anew for each try: an assertion may be used once.
            doing: For error messages: ``"reading a document"``.
            limits: Time and size.
            again: Whether to try again at all.

        Raises:
            ChartError: E_EHR_UNAVAILABLE (retryable): no answer; E_EHR_BAD_ANSWER: a redirect or a body over the cap.
        """
        failures = 0
        while True:
            answer: HttpAnswer | None = None
            failure: ChartError | None = None
            try:
                answer = self._send_once(request(), doing, limits or HttpLimits())
            except _CheapFailureError as error:
                failure = error.as_chart_error(doing)
            if answer is not None and answer.status not in PASSING_STATUSES:
                return answer
            failures += 1
            asked = answer.retry_after if answer else None
            pause = self._policy.pause(failures, asked=asked, chance=self._chance()) if again else None
            if pause is None:
                if answer is not None:
                    return answer
                raise failure or _unanswered(doing)
            self._wait(pause)

    def _send_once(self, request: HttpRequest, doing: str, limits: HttpLimits) -> HttpAnswer:
        headers = {"Authorization": f"Bearer {request.token}"} if request.token else {}
        built = self._client.build_request(
            "GET" if request.form is None and request.json is None else "POST",
            request.url,
            params=dict(request.query) or None,
            data=dict(request.form) if request.form is not None else None,
            json=dict(request.json) if request.json is not None else None,
            headers=headers,
            timeout=httpx.Timeout(limits.read_seconds, connect=CONNECT_SECONDS),
        )
        ends_at = time.monotonic() + limits.total_seconds
        try:
            with self._transport.within(limits.total_seconds):
                response = self._client.send(built, stream=True)
                try:
                    return self._read(response, doing, limits, ends_at)
                finally:
                    response.close()
        except httpx.TimeoutException:
            raise _too_slow(doing, limits, late=time.monotonic() >= ends_at) from None
        except (httpx.ConnectError, httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError) as error:
            raise _CheapFailureError(untrusted=_is_certificate_failure(error)) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
            raise _unanswered(doing) from None

    def _read(self, response: httpx.Response, doing: str, limits: HttpLimits, ends_at: float) -> HttpAnswer:
        if response.has_redirect_location or 300 <= response.status_code < 400:
            raise ChartError(
                ErrorCode.EHR_BAD_ANSWER,
                f"OpenEMR answered with a redirect while {doing}; it was not followed. Set its address to the one that"
                " answers directly.",
            )
        parts: list[bytes] = []
        size = 0
        for part in response.iter_bytes():
            size += len(part)
            if size > limits.body_bytes:
                raise ChartError(
                    ErrorCode.EHR_BAD_ANSWER,
                    f"OpenEMR's answer was longer than {limits.body_bytes} bytes while {doing}; reading stopped there.",
                )
            if time.monotonic() > ends_at:
                raise _too_slow(doing, limits, late=True)
            parts.append(part)
        return HttpAnswer(
            status=response.status_code,
            media_type=response.headers.get("content-type", "").split(";")[0].strip().lower(),
            body=b"".join(parts),
            retry_after=retry_after_seconds(response.headers.get("retry-after"), now=self._clock.now()),
            server_date=response.headers.get("date", ""),
        )


class _CheapFailureError(Exception):
    """The connection failed quickly, so another try costs little."""

    def __init__(self, *, untrusted: bool) -> None:
        super().__init__()
        self._untrusted = untrusted

    def as_chart_error(self, doing: str) -> ChartError:
        if self._untrusted:
            return ChartError(
                ErrorCode.EHR_UNAVAILABLE,
                f"OpenEMR's certificate could not be verified while {doing}: name the file of its certificate"
                " authority in ARBITER_EHR_CA_FILE, call OpenEMR by the name in the certificate, or renew it.",
                retryable=True,
            )
        return _unanswered(doing)


def _unanswered(doing: str) -> ChartError:
    return ChartError(
        ErrorCode.EHR_UNAVAILABLE,
        f"The connection to OpenEMR failed while {doing}; it is tried again. Check that it runs, and that"
        " ARBITER_EHR_BASE_URL can be reached from this machine.",
        retryable=True,
    )


def _too_slow(doing: str, limits: HttpLimits, *, late: bool) -> ChartError:
    how = (
        f"did not finish within {limits.total_seconds:g} seconds"
        if late
        else f"sent nothing for {limits.read_seconds:g} seconds or could not be reached in {CONNECT_SECONDS:g}"
    )
    return ChartError(ErrorCode.EHR_UNAVAILABLE, f"OpenEMR {how} while {doing}; it is tried again.", retryable=True)


def _is_certificate_failure(error: BaseException) -> bool:
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ssl.SSLCertVerificationError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _ssl_context(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(ca_file) if ca_file else None)
    except (OSError, ssl.SSLError):
        raise ConfigurationError(
            "The file of ARBITER_EHR_CA_FILE, with OpenEMR's certificate authority, cannot be read as PEM."
        ) from None
