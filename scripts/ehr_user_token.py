#!/usr/bin/env python3
"""Gets the access token of one of OpenEMR's users for scripts/deploy_smoke.py: registers a client, waits, asks.

A person enables the client in OpenEMR, signs in, allows what is asked for, and pastes the address where the browser
ends. The token is good for an hour at most; delete or disable the client afterwards (Admin, System, API Clients).
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from own_python import use_own_python

use_own_python()

import httpx

#: What the check enters: a synthetic patient, and two documents of this patient.
SCOPE: Final = "openid api:oemr user/patient.read user/patient.write user/document.read user/document.write"
_NAME: Final = "arbiter-fhir deployment check"


class TokenError(Exception):
    """A step failed; the message says which."""


def user_token(http: httpx.Client, site: str, contact: str, ask: Callable[[str], str]) -> str:
    """The token.

    Args:
        http: A client whose base URL is OpenEMR's.
        site: OpenEMR's site name.
        contact: E-mail address of whoever looks after this.
        ask: Shows a text to the person and gives what is typed.

    Raises:
        TokenError: OpenEMR refused, or what was pasted holds no code of this run.
    """
    base = str(http.base_url).rstrip("/")
    returned = f"{base}/arbiter-fhir-token"
    client = _answer(
        "register",
        http.post(
            f"/oauth2/{site}/registration",
            json={
                "application_type": "private",
                "client_name": _NAME,
                "redirect_uris": [returned],
                "contacts": [contact],
                "token_endpoint_auth_method": "client_secret_post",
                "scope": SCOPE,
            },
        ),
    )
    identity = {"client_id": client["client_id"], "redirect_uri": returned}
    ask(f'Enable "{_NAME}" in OpenEMR: Admin, System, API Clients, Edit, Enable Client. Then press Enter. ')
    state = secrets.token_urlsafe(16)
    query = urlencode({"response_type": "code", "scope": SCOPE, "state": state, **identity})
    pasted = ask(
        f"Open this address, sign in as a user who may enter patients and documents, and allow what is asked for:\n\n"
        f"{base}/oauth2/{site}/authorize?{query}\n\n"
        "The browser ends at a page that does not exist. Paste its whole address here: "
    )
    code = _code(pasted, state)
    given = {"grant_type": "authorization_code", "code": code, "client_secret": client["client_secret"], **identity}
    token = _answer("token", http.post(f"/oauth2/{site}/token", data=given))["access_token"]
    return str(token)


def _answer(step: str, answer: httpx.Response) -> dict[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        body = None
    if answer.status_code != 200 or not isinstance(body, dict):
        reason = str(body.get("error", "")) if isinstance(body, dict) else ""
        raise TokenError(f"{step}: OpenEMR answered {answer.status_code} {reason}".rstrip())
    return body


def _code(pasted: str, state: str) -> str:
    query = parse_qs(urlsplit(pasted.strip()).query)
    if query.get("state") != [state] or "code" not in query:
        raise TokenError("paste: the address holds no code of this run; it begins with OpenEMR's and has code= in it")
    return query["code"][0]


def main() -> int:
    """Parse, ask, write the token; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ehr", required=True, help="OpenEMR's base URL")
    parser.add_argument("--ehr-ca-file", type=Path, help="PEM of the CA of OpenEMR's certificate, if private")
    parser.add_argument("--site", default="default", help="OpenEMR's site name (default: %(default)s)")
    parser.add_argument("--contact", required=True, help="e-mail address of whoever looks after this")
    parser.add_argument("--out", required=True, type=Path, help="file for the token; only you can read it")
    given = parser.parse_args()
    verify = str(given.ehr_ca_file) if given.ehr_ca_file else True
    try:
        with httpx.Client(base_url=given.ehr.rstrip("/"), verify=verify, timeout=60.0, trust_env=False) as http:
            token = user_token(http, given.site, given.contact, input)
    except (TokenError, httpx.HTTPError, EOFError) as error:
        print(f"failed: {error if isinstance(error, TokenError) else type(error).__name__}", file=sys.stderr)
        return 1
    descriptor = os.open(given.out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        handle.write(token + "\n")
    print(f"written to {given.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
