"""Enters the lines of an interview's chart through the writers that OpenEMR's own forms stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time

from arbiter_fhir.evals.answers.charts import (
    ChartLine,
    IssueLine,
    NoneLine,
    OrderLine,
    PanelLine,
    PrescriptionLine,
    VaccineLine,
    VisitLine,
)
from devstack.ehr import EhrStore, LabValue

__all__ = ["enter_lines"]

_MORNING = time(9, 20)
#: Options of OpenEMR's lists: a tablet, milligrams.
_TABLET, _MILLIGRAMS = 2, 1

Place = tuple[str, str]


def enter_lines(
    store: EhrStore, patient: int, clinician: int, chart: Sequence[ChartLine], encounter_row: Callable[[int], int]
) -> Iterator[Place]:
    """Write every line; gives its key and the ``table:id`` that answers cite.

    Args:
        store: Where to write.
        patient: Whose chart.
        clinician: `users.id` of who sees, orders and prescribes.
        chart: The lines.
        encounter_row: `form_encounter.id` of an encounter's number.
    """
    for line in chart:
        match line:
            case PanelLine():
                yield from _panel(store, patient, clinician, line)
            case VisitLine():
                yield from _visit(store, patient, clinician, line, encounter_row)
            case IssueLine():
                yield line.key, f"lists:{_issue(store, patient, line)}"
            case PrescriptionLine():
                yield line.key, f"prescriptions:{_prescription(store, patient, clinician, line)}"
            case VaccineLine():
                number = store.immunize(patient, line.cvx, on=line.at, status=line.status)
                yield line.key, f"immunizations:{number}"
            case OrderLine():
                number = store.place_lab_order(
                    patient,
                    *line.tests,
                    date_ordered=line.at,
                    status=line.status,
                    provider_id=clinician,
                    kind=line.kind,
                )
                yield line.key, f"procedure_order:{number}"
            case NoneLine():
                store.mark_none(patient, line.kind)


def _panel(store: EhrStore, patient: int, clinician: int, line: PanelLine) -> Iterator[Place]:
    results = [
        LabValue(each.loinc, each.name, each.value, each.unit, each.range, abnormal=each.flag) for each in line.results
    ]
    entered = store.enter_lab_report(
        patient,
        procedure_name=line.name,
        results=results,
        date_report=line.at,
        date_collected=line.at,
        provider_id=clinician,
    )
    yield line.key, f"procedure_order:{entered.order_id}"
    for each, number in zip(line.results, entered.result_ids, strict=True):
        yield each.key, f"procedure_result:{number}"


def _visit(
    store: EhrStore, patient: int, clinician: int, line: VisitLine, encounter_row: Callable[[int], int]
) -> Iterator[Place]:
    number = store.create_encounter(patient, reason=line.reason, provider_id=clinician, seen_at=line.at)
    yield line.key, f"form_encounter:{encounter_row(number)}"
    if line.signs:
        form = store.record_vitals(patient, encounter=number, taken_at=line.at, **dict(line.signs))
        yield f"{line.key}.signs", f"form_vitals:{form}"


def _issue(store: EhrStore, patient: int, line: IssueLine) -> int:
    number = store.add_issue(
        patient,
        line.kind,
        line.title,
        diagnosis=line.code,
        reaction=line.reaction,
        severity=line.severity or None,
        verification="confirmed" if line.kind != "medication" else "",
        dosage_instructions=line.instructions,
        begdate=_morning(line.began),
        enddate=_morning(line.ended),
    )
    store.edit_issue(number, date=_morning(line.recorded))
    if line.kind == "medication" and line.ended is not None:
        store.end_issue(number, enddate=_morning(line.ended))
    return number


def _prescription(store: EhrStore, patient: int, clinician: int, line: PrescriptionLine) -> int:
    return store.prescribe(
        patient,
        line.drug,
        rxnorm=line.rxnorm,
        dosage="1",
        active=line.active,
        size=line.size,
        unit=_MILLIGRAMS,
        form=_TABLET,
        route="bymouth",
        interval=line.interval,
        quantity="90",
        refills=3,
        indication=line.indication,
        provider_id=clinician,
        start_date=line.on,
        date_added=_morning(line.on),
    )


def _morning(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, _MORNING)
