#!/usr/bin/env python3
"""Checks whether an OpenAI-compatible endpoint gives what arbiter-fhir needs of a model. Sends no data of yours.

Exit code: 0 usable, 1 not usable, 2 not reachable or refused.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from own_python import use_own_python

use_own_python()

from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.providers import ModelEndpoint
from devstack.models.check import check_endpoint


def main() -> int:
    """Parse, check, print a line for each finding."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url", help="as ARBITER_MODEL_BASE_URL, for example http://127.0.0.1:11434/v1")
    parser.add_argument("model", help="as ARBITER_MODEL_NAME")
    parser.add_argument("--key-file", type=Path, help="file with the key, where the endpoint wants one")
    parser.add_argument("--ca-file", type=Path, help="certificate authority of a private endpoint, PEM")
    parser.add_argument("--plain-http", action="store_true", help="allow http:// to another machine")
    parser.add_argument("--seconds", type=float, default=60.0, help="longest wait for one answer (60)")
    given = parser.parse_args()
    try:
        endpoint = ModelEndpoint(given.base_url, plain_http_allowed=given.plain_http)
        key = given.key_file.read_text(encoding="utf-8").strip() if given.key_file else ""
        findings = check_endpoint(endpoint, given.model, key=key, seconds=given.seconds, ca_file=given.ca_file)
    except (ArbiterError, OSError) as error:
        print(f"not usable: {error}", file=sys.stderr)
        return 2
    for finding in findings:
        print(f"{'ok  ' if finding.ok else 'NO  ' if finding.needed else '-   '} {finding.what}: {finding.how}")
    return 0 if all(finding.ok for finding in findings if finding.needed) else 1


if __name__ == "__main__":
    sys.exit(main())
