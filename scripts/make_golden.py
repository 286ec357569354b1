#!/usr/bin/env python3
"""Says whether the committed golden set is what its generators make; with --write, makes it so."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from devstack.golden import changed_files, write_golden_set


def main() -> int:
    """Check or write; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files that differ")
    changed = write_golden_set() if parser.parse_args().write else changed_files()
    for name in changed:
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
