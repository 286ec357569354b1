"""Installing a site: schemas and accounts, key files, the settings file, API keys, the client at OpenEMR."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from arbiter_fhir.bootstrap.ehr import build_address
from arbiter_fhir.bootstrap.secret_files import make_key_file, read_key, read_secret, write_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.openemr import (
    HttpExchange,
    RegisteredClient,
    connected,
    generate_client_key,
    open_chart_engine,
    optional_columns,
    query_grants,
    register_client,
    worker_grants,
)
from arbiter_fhir.ports.access import KeyScope
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import (
    CONTROL_SCHEMA,
    Account,
    AccountRole,
    Peppers,
    create_key,
    open_engine,
    provision_control,
    provision_site,
)

__all__ = ["Installation", "install", "issue_api_key", "keep_client_id", "module_secret", "register_ehr_client"]

#: Role to the name of its URL file and setting.
URL_FILES: Mapping[AccountRole, str] = {
    AccountRole.WORKER: "worker",
    AccountRole.QUERY: "query",
    AccountRole.REID: "reidentify",
    AccountRole.AUDITOR: "auditor",
    AccountRole.AUTH: "control",
}
KEY_FILES = ("kek", "patient_reference_key", "api_pepper", "module_secret")


@dataclass(frozen=True, slots=True)
class Installation:
    """Where a site's files are.

    Attributes:
        env_file: Settings file that names all the others.
    """

    folder: Path
    env_file: Path

    def url_file(self, role: AccountRole) -> Path:
        """The file with the URL of one account."""
        return self.folder / f"{URL_FILES[role]}.url"

    def key_file(self, name: str) -> Path:
        """The file of one key."""
        return self.folder / name

    @property
    def ehr_key_file(self) -> Path:
        """The private key of our client at OpenEMR."""
        return self.folder / "ehr-client.pem"


def install(admin_url: str, site: str, openemr_schema: str, folder: Path) -> Installation:
    """Make or update a site: schemas, accounts with exact grants, keys. Safe to repeat.

    Args:
        admin_url: URL of an administrator of the database server; used here only, and never stored.
        site: OpenEMR site name.
        openemr_schema: OpenEMR's schema.
        folder: Where the secret files go, readable by their owner alone.

    Raises:
        StoreError: The database refused or failed; repeat after the cause is gone.
        ConfigurationError: An account exists whose URL file is missing: its password is known to nobody.
    """
    installation = Installation(folder, folder / "arbiter.env")
    with connected(open_chart_engine(admin_url), "logging in as the administrator") as connection:
        present = optional_columns(connection, openemr_schema)
    chart = {AccountRole.WORKER: worker_grants(present), AccountRole.QUERY: query_grants(present)}
    for name in KEY_FILES:
        make_key_file(installation.key_file(name))
    if not installation.ehr_key_file.exists():
        write_secret(installation.ehr_key_file, generate_client_key().decode().strip())
    # An account whose file is gone has a password that nobody knows: all get new ones.
    fresh = not all(installation.url_file(role).exists() for role in URL_FILES if role is not AccountRole.AUTH)
    control = provision_control(
        admin_url, site=SiteId(site), rotate=not installation.url_file(AccountRole.AUTH).exists()
    )
    credentials = provision_site(admin_url, SiteId(site), openemr_schema, chart=chart, rotate=fresh)
    for role, account in {**credentials.accounts, AccountRole.AUTH: control}.items():
        _keep(installation.url_file(role), account, admin_url)
    _write_env(installation, site, openemr_schema)
    return installation


def _keep(path: Path, account: Account, admin_url: str) -> None:
    """Write an account's URL where its password was made just now."""
    if account.password is not None:
        write_secret(path, account.url(admin_url))


def _write_env(installation: Installation, site: str, openemr_schema: str) -> None:
    lines: dict[str, object] = {
        "SITE": site,
        "OPENEMR_SCHEMA": openemr_schema,
        **{
            f"{name.upper()}_URL_FILE": installation.url_file(role)
            for role, name in URL_FILES.items()
            if role is not AccountRole.AUDITOR
        },
        **{f"{name.upper()}_FILE": installation.key_file(name) for name in KEY_FILES},
        "EHR_PRIVATE_KEY_FILE": installation.ehr_key_file,
    }
    kept = _other_lines(installation.env_file, lines)
    text = "".join(f"ARBITER_{name}={value}\n" for name, value in lines.items())
    write_secret(installation.env_file, (text + kept).strip())


def keep_client_id(env_file: Path, client_id: str) -> None:
    """Put the client's id into the settings file, in place of one that stands there.

    Raises:
        ConfigurationError: The file cannot be read or written.
    """
    lines = {"EHR_CLIENT_ID": client_id}
    try:
        kept = _other_lines(env_file, lines)
    except (OSError, UnicodeError):
        raise ConfigurationError(f"{env_file} cannot be read.") from None
    write_secret(env_file, f"{kept}ARBITER_EHR_CLIENT_ID={client_id}")


def _other_lines(path: Path, ours: Mapping[str, object]) -> str:
    """What an operator added to the settings file."""
    if not path.exists():
        return ""
    names = tuple(f"ARBITER_{name}=" for name in ours)
    return "".join(
        f"{line}\n" for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith(names)
    )


def issue_api_key(settings: Settings, admin_url: str, scopes: Iterable[KeyScope], *, label: str) -> tuple[str, str]:
    """A new API key of the site: its id, and the key itself, which is shown once and stored nowhere.

    Raises:
        ConfigurationError: The pepper is missing.
        StoreError: The database refused or failed.
    """
    peppers = Peppers({1: read_key(settings.api_pepper_file, "api_pepper_file")})
    control = make_url(admin_url).set(database=CONTROL_SCHEMA).render_as_string(hide_password=False)
    made = create_key(open_engine(control), peppers, site=SiteId(settings.site), scopes=scopes, label=label)
    return made.key_id, made.key


def module_secret(settings: Settings, *, renew: bool = False) -> str:
    """What the OpenEMR module signs its tokens with, as hex: for the administrator to paste into its settings.

    Args:
        settings: The site's settings.
        renew: Make a new one first; the module is let in no more until it has that, and serve has been started again.

    Raises:
        ConfigurationError: No file is configured, or it holds no secret.
    """
    path = settings.module_secret_file
    if path is None:
        raise ConfigurationError("Set ARBITER_MODULE_SECRET_FILE, or run `arbiter-fhir migrate` again: it sets it.")
    if renew:
        path.unlink(missing_ok=True)
    make_key_file(path)
    return read_key(path, "module_secret_file").hex()


def register_ehr_client(settings: Settings, *, contact: str) -> RegisteredClient:
    """Register this installation at OpenEMR; an administrator then enables the client there.

    Raises:
        ChartError: OpenEMR refused, with what to change.
    """
    pem = read_secret(settings.ehr_private_key_file, "ehr_private_key_file").encode()
    exchange = HttpExchange(clock=UtcClock(), ca_file=settings.ehr_ca_file)
    return register_client(
        exchange,
        build_address(settings),
        client_name=f"arbiter-fhir ({settings.site})",
        private_key_pem=pem,
        redirect_uri=f"{settings.ehr_base_url}/unused",
        contact=contact,
    )
