"""Vital signs: forms of an encounter that hold one column for each sign, always in units of the United States.

Source: OpenEMR's vitals service converts on display by the site's setting; the columns themselves hold pounds, inches
and degrees Fahrenheit whatever that setting is. What was entered as 80 kg stands there as 176.37 lb, so a metric site
is given kilograms, as its own pages give them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

from sqlalchemy import Connection, Row, and_, select

from arbiter_fhir.domain.chart_record import ChartVital
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.site import shows_metric
from arbiter_fhir.openemr.stored_values import plain_number, stored_moment, stored_number

__all__ = ["VITALS_FORM", "read_vitals"]

#: `forms.formdir` of vital signs.
VITALS_FORM: Final = "vitals"


class _Sign(NamedTuple):
    column: str
    loinc: str
    name: str
    unit: str


#: The codes are those under which OpenEMR publishes each column in FHIR.
_SIGNS: Final = (
    _Sign("bps", "8480-6", "Systolic blood pressure", "mmHg"),
    _Sign("bpd", "8462-4", "Diastolic blood pressure", "mmHg"),
    _Sign("pulse", "8867-4", "Heart rate", "/min"),
    _Sign("respiration", "9279-1", "Respiratory rate", "/min"),
    _Sign("temperature", "8310-5", "Body temperature", "°F"),
    _Sign("oxygen_saturation", "59408-5", "Oxygen saturation", "%"),
    _Sign("weight", "29463-7", "Body weight", "lb"),
    _Sign("height", "8302-2", "Body height", "in"),
    _Sign("BMI", "39156-5", "Body mass index", "kg/m2"),
)

#: Unit as stored to the metric one, with its rule. Pound and inch: international agreement of 1959, exact.
_METRIC: Final[Mapping[str, tuple[str, Callable[[Decimal], Decimal]]]] = {
    "lb": ("kg", lambda pounds: pounds * Decimal("0.45359237")),
    "in": ("cm", lambda inches: inches * Decimal("2.54")),
    "°F": ("°C", lambda degrees: (degrees - 32) * 5 / 9),
}
#: As OpenEMR's pages round what they convert.
_PLACES: Final = Decimal("0.01")


def read_vitals(connection: Connection, tables: ChartTables, patient_id: PatientId) -> Sequence[ChartVital]:
    """Every sign that was measured, newest form first, signs of one form in their usual order, in the site's units.

    Deleting a form leaves its row; `forms.deleted` alone tells. A form whose two rows name different patients is
    nobody's.
    """
    vitals, form = tables.form_vitals, tables.forms
    statement = (
        select(vitals)
        .select_from(vitals.join(form, and_(form.c.form_id == vitals.c.id, form.c.pid == vitals.c.pid)))
        .where(vitals.c.pid == patient_id, form.c.pid == patient_id)
        .where(form.c.formdir == VITALS_FORM, form.c.deleted == 0)
        .order_by(vitals.c.date.desc(), vitals.c.id.desc())
    )
    rows = {int(row.id): row for row in connection.execute(statement)}
    metric = bool(rows) and shows_metric(connection, tables)
    return tuple(vital for row in rows.values() for vital in _signs(row, patient_id, metric=metric))


def _signs(row: Row[tuple[object, ...]], patient_id: PatientId, *, metric: bool) -> Sequence[ChartVital]:
    stored = ((sign, stored_number(getattr(row, sign.column))) for sign in _SIGNS)
    measured = ((sign, *_in_units(number, sign.unit, metric=metric)) for sign, number in stored if number is not None)
    return [
        ChartVital(
            record_id=int(row.id),
            patient_id=patient_id,
            loinc=sign.loinc,
            name=sign.name,
            value=number,
            unit=unit,
            taken_at=stored_moment(row.date),
        )
        for sign, number, unit in measured
    ]


def _in_units(number: Decimal, unit: str, *, metric: bool) -> tuple[Decimal, str]:
    if not metric or unit not in _METRIC:
        return number, unit
    name, convert = _METRIC[unit]
    return plain_number(convert(number).quantize(_PLACES, ROUND_HALF_UP)), name
