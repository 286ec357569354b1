"""How OpenEMR itself writes its rows and files: patients, documents, lab orders and results, issues.

*Takes* a ``Site`` and what a clinician would type or upload.
*Gives* the numbers of the rows that now exist.
*Never* takes a shortcut that OpenEMR does not take: ids of documents come from ``sequences``, files are encrypted,
a delete in the user interface drops the category link.
"""

from devstack.ehr.store.chart import EhrStore
from devstack.ehr.store.drive import DocumentDrive, DriveKeyError
from devstack.ehr.store.issues import IssueRecords
from devstack.ehr.store.labs import EnteredLab, LabRecords, LabValue
from devstack.ehr.store.patients import NewPatient, PatientRecords
from devstack.ehr.store.uploads import DocumentRecords
from devstack.ehr.store.visits import VisitRecords

__all__ = [
    "DocumentDrive",
    "DocumentRecords",
    "DriveKeyError",
    "EhrStore",
    "EnteredLab",
    "IssueRecords",
    "LabRecords",
    "LabValue",
    "NewPatient",
    "PatientRecords",
    "VisitRecords",
]
