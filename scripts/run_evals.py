#!/usr/bin/env python3
"""Judges the line by the golden set: exit code 0 when the gate opens, 1 when not, 2 when nothing could be judged."""

from __future__ import annotations

import argparse
import sys

from own_python import ROOT, use_own_python

use_own_python()

from arbiter_fhir.evals import EvaluationOptions, evaluate
from arbiter_fhir.evals.line import build_line
from devstack.golden.clinic import open_clinic


def main() -> int:
    """Parse and hand over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--case", action="append", default=[], metavar="ID", help="only this case or scenario (repeatable)"
    )
    parser.add_argument("--json", action="store_true", help="print the JSON report on standard output")
    parser.add_argument("--write-baseline", action="store_true", help="accept this run as the new baseline")
    parser.add_argument("--processes", type=int, default=2, choices=(1, 2))
    given = parser.parse_args()
    options = EvaluationOptions(
        golden=ROOT / "fixtures" / "clinical-document-golden",
        results=ROOT / "eval-results",
        cases=tuple(given.case),
        as_json=given.json,
        write_baseline=given.write_baseline,
        processes=given.processes,
    )
    return evaluate(options, build=build_line, open_clinic=open_clinic)


if __name__ == "__main__":
    sys.exit(main())
