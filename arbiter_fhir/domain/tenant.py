"""Who a piece of data belongs to: the tenant (one OpenEMR site) and the patient inside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NewType

__all__ = ["DocumentId", "FactId", "JobId", "PatientId", "SiteId", "TenantScope"]

#: OpenEMR's `patient_data.pid`.
PatientId = NewType("PatientId", int)
#: OpenEMR's `documents.id`.
DocumentId = NewType("DocumentId", int)
#: Our `clinical_document_processing_jobs.id`.
JobId = NewType("JobId", int)
#: Our `clinical_document_facts.id`.
FactId = NewType("FactId", int)
#: OpenEMR's site name: one site is one tenant.
SiteId = NewType("SiteId", str)

# Site names become schema and account names; `_` is a wildcard in MariaDB database grants.
_SITE = re.compile(r"[a-z0-9]{1,24}")


@dataclass(frozen=True, slots=True)
class TenantScope:
    """One tenant, as resolved from a credential or from the worker's own configuration, never from a request body.

    Attributes:
        site: OpenEMR site name, ``[a-z0-9]{1,24}``.
    """

    site: SiteId

    def __post_init__(self) -> None:
        if not _SITE.fullmatch(self.site):
            raise ValueError("a site name is 1-24 characters of a-z and 0-9")
