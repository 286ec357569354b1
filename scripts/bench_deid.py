#!/usr/bin/env python3
"""Measures de-identification on generated documents of every format, beside Presidio's defaults. See --help."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from own_python import use_own_python

use_own_python()

from arbiter_fhir.bootstrap.reading import build_reader
from devstack.bench.deid import bench_as_json, bench_as_text, run_deid_bench
from devstack.bench.deid.contenders import CHART, contenders

#: What has to hold with the chart known (issue of the golden set, *Numbers to show*).
STRICT_GOAL, PRECISION_GOAL = 1.0, 0.97


def main() -> int:
    """Parse and hand over; 0 where the goals are met and every format was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=500, help="how many (default: 500)")
    parser.add_argument("--seed", type=int, default=20260501, help="decides the documents")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--output", type=Path, help="also write the JSON to this file")
    parser.add_argument("--examples", action="store_true", help="show what was left and what was removed wrongly")
    given = parser.parse_args()
    bench = run_deid_bench(
        reader=build_reader(),
        contenders=contenders(),
        count=max(1, given.documents),
        seed=given.seed,
        progress=lambda text: print(text, end="\r", file=sys.stderr, flush=True),
    )
    print(file=sys.stderr)
    written = json.dumps(bench_as_json(bench), indent=2)
    if given.output is not None:
        given.output.write_text(written + "\n", encoding="utf-8")
    print(written if given.json else bench_as_text(bench, examples=given.examples))
    own = next(each for each in bench.contenders if each.name == CHART).total
    met = own.strict_recall >= STRICT_GOAL and own.precision >= PRECISION_GOAL and not bench.unread
    print(f"goals (strict {STRICT_GOAL}, precision {PRECISION_GOAL}): {'met' if met else 'NOT MET'}", file=sys.stderr)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
