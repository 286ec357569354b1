#!/usr/bin/env python3
"""Indexes the guideline corpus of a site, or seals a changed corpus with a new version.

The first is `arbiter-fhir index-guidelines`. With --seal VERSION the manifest of the corpus folder is written anew: do
that after every change of a text, under a version that no site has seen.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from own_python import ROOT, use_own_python

use_own_python()

from rich.console import Console

from arbiter_fhir.cli.guidelines import index_corpus
from arbiter_fhir.cli.output import Output
from arbiter_fhir.retrieval import read_corpus, write_manifest
from arbiter_fhir.settings import load_settings

CORPUS = ROOT / "fixtures" / "clinical-guideline-corpus"


def main() -> int:
    """Index or seal; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env-file", type=Path, help="settings of the site")
    parser.add_argument("--seal", metavar="VERSION", help="write the manifest of the corpus under this version")
    given = parser.parse_args()
    if given.seal:
        write_manifest(CORPUS, given.seal)
        print(f"{given.seal}: {len(read_corpus(CORPUS).chunks)} chunks")
        return 0
    index_corpus(load_settings(given.env_file), Output(Console(soft_wrap=True), as_json=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
