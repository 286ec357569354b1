"""All writers of one site under one name."""

from __future__ import annotations

from datetime import date

from devstack.ehr.site import Site
from devstack.ehr.store.drive import DocumentDrive
from devstack.ehr.store.issues import IssueRecords
from devstack.ehr.store.labs import LabRecords
from devstack.ehr.store.patients import PatientRecords
from devstack.ehr.store.uploads import DocumentRecords
from devstack.ehr.store.visits import VisitRecords


class EhrStore(PatientRecords, DocumentRecords, LabRecords, IssueRecords, VisitRecords):
    """What people and OpenEMR itself do to a chart, method by method.

    Args:
        site: The site to write to; its drive keys are made if there are none.
    """

    def __init__(self, site: Site) -> None:
        PatientRecords.__init__(self, site)
        DocumentRecords.__init__(self, site)
        LabRecords.__init__(self, site)
        IssueRecords.__init__(self, site)
        VisitRecords.__init__(self, site)
        DocumentDrive(site).ensure_keys()

    def today(self) -> date:
        """The day at the site."""
        return self._site.local_now().date()
