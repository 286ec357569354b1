#!/usr/bin/env python3
"""Says whether the committed golden set is what its generators make; with --write, makes it so.

With --list, names the committed cases; with --only PATTERN --into FOLDER, writes some documents somewhere else.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from own_python import use_own_python

use_own_python()

from devstack.golden import GOLDEN_FOLDER, changed_files, write_documents, write_golden_set


def main() -> int:
    """Check or write; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files that differ")
    parser.add_argument("--list", action="store_true", help="name the committed cases and do nothing else")
    parser.add_argument("--only", metavar="PATTERN", help="make documents whose case matches, such as 'intake-*'")
    parser.add_argument("--into", metavar="FOLDER", type=Path, help="where --only writes documents and cases")
    given = parser.parse_args()
    if given.only and not given.into:
        parser.error("--only writes --into a folder")
    if given.list:
        names = [path.stem for path in sorted((GOLDEN_FOLDER / "cases").glob("*.json"))]
    elif given.only:
        names = write_documents(given.into, given.only)
    else:
        names = write_golden_set() if given.write else changed_files()
    for name in names:
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
