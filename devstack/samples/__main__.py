"""Writes all sample documents and their truth: ``python -m devstack.samples FOLDER``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from devstack.samples.catalogue import samples


def main() -> None:
    """Write typed and scanned samples with a JSON truth beside each."""
    parser = argparse.ArgumentParser(prog="python -m devstack.samples", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the PDFs and truths go")
    folder: Path = parser.parse_args().folder
    for scanned in (False, True):
        for document in samples(scanned=scanned):
            path = document.write(folder)
            path.with_suffix(".truth.json").write_text(json.dumps(document.truth.as_json(), indent=1) + "\n")
            print(path.name, len(document.truth.rows), "rows")


if __name__ == "__main__":
    main()
