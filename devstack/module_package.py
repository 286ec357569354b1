"""Packs the OpenEMR module: what is deployed, in a zip that is the same bytes from the same files.

python -m devstack.module_package [--output FILE]
"""

from __future__ import annotations

import argparse
import re
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

__all__ = ["MODULE", "MODULE_NAME", "PackageError", "deployed_files", "main", "module_version", "write_package"]

MODULE_NAME: Final = "oe-module-arbiter-fhir"
MODULE: Final = Path(__file__).resolve().parent.parent / "openemr_module"
#: What OpenEMR gets; the panel's source, tests and settings of tools stay behind.
DEPLOYED: Final = (
    "ModuleManagerListener.php",
    "README.md",
    "background.php",
    "composer.json",
    "info.txt",
    "moduleConfig.php",
    "openemr.bootstrap.php",
    "public",
    "sql",
    "src",
    "templates",
    "version.php",
)
#: Without these the module shows nothing.
NEEDED: Final = ("public/assets/panel.js", "public/assets/panel.css", "public/assets/strings.json")
#: The earliest time that a zip can hold, for every file.
_TIME: Final = (1980, 1, 1, 0, 0, 0)
_FILE_MODE: Final = 0o100644 << 16


class PackageError(RuntimeError):
    """Something that belongs into the package is missing."""


def deployed_files(module: Path = MODULE) -> list[Path]:
    """The files that are deployed, sorted, relative to the module's folder.

    Raises:
        PackageError: A part, or a built file of the panel, is missing.
    """
    missing = [name for name in (*DEPLOYED, *NEEDED) if not (module / name).exists()]
    if missing:
        raise PackageError(f"the module lacks {', '.join(missing)}; build the panel first (npm run build)")
    found = [path for name in DEPLOYED for path in (module / name, *(module / name).rglob("*")) if path.is_file()]
    return sorted(path.relative_to(module) for path in found)


def module_version(module: Path = MODULE) -> str:
    """The version as ``version.php`` tells it to OpenEMR."""
    text = (module / "version.php").read_text(encoding="ascii")
    parts = [re.search(rf"\$v_{name} = '(\d+)'", text) for name in ("major", "minor", "patch")]
    if not all(parts):
        raise PackageError("version.php does not tell major, minor and patch")
    return ".".join(part[1] for part in parts if part)


def write_package(output: Path, module: Path = MODULE) -> None:
    """Write the zip: files sorted, all of one time and mode, so that equal files make equal bytes."""
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for path in deployed_files(module):
            entry = zipfile.ZipInfo(f"{MODULE_NAME}/{path.as_posix()}", _TIME)
            entry.external_attr = _FILE_MODE
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, (module / path).read_bytes())


def main(argv: Sequence[str] | None = None) -> int:
    """Write the package and print its path; gives the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/package_module.sh", description="Pack the OpenEMR module.")
    parser.add_argument("--output", type=Path, help="the zip; usually dist/oe-module-arbiter-fhir-VERSION.zip")
    options = parser.parse_args(argv)
    try:
        output = options.output or MODULE.parent / "dist" / f"{MODULE_NAME}-{module_version()}.zip"
        output.parent.mkdir(parents=True, exist_ok=True)
        write_package(output)
    except PackageError as error:
        print(f"package_module: {error}", file=sys.stderr)
        return 1
    print(output)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
