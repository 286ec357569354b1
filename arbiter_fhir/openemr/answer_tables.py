"""What answers read of OpenEMR beyond what the worker relies on, column by column.

The query account alone is granted these. A site that has not granted them yet still answers from the rest of the
chart, and the answer says which part it may not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.openemr.core_columns import CoreColumn, SqlKind, answer_columns

__all__ = ["ANSWER_COLUMNS"]

_DOCUMENTS = (ChartPart.DOCUMENTS,)
_VITALS = (ChartPart.VITALS,)
_ENCOUNTERS = (ChartPart.ENCOUNTERS,)
_IMMUNIZATIONS = (ChartPart.IMMUNIZATIONS,)
_DETAILS = (ChartPart.LIST_DETAILS,)

#: Table to columns. Names and types are those of OpenEMR 7.0.1. Notes, file names and addresses stay out.
ANSWER_COLUMNS: Mapping[str, tuple[CoreColumn, ...]] = MappingProxyType(
    {
        "documents": answer_columns(_DOCUMENTS, SqlKind.DAY, "docdate"),
        "prescriptions": (
            *answer_columns(_DETAILS, SqlKind.INTEGER, "provider_id", "unit", "form", "interval", "refills"),
            *answer_columns(_DETAILS, SqlKind.OPTION, "route"),
            *answer_columns(_DETAILS, SqlKind.TEXT, "quantity", "indication"),
            *answer_columns(_DETAILS, SqlKind.DAY, "start_date"),
            *answer_columns(_DETAILS, SqlKind.MOMENT, "date_added"),
        ),
        # A form that was deleted keeps its row; `forms.deleted` alone says so.
        "forms": (
            *answer_columns((*_VITALS, *_ENCOUNTERS), SqlKind.INTEGER, "id", "pid", "encounter", "form_id", "deleted"),
            *answer_columns((*_VITALS, *_ENCOUNTERS), SqlKind.TEXT, "formdir"),
        ),
        "form_vitals": (
            *answer_columns(_VITALS, SqlKind.INTEGER, "id", "pid"),
            *answer_columns(_VITALS, SqlKind.MOMENT, "date"),
            *answer_columns(_VITALS, SqlKind.TEXT, "bps", "bpd"),
            *answer_columns(_VITALS, SqlKind.NUMBER, "weight", "height", "temperature", "pulse", "respiration", "BMI"),
            *answer_columns(_VITALS, SqlKind.NUMBER, "oxygen_saturation"),
        ),
        "form_encounter": (
            *answer_columns(_ENCOUNTERS, SqlKind.INTEGER, "id", "pid", "encounter", "pc_catid", "provider_id"),
            *answer_columns(_ENCOUNTERS, SqlKind.MOMENT, "date"),
            *answer_columns(_ENCOUNTERS, SqlKind.TEXT, "reason", "sensitivity"),
        ),
        "openemr_postcalendar_categories": (
            *answer_columns(_ENCOUNTERS, SqlKind.INTEGER, "pc_catid"),
            *answer_columns(_ENCOUNTERS, SqlKind.TEXT, "pc_catname"),
        ),
        "immunizations": (
            *answer_columns(_IMMUNIZATIONS, SqlKind.INTEGER, "id", "patient_id", "immunization_id"),
            *answer_columns(_IMMUNIZATIONS, SqlKind.INTEGER, "added_erroneously"),
            *answer_columns(_IMMUNIZATIONS, SqlKind.MOMENT, "administered_date"),
            *answer_columns(_IMMUNIZATIONS, SqlKind.TEXT, "cvx_code", "completion_status", "refusal_reason"),
        ),
        "codes": (
            *answer_columns(_IMMUNIZATIONS, SqlKind.INTEGER, "code_type"),
            *answer_columns(_IMMUNIZATIONS, SqlKind.TEXT, "code", "code_text", "code_text_short"),
        ),
        "code_types": (
            *answer_columns(_IMMUNIZATIONS, SqlKind.TEXT, "ct_key"),
            *answer_columns(_IMMUNIZATIONS, SqlKind.INTEGER, "ct_id"),
        ),
        "list_options": answer_columns((*_DETAILS, *_IMMUNIZATIONS), SqlKind.TEXT, "list_id", "option_id", "title"),
    }
)
