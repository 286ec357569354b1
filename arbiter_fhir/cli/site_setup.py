"""`arbiter-fhir register` and `arbiter-fhir map`: what is made known to OpenEMR, and what of it is read."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from arbiter_fhir.bootstrap.installation import keep_client_id, register_ehr_client
from arbiter_fhir.bootstrap.mapping import map_category
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.settings import Settings, settings_file

__all__ = ["map_and_list", "register_and_keep"]


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
