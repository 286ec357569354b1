"""One way to talk with an outside model: JSON over HTTPS, retried where that helps, within a deadline and a size."""

from __future__ import annotations

import random
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from arbiter_fhir.errors import ConfigurationError, ErrorCode, ProviderError
from arbiter_fhir.ports.clock import Clock
from arbiter_fhir.transport import PASSING_STATUSES, DeadlineTransport, RetryPolicy, retry_after_seconds

__all__ = ["ExchangeAccess", "JsonExchange", "refused", "unusable"]

CONNECT_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class ExchangeAccess:
    """How an endpoint is reached.

    Attributes:
        key: Sent as a bearer token; empty for none.
        seconds: Longest exchange, connecting included, one try.
        ca_file: Certificates to trust instead of the system's, PEM.
    """

    key: str = field(default="", repr=False)
    seconds: float = 60.0
    ca_file: Path | None = None


class JsonExchange:
    """POSTs bodies and gives replies; safe to share between threads.

    Args:
        access: How the endpoint is reached.
        reply_bytes: Longest reply that is read.
        clock: For `Retry-After` dates.
        policy: Retries inside one call.
        wait: Sleeps; replaced in tests that must not take their time.
        chance: Gives a number in 0-1 for the jitter.

    Raises:
        ConfigurationError: The file of certificates cannot be read.
    """

    def __init__(
        self,
        access: ExchangeAccess,
        *,
        reply_bytes: int,
        clock: Clock,
        policy: RetryPolicy | None = None,
        wait: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._access = access
        self._reply_bytes = reply_bytes
        self._clock = clock
        self._policy = policy or RetryPolicy(longest_pause=20.0)
        self._wait = wait
        self._chance = chance
        self._transport = DeadlineTransport(_ssl_context(access.ca_file))
        self._client = httpx.Client(
            transport=self._transport,
            follow_redirects=False,
            trust_env=False,
            headers={"User-Agent": "arbiter-fhir", "Accept-Encoding": "identity"},
        )

    def post(self, url: str, body: bytes) -> httpx.Response:
        """Send once, and again after passing failures; any other status is given back as it is.

        Raises:
            ProviderError: E_PROVIDER_TRANSPORT (retryable): no answer in time; E_PROVIDER_OUTPUT: a reply too long.
        """
        failures = 0
        while True:
            response: httpx.Response | None = None
            try:
                response = self._send(url, body)
            except httpx.TimeoutException:
                raise _unanswered("did not answer in time") from None
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
                pass
            if response is not None and response.status_code not in PASSING_STATUSES:
                return response
            failures += 1
            asked = response.headers.get("retry-after") if response is not None else None
            seconds = retry_after_seconds(asked, now=self._clock.now())
            pause = self._policy.pause(failures, asked=seconds, chance=self._chance())
            if pause is None:
                raise _unanswered(f"answered {response.status_code}" if response is not None else "cannot be reached")
            self._wait(pause)

    def _send(self, url: str, body: bytes) -> httpx.Response:
        headers = {"Content-Type": "application/json"}
        if self._access.key:
            headers["Authorization"] = f"Bearer {self._access.key}"
        timeout = httpx.Timeout(self._access.seconds, connect=min(CONNECT_SECONDS, self._access.seconds))
        built = self._client.build_request("POST", url, content=body, headers=headers, timeout=timeout)
        with self._transport.within(self._access.seconds):
            response = self._client.send(built, stream=True)
            try:
                content = bytearray()
                for part in response.iter_bytes():
                    content += part
                    if len(content) > self._reply_bytes:
                        raise unusable("is longer than an answer may be")
            finally:
                response.close()
        return httpx.Response(response.status_code, headers=response.headers, content=bytes(content))


def refused(status: int) -> ProviderError:
    """The error for a status that is no answer."""
    return ProviderError(
        ErrorCode.PROVIDER_OUTPUT,
        f"The model endpoint refused the request with status {status}; check address, key and name of the model.",
    )


def unusable(how: str) -> ProviderError:
    """The error for an answer that cannot be used."""
    return ProviderError(ErrorCode.PROVIDER_OUTPUT, f"The model's answer {how}; it was not used.")


def _unanswered(how: str) -> ProviderError:
    return ProviderError(
        ErrorCode.PROVIDER_TRANSPORT,
        f"The model endpoint {how}; check that it runs and is not overloaded.",
        retryable=True,
    )


def _ssl_context(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(ca_file) if ca_file else None)
    except (OSError, ssl.SSLError):
        raise ConfigurationError("The file of certificates for the model endpoint cannot be read as PEM.") from None
