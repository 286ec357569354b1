"""Measures de-identification on generated documents of every format whose identifiers are all known.

Takes: a number of documents and a seed. Gives: recall and precision by format and kind, beside Presidio's defaults on
the same text. Never: a real person, a document kept from elsewhere, or a score of the recognizers alone.
"""

from devstack.bench.deid.report import bench_as_json, bench_as_text
from devstack.bench.deid.run import DeidBench, run_deid_bench

__all__ = ["DeidBench", "bench_as_json", "bench_as_text", "run_deid_bench"]
