"""Secrets in files: read whole, never shown; written so that only their owner can read them."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from arbiter_fhir.errors import ConfigurationError

__all__ = ["make_key_file", "read_key", "read_secret", "write_secret"]

KEY_BYTES = 32


def read_secret(path: Path | None, setting: str) -> str:
    """The text of a secret file without surrounding space.

    Args:
        path: The file.
        setting: Name of the setting, for the message.

    Raises:
        ConfigurationError: Not set, missing or empty.
    """
    if path is None:
        raise ConfigurationError(f"Set ARBITER_{setting.upper()}.")
    try:
        content = path.read_text(encoding="utf-8").strip()
    except PermissionError:
        raise ConfigurationError(
            f"ARBITER_{setting.upper()} names a file that this account may not read: give its folder to the account"
            " that the services run as (chown -R)."
        ) from None
    except (OSError, UnicodeError):
        raise ConfigurationError(f"ARBITER_{setting.upper()} names a file that cannot be read.") from None
    if not content:
        raise ConfigurationError(f"ARBITER_{setting.upper()} names an empty file.")
    return content


def read_key(path: Path | None, setting: str) -> bytes:
    """A key of 32 bytes, written as hex.

    Raises:
        ConfigurationError: Not set, missing, not hex, or too short.
    """
    text = read_secret(path, setting)
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) < KEY_BYTES:
        raise ConfigurationError(f"ARBITER_{setting.upper()} must hold at least {KEY_BYTES} bytes as hex.")
    return key


def write_secret(path: Path, content: str) -> None:
    """Write a file that its owner alone can read, in one step.

    Written by root it belongs to the folder's owner, and a folder that is made to the owner of the one around it: the
    account that the services run as, not the administrator who brings a site up to date.

    Raises:
        ConfigurationError: The folder cannot be made or written.
    """
    try:
        _make_folder(path.parent)
        draft = path.with_name(f".{path.name}.new")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
            handle.write(content + "\n")
            if os.geteuid() == 0:
                folder = path.parent.stat()
                os.fchown(handle.fileno(), folder.st_uid, folder.st_gid)
        draft.replace(path)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from None


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    folder.mkdir(mode=0o700, parents=True)
    if os.geteuid() == 0:
        around = folder.parent.stat()
        os.chown(folder, around.st_uid, around.st_gid)


def make_key_file(path: Path) -> None:
    """Make a random key file where there is none; an existing key is never replaced."""
    if not path.exists():
        write_secret(path, secrets.token_hex(KEY_BYTES))
