"""Enters charts line by line, through the same writers that tests use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from devstack.ehr.people.stories import STORIES, ChartStory
from devstack.ehr.store import EhrStore

__all__ = ["EnteredChart", "enter_chart", "enter_people"]

#: The clinician of every visit, order and prescription.
CLINICIAN = {"username": "mvanstraten", "fname": "Marguerite", "lname": "Vanstraten", "npi": "1234567893"}
_CLINIC_OPENS = time(9, 20)
_YEAR_DAYS = 365.25


@dataclass(frozen=True, slots=True)
class EnteredChart:
    """Numbers of what was entered.

    Attributes:
        encounters: In the order of the story's visits.
        order_ids: Orders that were reported on, in the order of the story's panels.
        open_order_ids: In the order of the story's orders.
    """

    pid: int
    encounters: tuple[int, ...]
    order_ids: tuple[int, ...]
    open_order_ids: tuple[int, ...]


def enter_people(store: EhrStore, *, today: date, names: Iterable[str] = STORIES) -> Mapping[str, int]:
    """Makes patients with their charts; gives each story's pid.

    Args:
        store: Where to write.
        today: Charts are dated back from here.
        names: Keys of `STORIES`.
    """
    clinician = store.add_clinician(**CLINICIAN)
    pids = {}
    for name in names:
        story = STORIES[name]
        born = today - timedelta(days=round(story.age * _YEAR_DAYS) + 40)
        made = store.create_patient(
            fname=story.given, lname=story.family, dob=born, sex=story.sex, pubpid=f"S-{name.upper()}"
        )
        enter_chart(store, made.pid, story, today=today, clinician=clinician)
        pids[name] = made.pid
    return pids


def enter_chart(
    store: EhrStore, pid: int, story: ChartStory, *, today: date, clinician: int | None = None
) -> EnteredChart:
    """Writes a story's lines into a patient's chart.

    Args:
        store: Where to write.
        pid: Whose chart; its demographics stay as they are.
        story: The lines.
        today: Days are counted back from here.
        clinician: `users.id` of who sees and orders; one is made where none is given.
    """
    doctor = store.add_clinician(**CLINICIAN) if clinician is None else clinician
    encounters = _visits(store, pid, story, today, doctor)
    _lists(store, pid, story, today)
    for each in story.prescriptions:
        store.prescribe(
            pid,
            each.drug,
            rxnorm=each.rxnorm,
            dosage=each.dosage,
            active=each.active,
            size=each.size,
            unit=each.unit,
            form=each.form,
            route=each.route,
            interval=each.interval,
            quantity=each.quantity,
            refills=each.refills,
            indication=each.indication,
            provider_id=doctor,
            start_date=_day(today, each.days_ago),
            date_added=_moment(today, each.days_ago),
        )
    for vaccine in story.vaccines:
        store.immunize(pid, vaccine.cvx, on=_moment(today, vaccine.days_ago), status=vaccine.status)
    reported = tuple(
        store.enter_lab_report(
            pid,
            procedure_name=panel.name,
            results=panel.results,
            date_report=_moment(today, panel.days_ago),
            date_collected=_moment(today, panel.days_ago),
            provider_id=doctor,
        ).order_id
        for panel in story.panels
    )
    waiting = tuple(
        store.place_lab_order(
            pid,
            *order.tests,
            date_ordered=_moment(today, order.days_ago),
            status=order.status,
            provider_id=doctor,
            kind=order.kind,
        )
        for order in story.orders
    )
    return EnteredChart(pid, encounters, reported, waiting)


def _visits(store: EhrStore, pid: int, story: ChartStory, today: date, clinician: int) -> tuple[int, ...]:
    numbers = []
    for visit in story.visits:
        when = _moment(today, visit.days_ago)
        number = store.create_encounter(
            pid, reason=visit.reason, provider_id=clinician, seen_at=when, category_id=visit.category
        )
        if visit.signs:
            store.record_vitals(pid, encounter=number, taken_at=when, **dict(visit.signs))
        numbers.append(number)
    return tuple(numbers)


def _lists(store: EhrStore, pid: int, story: ChartStory, today: date) -> None:
    # What began before the first visit was recorded there.
    first = max(visit.days_ago for visit in story.visits)

    def recorded(began_days_ago: int) -> datetime:
        return _moment(today, min(first, began_days_ago))

    for problem in story.problems:
        ended = problem.ended_days_ago
        store.add_issue(
            pid,
            "medical_problem",
            problem.title,
            diagnosis=problem.diagnosis,
            verification="confirmed",
            begdate=_moment(today, problem.began_days_ago),
            recorded_at=recorded(problem.began_days_ago),
            enddate=None if ended is None else _moment(today, ended),
        )
    for allergy in story.allergies:
        store.add_issue(
            pid,
            "allergy",
            allergy.title,
            reaction=allergy.reaction,
            severity=allergy.severity,
            diagnosis=allergy.diagnosis,
            verification="confirmed",
            begdate=_moment(today, allergy.began_days_ago),
            recorded_at=recorded(allergy.began_days_ago),
        )
    for drug in story.drugs:
        number = store.add_issue(
            pid,
            "medication",
            drug.title,
            diagnosis=drug.diagnosis,
            dosage_instructions=drug.instructions,
            begdate=_moment(today, drug.began_days_ago),
            recorded_at=recorded(drug.began_days_ago),
        )
        if drug.ended_days_ago is not None:
            store.end_issue(number, enddate=_moment(today, drug.ended_days_ago))
    for kind in story.none_stated:
        store.mark_none(pid, kind)


def _day(today: date, days_ago: int) -> date:
    return today - timedelta(days=days_ago)


def _moment(today: date, days_ago: int) -> datetime:
    return datetime.combine(_day(today, days_ago), _CLINIC_OPENS)
