"""Measures answers without a model at several numbers of patients: an answer should not cost more in a larger site.

Takes: sizes, a folder for a private database server, and a number of rounds. Gives: per size and question the time, the
time spent in the database and the rows that it read, and their ratio to the smallest size. Never: a shortcut past the
product; questions go through its own pipeline over its own accounts.
"""

from devstack.bench.patients.report import scale_as_json, scale_as_text
from devstack.bench.patients.run import ScaleBench, run_scale_bench

__all__ = ["ScaleBench", "run_scale_bench", "scale_as_json", "scale_as_text"]
