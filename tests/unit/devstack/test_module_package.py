from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path

import pytest

from devstack.module_package import (
    DEPLOYED,
    MODULE,
    MODULE_NAME,
    PackageError,
    deployed_files,
    main,
    module_version,
    write_package,
)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The module's deployed files elsewhere, with other times."""
    module = tmp_path / "elsewhere"
    for path in reversed(deployed_files()):
        target = module / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(MODULE / path, target)
        target.chmod(0o600)
        os.utime(target, (1_000_000_000, 1_000_000_000))
    return module


def test_the_same_files_make_the_same_bytes_wherever_and_whenever_they_were_written(
    copied: Path, tmp_path: Path
) -> None:
    write_package(tmp_path / "first.zip")
    write_package(tmp_path / "second.zip", copied)
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()


def test_it_unpacks_into_one_folder_of_readable_files(tmp_path: Path) -> None:
    write_package(tmp_path / "module.zip")
    with zipfile.ZipFile(tmp_path / "module.zip") as package:
        assert package.testzip() is None
        names = package.namelist()
        assert all(entry.external_attr >> 16 == 0o100644 for entry in package.infolist())
    assert all(name.startswith(f"{MODULE_NAME}/") for name in names)
    assert names == sorted(names)


def test_it_holds_every_class_and_the_built_panel_and_nothing_of_the_workshop(tmp_path: Path) -> None:
    main(["--output", str(tmp_path / "module.zip")])
    with zipfile.ZipFile(tmp_path / "module.zip") as package:
        names = {name.removeprefix(f"{MODULE_NAME}/") for name in package.namelist()}
    assert {path.relative_to(MODULE).as_posix() for path in (MODULE / "src").rglob("*.php")} <= names
    assert {"openemr.bootstrap.php", "info.txt", "public/assets/panel.js", "public/assets/panel.css"} <= names
    assert not [name for name in names if name.startswith(("tests/", "panel/", "vendor/", "php"))]


def test_whatever_lies_in_the_modules_folder_is_either_deployed_or_known_to_stay() -> None:
    tools = {
        "phpunit.xml.dist",
        "phpcs.xml.dist",
        "phpstan.shared.neon",
        "phpstan.neon.dist",
        "phpstan.seven.neon.dist",
    }
    stays = {"panel", "tests"} | tools
    assert {path.name for path in MODULE.iterdir()} - stays == set(DEPLOYED)


@pytest.mark.parametrize("name", ["public/assets/panel.js", "openemr.bootstrap.php"])
def test_a_missing_part_is_told(copied: Path, tmp_path: Path, name: str) -> None:
    (copied / name).unlink()
    with pytest.raises(PackageError, match=name):
        write_package(tmp_path / "module.zip", copied)
    assert module_version(copied) == module_version()


def test_the_version_is_the_products() -> None:
    text = (MODULE.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{module_version()}"' in text
