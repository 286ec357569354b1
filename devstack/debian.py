"""Packages of another Debian release, unpacked into a folder without root and without touching the system.

The machine's own apt fetches them with private state, cache and source list, so its proxies and mirrors hold. Release
files are checked against the machine's Debian archive keys (Debian signs a release with the previous one's key too).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["DebianMirror", "DebianPackagesError", "find_mirror", "unpack_packages"]

SYSTEM_SOURCES = Path("/etc/apt")
KEYRINGS = tuple(Path("/usr/share/keyrings") / f"debian-archive-keyring.{kind}" for kind in ("gpg", "pgp"))

# The suites of the main archive: code names and their moving aliases, without suffix (no -updates, no -backports).
_MAIN_SUITE = re.compile(r"^(bookworm|trixie|forky|oldstable|stable|testing)$")
_SECURITY_SUITE = re.compile(r"^(bookworm|trixie|forky|oldstable|stable|testing)(-security|/updates)$")
_ARCHIVE_NAMES = {"debian", "debian.list"}
_SECURITY_NAMES = {"debian-security", "debian-security.list"}
_ONE_LINE = re.compile(r"^deb\s+(?:\[[^\]]*\]\s+)?(?P<uri>\S+)\s+(?P<suite>\S+)\s+(?P<components>.+)$")
_PLANNED = re.compile(r"^Inst (?P<name>\S+) (?:\[[^\]]*\] )?\((?P<version>\S+) ", re.MULTILINE)

# apt's own settings stay in force (proxies, certificates); what would touch the system, or depend on it, is put away.
_APT_CONF = """\
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear APT::Architectures;
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Default-Release "";
APT::Sandbox::User "root";
APT::Install-Recommends "false";
APT::Get::AllowUnauthenticated "false";
Acquire::AllowInsecureRepositories "false";
Acquire::Languages "none";
Acquire::Retries "3";
Acquire::http::Timeout "60";
Dir::State "{root}/state";
Dir::State::status "{root}/status";
Dir::Cache "{root}/cache";
Dir::Etc::SourceList "{root}/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
"""


class DebianPackagesError(RuntimeError):
    """Debian's packages could not be fetched or unpacked; the message says what to do."""


@dataclass(frozen=True, slots=True)
class DebianMirror:
    """Where this machine gets Debian from: the archive's address and, if it has one, the security archive's."""

    archive: str
    security: str | None

    def source_lines(self, suite: str, keyring: Path) -> str:
        """Gives a one-line-style source list for `suite`, trusted only through `keyring`."""
        lines = [f"deb [signed-by={keyring}] {self.archive} {suite} main"]
        if self.security is not None:
            lines.append(f"deb [signed-by={keyring}] {self.security} {suite}-security main")
        return "\n".join(lines) + "\n"


def find_mirror(sources: Path = SYSTEM_SOURCES) -> DebianMirror:
    """Reads the machine's apt sources and gives the mirror it uses for Debian itself.

    Args:
        sources: apt's configuration folder; `sources.list` and `sources.list.d` are read, in both of apt's formats.

    Raises:
        DebianPackagesError: no Debian archive is among the sources.
    """
    archive: str | None = None
    security: str | None = None
    for uri, suite in _entries(sources):
        name = urlsplit(uri).path.rstrip("/").rsplit("/", 1)[-1]
        if archive is None and name in _ARCHIVE_NAMES and _MAIN_SUITE.match(suite):
            archive = uri
        elif security is None and name in _SECURITY_NAMES and _SECURITY_SUITE.match(suite):
            security = uri
    if archive is None:
        message = (
            f"no Debian archive among the apt sources in {sources}: add one, or install MariaDB 11.8 or newer yourself"
        )
        raise DebianPackagesError(message)
    return DebianMirror(archive, security)


def unpack_packages(
    names: Sequence[str], *, suite: str, target: Path, mirror: DebianMirror | None = None
) -> dict[str, str]:
    """Unpacks packages of `suite` with everything they depend on (the C library included) into `target`.

    No maintainer script is run. `target` appears only when it is complete; an older one is replaced. Without `mirror`
    the machine's own is used.

    Returns:
        Package name to version, for all that was unpacked.

    Raises:
        DebianPackagesError: no apt or keyring here, a mirror that does not answer, or a signature that does not hold.
    """
    for tool in ("apt-get", "dpkg-deb", "dpkg"):
        if shutil.which(tool) is None:
            message = f"{tool} is not on this machine: install MariaDB 11.8 or newer yourself"
            raise DebianPackagesError(message)
    keyring = next((path for path in KEYRINGS if path.exists()), None)
    if keyring is None:
        message = "Debian's archive keys are not on this machine: install the package debian-archive-keyring"
        raise DebianPackagesError(message)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _private_apt((mirror or find_mirror()).source_lines(suite, keyring)) as apt:
        _run([*apt, "update", "--error-on=any"], "fetch Debian's package lists")
        plan = _run([*apt, "install", "--simulate", *names], "work out which packages are needed")
        closure = {match["name"]: match["version"] for match in _PLANNED.finditer(plan)}
        missing = [name for name in names if name not in closure]
        if missing:
            message = f"Debian's package lists for {suite} do not offer {', '.join(missing)}"
            raise DebianPackagesError(message)
        with tempfile.TemporaryDirectory(prefix="packages-", dir=target.parent) as folder:
            wanted = [f"{name}={version}" for name, version in closure.items()]
            _run([*apt, "download", *wanted], "fetch the packages", folder=Path(folder))
            unpacked = Path(folder) / "unpacked"
            for package in sorted(Path(folder).glob("*.deb")):
                _run(["dpkg-deb", "-x", str(package), str(unpacked)], f"unpack {package.name}")
            shutil.rmtree(target, ignore_errors=True)
            unpacked.rename(target)
    return closure


@contextmanager
def _private_apt(sources: str) -> Iterator[list[str]]:
    """An apt-get command that reads and writes only a throw-away folder of its own."""
    with tempfile.TemporaryDirectory(prefix="arbiter-apt-") as folder:
        root = Path(folder)
        for part in ("state/lists/partial", "cache/archives/partial"):
            (root / part).mkdir(parents=True)
        (root / "status").touch()
        (root / "sources.list").write_text(sources, encoding="utf-8")
        architecture = _run(["dpkg", "--print-architecture"], "ask for the machine's architecture").strip()
        configuration = root / "apt.conf"
        configuration.write_text(_APT_CONF.format(root=root, architecture=architecture), encoding="utf-8")
        yield ["apt-get", "-q", "-c", str(configuration)]


def _run(command: Sequence[str], purpose: str, *, folder: Path | None = None) -> str:
    """Runs one tool in the C locale and gives its standard output."""
    done = subprocess.run(
        ["env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        said = [
            line for line in done.stderr.splitlines() if line.startswith(("E:", "W:", "dpkg"))
        ] or done.stderr.splitlines()
        message = f"could not {purpose}: {' / '.join(said[-4:]) or f'exit code {done.returncode}'}"
        raise DebianPackagesError(message)
    return done.stdout


def _entries(sources: Path) -> Iterator[tuple[str, str]]:
    """All (URI, suite) pairs of enabled binary sources that carry the component `main`."""
    files = [sources / "sources.list", *sorted((sources / "sources.list.d").glob("*"))]
    for path in files:
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".sources":
            yield from _deb822_entries(text)
        elif path.suffix == ".list":
            yield from _one_line_entries(text)


def _one_line_entries(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        match = _ONE_LINE.match(line.split("#", 1)[0].strip())
        if match and "main" in match["components"].split():
            yield match["uri"], match["suite"]


def _deb822_entries(text: str) -> Iterator[tuple[str, str]]:
    for stanza in re.split(r"\n\s*\n", text):
        fields: dict[str, str] = {}
        name = ""
        for line in stanza.splitlines():
            if line.startswith("#"):
                continue
            if line[:1].isspace():
                fields[name] = f"{fields.get(name, '')} {line.strip()}"
            elif ":" in line:
                name, value = line.split(":", 1)
                name = name.lower()
                fields[name] = value.strip()
        if fields.get("enabled", "yes").lower() in {"no", "false", "0"} or "deb" not in fields.get("types", "").split():
            continue
        if "main" in fields.get("components", "").split():
            for uri in fields.get("uris", "").split():
                for suite in fields.get("suites", "").split():
                    yield uri, suite
