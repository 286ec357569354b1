"""`arbiter-fhir register`, `map` and `issue-key`: what is made known to OpenEMR, what of it is read, and by whom."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from arbiter_fhir.bootstrap.database_urls import administrator_url
from arbiter_fhir.bootstrap.installation import issue_api_key, keep_client_id, register_ehr_client
from arbiter_fhir.bootstrap.mapping import map_category
from arbiter_fhir.bootstrap.secret_files import write_secret
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.ports.access import KeyScope
from arbiter_fhir.settings import Settings, settings_file

__all__ = ["issue_and_show", "map_and_list", "register_and_keep"]


def register_and_keep(settings: Settings, env_file: Path | None, *, contact: str) -> None:
    """Register at OpenEMR and write the client's id into the settings file, where that can be written.

    Args:
        settings: The site's settings.
        env_file: As given on the command line.
        contact: E-mail address of whoever looks after this installation.

    Raises:
        ArbiterError: OpenEMR refused, or a setting is missing.
    """
    client = register_ehr_client(settings, contact=contact)
    console = Console(soft_wrap=True)
    console.print(f"Registered as {client.client_id}", markup=False)
    console.print(_kept(settings_file(env_file), client.client_id), markup=False)
    console.print("Enable it in OpenEMR: Admin, System, API Clients, Edit, Enable Client.")


def issue_and_show(
    settings: Settings, admin_url_file: Path, scopes: Iterable[KeyScope], *, label: str, out: Path | None
) -> None:
    """Make an API key and show it, or write it into a file that its owner alone can read.

    Args:
        settings: The site's settings.
        admin_url_file: File with an administrator's address of the database.
        scopes: What may be done with it.
        label: Whose key it is.
        out: The file; the key is shown where it is ``None``.

    Raises:
        ArbiterError: A setting is missing, the database refused or failed, or the file cannot be written.
    """
    key_id, key = issue_api_key(settings, administrator_url(admin_url_file), scopes, label=label)
    console = Console(soft_wrap=True)
    if out is None:
        console.print(f"Key {key_id}:\n{key}", markup=False)
        return
    write_secret(out, key)
    console.print(f"Key {key_id} is in {out}", markup=False)


def _kept(path: Path | None, client_id: str) -> str:
    if path is None:
        return "Set ARBITER_EHR_CLIENT_ID to it: there is no settings file that it could be written into."
    try:
        keep_client_id(path, client_id)
    except ConfigurationError as error:
        return f"Set ARBITER_EHR_CLIENT_ID to it. {error.message}"
    return f"ARBITER_EHR_CLIENT_ID in {path} is set to it; start services again that run already."


def map_and_list(settings: Settings, category: str, doc_type: DocType, *, active: bool) -> None:
    """Map or unmap a category, then list all that are mapped.

    Raises:
        RequestError: OpenEMR has no such category, or several of this name.
        ArbiterError: A setting is missing, or a database refused or failed.
    """
    for number, meaning in sorted(map_category(settings, category, doc_type, active=active).items()):
        Console(soft_wrap=True).print(f"category {number}, {meaning}", markup=False)
