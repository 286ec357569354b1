"""Requests and responses as plain values, so that every answer of the stand-in can be made without a socket."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

HTML = "text/html; charset=UTF-8"
"""Content type that PHP gives to an answer for which no script set one."""

JSON = "application/json"

JsonValue = None | bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"]


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request.

    Attributes:
        method: Upper case.
        path: Decoded path without the query.
        query_text: The query as sent.
        headers: Names in lower case.
        body: Raw bytes.
        client: Address of the caller.
    """

    method: str
    path: str
    query_text: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    client: str = "127.0.0.1"

    def query(self) -> list[tuple[str, str]]:
        """Returns the decoded query parameters in their order; a plus sign is a space, as in PHP."""
        return parse_qsl(self.query_text, keep_blank_values=True)

    def form(self) -> dict[str, str]:
        """Returns the decoded fields of a form body."""
        return dict(parse_qsl(self.body.decode("utf-8", errors="replace"), keep_blank_values=True))

    def json_object(self) -> dict[str, object]:
        """Returns the fields of a JSON body; none where it is no object."""
        try:
            parsed = json.loads(self.body)
        except ValueError:
            return {}
        return parsed if isinstance(parsed, dict) else {}

    def media_type(self) -> str:
        """Returns the content type without parameters, in lower case."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def target(self) -> str:
        """Returns path and query as one text."""
        return f"{self.path}?{self.query_text}" if self.query_text else self.path


@dataclass(frozen=True, slots=True)
class Response:
    """One HTTP response.

    Attributes:
        status: Status code.
        body: Raw bytes.
        content_type: None to send no Content-Type at all (OpenEMR does that in places).
        headers: Further headers.
    """

    status: int
    body: bytes = b""
    content_type: str | None = HTML
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def json(cls, value: JsonValue, status: int = 200, content_type: str = JSON) -> Response:
        """Returns a response with a JSON body, slashes escaped as PHP's json_encode does not matter to a parser."""
        return cls(status, json.dumps(value, ensure_ascii=False).encode("utf-8"), content_type)

    @classmethod
    def empty(cls, status: int) -> Response:
        """Returns OpenEMR's usual sign of failure: a status, no body, text/html."""
        return cls(status)


def oauth_error(status: int, error: str, description: str, hint: str | None = None) -> Response:
    """Returns an error of the authorization server in its fixed shape and order of fields."""
    body: dict[str, JsonValue] = {"error": error, "error_description": description}
    if hint is not None:
        body["hint"] = hint
    body["message"] = description
    return Response.json(body, status)
