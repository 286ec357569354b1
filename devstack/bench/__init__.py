"""Measures what the line costs beside its engines alone, in one run, taking turns.

Takes: sample pages and a number of rounds. Gives: ratios with their spread, and where the time goes. Never: an absolute
time as a result to compare with another machine's.
"""

from devstack.bench.engines import product_parts
from devstack.bench.per_type import bench_types
from devstack.bench.report import bench_as_json, bench_as_text, types_as_text
from devstack.bench.run import Bench, run_bench

__all__ = [
    "Bench",
    "bench_as_json",
    "bench_as_text",
    "bench_types",
    "product_parts",
    "run_bench",
    "types_as_text",
]
