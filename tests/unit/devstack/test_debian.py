"""Which mirror a machine uses for Debian, and that nothing unsigned is ever unpacked."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from devstack.debian import KEYRINGS, DebianMirror, DebianPackagesError, find_mirror, unpack_packages

DEB822 = """\
# the image's own
Types: deb
URIs: http://mirror.example.org/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example.org/debian-security
Suites: bookworm-security
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 URIs: http://trap.example.org/debian
 -----END PGP PUBLIC KEY BLOCK-----
"""


def _sources(folder: Path, **files: str) -> Path:
    (folder / "sources.list.d").mkdir()
    for name, text in files.items():
        path = folder / "sources.list" if name == "main" else folder / "sources.list.d" / name.replace("_", ".")
        path.write_text(text, encoding="utf-8")
    return folder


def test_deb822_sources_give_archive_and_security(tmp_path: Path) -> None:
    found = find_mirror(_sources(tmp_path, debian_sources=DEB822))
    assert found == DebianMirror("http://mirror.example.org/debian", "http://mirror.example.org/debian-security")


@pytest.mark.parametrize(
    ("line", "archive"),
    [
        ("deb http://mirror.example.org/debian bookworm main", "http://mirror.example.org/debian"),
        ("deb http://mirror.example.org/debian/ trixie main contrib", "http://mirror.example.org/debian/"),
        (
            "deb [arch=amd64 signed-by=/k.gpg] https://m.example.org/pub/debian stable main # ours",
            "https://m.example.org/pub/debian",
        ),
        ("deb mirror+file:/etc/apt/mirrors/debian.list trixie main", "mirror+file:/etc/apt/mirrors/debian.list"),
    ],
)
def test_one_line_sources_give_the_archive(tmp_path: Path, line: str, archive: str) -> None:
    assert find_mirror(_sources(tmp_path, main=line + "\n")) == DebianMirror(archive, None)


@pytest.mark.parametrize(
    "line",
    [
        "# deb http://mirror.example.org/debian bookworm main",
        "deb-src http://mirror.example.org/debian bookworm main",
        "deb http://mirror.example.org/debian bookworm-updates main",
        "deb http://mirror.example.org/debian bookworm contrib",
        "deb http://packages.example.com/debian/12/prod bookworm main",
        "deb http://mirror.example.org/ubuntu noble main",
        "",
    ],
)
def test_what_is_not_debian_itself_is_no_mirror(tmp_path: Path, line: str) -> None:
    with pytest.raises(DebianPackagesError, match="no Debian archive"):
        find_mirror(_sources(tmp_path, main=line + "\n"))


def test_a_disabled_source_is_no_mirror(tmp_path: Path) -> None:
    disabled = DEB822.replace("Types: deb\n", "Enabled: no\nTypes: deb\n")
    with pytest.raises(DebianPackagesError, match="no Debian archive"):
        find_mirror(_sources(tmp_path, debian_sources=disabled))


def test_files_that_apt_ignores_are_ignored(tmp_path: Path) -> None:
    line = "deb http://mirror.example.org/debian bookworm main\n"
    with pytest.raises(DebianPackagesError, match="no Debian archive"):
        find_mirror(_sources(tmp_path, old_list_disabled=line))


def test_source_lines_trust_one_keyring_and_add_the_security_suite() -> None:
    mirror = DebianMirror("http://m.example.org/debian", "http://m.example.org/debian-security")
    assert mirror.source_lines("trixie", Path("/k.gpg")).splitlines() == [
        "deb [signed-by=/k.gpg] http://m.example.org/debian trixie main",
        "deb [signed-by=/k.gpg] http://m.example.org/debian-security trixie-security main",
    ]
    assert DebianMirror("http://m.example.org/debian", None).source_lines("trixie", Path("/k.gpg")).count("\n") == 1


@pytest.mark.skipif(
    shutil.which("apt-get") is None or not any(path.exists() for path in KEYRINGS), reason="needs Debian's apt and keys"
)
def test_an_archive_without_a_signature_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    archive = tmp_path / "debian"
    for architecture in ("amd64", "arm64"):
        folder = archive / "dists/trixie/main" / f"binary-{architecture}"
        folder.mkdir(parents=True)
        (folder / "Packages").write_bytes(b"")
    digest = hashlib.sha256(b"").hexdigest()
    lines = ["Origin: Debian", "Suite: stable", "Codename: trixie", "Components: main", "Architectures: amd64 arm64"]
    lines += ["Date: Sat, 21 Nov 2026 09:00:00 UTC", "SHA256:"]
    lines += [f" {digest} 0 main/binary-{architecture}/Packages" for architecture in ("amd64", "arm64")]
    (archive / "dists/trixie/Release").write_text("\n".join(lines) + "\n", encoding="utf-8")
    target = tmp_path / "unpacked"
    with pytest.raises(DebianPackagesError, match="not signed"):
        unpack_packages(["hello"], suite="trixie", target=target, mirror=DebianMirror(f"file:{archive}", None))
    assert not target.exists()
