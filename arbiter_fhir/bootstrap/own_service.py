"""Whether `serve` answers where the settings say that it listens."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Final

__all__ = ["OwnService", "own_service"]

_LIVE: Final = "/meta/health/livez"
_SECONDS: Final = 5.0
_MOST_BYTES: Final = 4096
#: Listening everywhere means listening here, too.
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  compared with, not bound to


@dataclass(frozen=True, slots=True)
class OwnService:
    """What was found at the service's address.

    Attributes:
        state: What it says about itself, ``alive`` where it is ours; empty where it is not; ``None`` without an answer.
    """

    address: str
    state: str | None


def own_service(host: str, port: int) -> OwnService:
    """Ask whatever listens there whether it is alive; no proxy of the environment comes between.

    Args:
        host: As in ``ARBITER_LISTEN_HOST``.
        port: As in ``ARBITER_LISTEN_PORT``.
    """
    near = _EVERYWHERE.get(host, host)
    address = f"http://[{near}]:{port}" if ":" in near else f"http://{near}:{port}"
    connection = http.client.HTTPConnection(near, port, timeout=_SECONDS)
    try:
        connection.request("GET", _LIVE)
        body = connection.getresponse().read(_MOST_BYTES)
    except http.client.HTTPException:
        return OwnService(address, "")
    except OSError:
        return OwnService(address, None)
    finally:
        connection.close()
    try:
        said = json.loads(body)
    except ValueError:
        return OwnService(address, "")
    state = said.get("status") if isinstance(said, dict) else None
    return OwnService(address, state if isinstance(state, str) else "")
