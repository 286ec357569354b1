"""Which rows belong to a patient, and how a copy of them gets numbers of its own.

A copy's numbers are ``slot x SPREAD + pid``: the slot is the row's place among the template's rows of its kind. So the
rows of one patient lie far apart in tables that OpenEMR clusters by number, as they do where years of work made them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["CHART_COPIES", "OWN_COPIES", "SPREAD", "VISITS", "Copy"]

#: More patients than this cannot be made; the product of slots and this stays within OpenEMR's INT columns.
SPREAD = 10_000_000
#: The table whose rows have a second number, which other tables refer to.
VISITS = "form_encounter"


@dataclass(frozen=True, slots=True)
class Copy:
    """How the rows of one table are copied.

    Attributes:
        table: Its name.
        space: Kind of number that `column` holds; a row belongs to the template that the number belongs to.
        column: The column by which rows are found: the table's own number, or that of what it hangs on.
        own: Whether `column` is the table's own number, so that it makes the space.
        patients: Columns that hold the patient.
        numbers: Further columns that hold numbers of other spaces.
        values: Columns that get an SQL expression; ``{pid}`` is the new patient, ``{document}`` the new document.
        where: Condition on the row ``src``; all rows are numbered whatever it says.
    """

    table: str
    space: str
    column: str
    own: bool = True
    patients: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    where: str = ""


_NO_UUID = {"uuid": "NULL"}

#: OpenEMR's tables, parents before what refers to them.
CHART_COPIES = (
    Copy(
        "patient_data",
        "patient",
        "pid",
        patients=("pid",),
        values={"id": "NULL", "uuid": "NULL", "pubpid": "CONCAT('B-', {pid})"},
    ),
    Copy(VISITS, "encounter_row", "id", patients=("pid",), numbers={"encounter": "encounter"}, values=_NO_UUID),
    Copy("form_vitals", "vitals", "id", patients=("pid",), values=_NO_UUID),
    Copy(
        "forms",
        "form",
        "id",
        patients=("pid",),
        numbers={"encounter": "encounter", "form_id": "encounter_row"},
        where="src.formdir = 'newpatient'",
    ),
    Copy(
        "forms",
        "form",
        "id",
        own=False,
        patients=("pid",),
        numbers={"encounter": "encounter", "form_id": "vitals"},
        where="src.formdir = 'vitals'",
    ),
    Copy("procedure_order", "order", "procedure_order_id", patients=("patient_id",), values=_NO_UUID),
    Copy("procedure_order_code", "order", "procedure_order_id", own=False),
    Copy("procedure_report", "report", "procedure_report_id", numbers={"procedure_order_id": "order"}, values=_NO_UUID),
    Copy(
        "procedure_result",
        "result",
        "procedure_result_id",
        numbers={"procedure_report_id": "report", "document_id": "document"},
        values=_NO_UUID,
    ),
    Copy("lists", "list", "id", patients=("pid",), values=_NO_UUID),
    Copy("lists_medication", "list_medication", "id", numbers={"list_id": "list"}),
    Copy("lists_touch", "patient", "pid", own=False, patients=("pid",)),
    Copy("prescriptions", "prescription", "id", patients=("patient_id",), values=_NO_UUID),
    Copy("immunizations", "immunization", "id", patients=("patient_id",), values=_NO_UUID),
    Copy("documents", "document", "id", patients=("foreign_id",), values={"uuid": "NULL", "drive_uuid": "NULL"}),
    Copy("categories_to_documents", "document", "document_id", own=False),
)

_DOCUMENT = {"document_id": "document"}
_JOB = {"document_id": "document", "job_id": "job"}

#: The product's own tables.
OWN_COPIES = (
    Copy("clinical_document_processing_jobs", "job", "id", patients=("patient_id",), numbers=_DOCUMENT),
    Copy("clinical_document_identity_checks", "check", "id", patients=("patient_id",), numbers=_JOB),
    Copy(
        "clinical_document_facts",
        "fact",
        "id",
        patients=("patient_id",),
        numbers={**_JOB, "identity_check_id": "check"},
        values={"citation_json": "JSON_SET(src.citation_json, '$.source_id', CONCAT('documents:', {document}))"},
    ),
    Copy(
        "clinical_document_fact_embeddings", "fact", "fact_id", own=False, patients=("patient_id",), numbers=_DOCUMENT
    ),
    Copy("clinical_document_chunks", "chunk", "id", patients=("patient_id",), numbers=_JOB),
    Copy("clinical_document_rejected_candidates", "rejected", "id", patients=("patient_id",), numbers=_JOB),
    Copy(
        "clinical_document_promotions",
        "promotion",
        "id",
        patients=("patient_id",),
        numbers={**_JOB, "fact_id": "fact", "promoted_record_id": "result"},
    ),
    Copy("phi_tokens", "document", "document_id", own=False, patients=("patient_id",)),
    Copy("watch_documents", "document", "document_id", own=False, patients=("patient_id",)),
)
