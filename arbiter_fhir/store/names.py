"""Names of schemas and accounts, all derived from the site's name, which has no ``_`` and so cannot reach another's."""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.domain.tenant import SiteId, TenantScope
from arbiter_fhir.store.grants import AccountRole

__all__ = ["CONTROL_SCHEMA", "TENANT_ROLES", "account_name", "control_account_name", "tenant_schema"]

CONTROL_SCHEMA: Final = "arbiter"
_CONTROL_NAME: Final = re.compile(r"[a-z0-9]{1,24}")

#: The roles of a tenant that log in.
TENANT_ROLES: Final = (AccountRole.WORKER, AccountRole.QUERY, AccountRole.REID, AccountRole.AUDITOR)


def tenant_schema(site: SiteId) -> str:
    """``arbiter_<site>``.

    Raises:
        ValueError: Not a site name.
    """
    return f"{CONTROL_SCHEMA}_{TenantScope(site).site}"


def account_name(site: SiteId, role: AccountRole) -> str:
    """``arbiter_<site>_<role>``."""
    return f"{tenant_schema(site)}_{role.value}"


def control_account_name(role: AccountRole, schema: str = CONTROL_SCHEMA) -> str:
    """``arbiter_<role>``; no tenant's account has this form, because theirs have one part more.

    Raises:
        ValueError: Not a name for a control schema.
    """
    if not _CONTROL_NAME.fullmatch(schema):
        raise ValueError("a control schema's name is 1-24 characters of a-z and 0-9")
    return f"{schema}_{role.value}"
