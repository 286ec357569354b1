#!/usr/bin/env python3
"""Calibrates the guideline search on one half of its questions and measures it on the other.

Prints hit@1, hit@5 and refusals, whole and with each part off. With --write the fitted weights and thresholds become
the product's; --plot FILE draws the scores, --json FILE keeps the numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from own_python import ROOT, use_own_python

use_own_python()

from devstack.guidelines import as_json, as_text, calibrate, draw_scores, read_questions, write_weights
from devstack.mariadb import shared_server

CORPUS = ROOT / "fixtures" / "clinical-guideline-corpus"
DATA = ROOT / "arbiter_fhir" / "retrieval" / "guidelines" / "data"


def main() -> int:
    """Calibrate, show, keep what was asked for; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store weights and thresholds for the product")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="SVG of the scores")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all numbers")
    given = parser.parse_args()
    with shared_server(ROOT / ".arbiter" / "test-server") as server:
        outcome = calibrate(server, CORPUS, read_questions(CORPUS / "questions.tsv"))
    print(as_text(outcome))
    if given.write:
        write_weights(DATA / "rerank_with_vectors.tsv", outcome.with_vectors)
        write_weights(DATA / "rerank_words_only.tsv", outcome.words_only)
    if given.plot:
        given.plot.write_text(draw_scores(outcome), encoding="utf-8")
    if given.json:
        given.json.write_text(json.dumps(as_json(outcome), indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
