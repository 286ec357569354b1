#!/usr/bin/env python3
"""Judges the line on scans that are made anew: every layout in four qualities. For people; it gates nothing."""

from __future__ import annotations

import argparse
import sys

from own_python import use_own_python

use_own_python()

from devstack.golden.fresh_scans import fresh_report, judge_fresh_scans
from devstack.golden.layout_cases import LAYOUT_NAMES


def main() -> None:
    """Parse and hand over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=501, help="decides rotation and noise (default: 501)")
    parser.add_argument("--layout", action="append", choices=LAYOUT_NAMES, help="only this layout (repeatable)")
    given = parser.parse_args()
    scorecards = judge_fresh_scans(
        given.seed,
        layouts=given.layout or LAYOUT_NAMES,
        progress=lambda text: print(text, end="\r", file=sys.stderr, flush=True),
    )
    print(file=sys.stderr)
    print(fresh_report(scorecards), end="")


if __name__ == "__main__":
    main()
