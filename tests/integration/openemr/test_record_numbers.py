"""Looking patients up by record number, among few and among many."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, create_engine, text

from arbiter_fhir.openemr.record_numbers import FRESH_SECONDS, RecordNumbers
from devstack.ehr import NewPatient
from tests.integration.openemr.conftest import Chart, local

pytestmark = pytest.mark.database

BORN = local("1980-02-03").date()


class Clock:
    """Goes on when told."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def numbers(chart: Chart, clock: Clock) -> RecordNumbers:
    return RecordNumbers(chart.query, chart.tables, now=clock, beside=lambda work: work())


def enter(chart: Chart, number: str) -> int:
    return chart.store.create_patient(fname="Bo", lname="Marsh", dob=BORN, pubpid=number).pid


def renumber(chart: Chart, pid: int, number: str) -> None:
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE patient_data SET pubpid = :number WHERE pid = :pid"), {"number": number, "pid": pid}
        )


def rows_read(engine: Engine, numbers: RecordNumbers, number: str) -> int:
    """Rows and index entries that a lookup touches."""

    def counted() -> int:
        with engine.connect() as connection:
            found = connection.execute(text("SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler\\_read\\_%'"))
            return sum(int(value) for _, value in found)

    before = counted()
    numbers.find(number)
    return counted() - before


def test_a_patient_is_found_however_the_number_is_typed(chart: Chart, numbers: RecordNumbers) -> None:
    number = f"MRN-{secrets.token_hex(4)}"
    pid = enter(chart, number)
    assert {numbers.find(typed) for typed in (number, number.upper(), f" {number} ")} == {pid}
    assert numbers.find(number.replace("MRN", "MRÑ")) is None
    assert numbers.find(" ") is None


def test_patients_who_came_since_and_numbers_that_were_changed_are_found(chart: Chart, numbers: RecordNumbers) -> None:
    first, second, third = (f"N{secrets.token_hex(5)}" for _ in range(3))
    pid = enter(chart, first)
    assert numbers.find(first) == pid
    later = enter(chart, second)
    assert numbers.find(second) == later
    renumber(chart, pid, third)
    assert numbers.find(first) is None
    assert numbers.find(third) == pid


def test_a_number_of_two_patients_is_nobodys(chart: Chart, numbers: RecordNumbers, clock: Clock) -> None:
    number, other = f"N{secrets.token_hex(5)}", f"N{secrets.token_hex(5)}"
    pid = enter(chart, number)
    assert numbers.find(number) == pid
    twin = enter(chart, number)
    assert numbers.find(number) is None
    renumber(chart, twin, other)
    assert numbers.find(number) == pid
    # A number that an edit made double is seen when all are read again.
    renumber(chart, twin, number)
    clock.seconds += FRESH_SECONDS + 1
    assert numbers.find(number) is None


def test_a_known_number_costs_the_same_among_more_patients(
    chart: Chart, numbers: RecordNumbers, patient: NewPatient
) -> None:
    number = f"N{secrets.token_hex(5)}"
    renumber(chart, patient.pid, number)
    numbers.find(number)
    among_few = rows_read(chart.query, numbers, number)
    for _ in range(25):
        enter(chart, f"N{secrets.token_hex(5)}")
    numbers.find(number)
    assert rows_read(chart.query, numbers, number) == among_few < 10


def test_before_all_numbers_are_read_the_table_says(chart: Chart, clock: Clock) -> None:
    waiting: list[Callable[[], None]] = []
    numbers = RecordNumbers(chart.query, chart.tables, now=clock, beside=waiting.append)
    number = f"N{secrets.token_hex(5)}"
    pid = enter(chart, number)
    assert numbers.find(number) == pid
    assert numbers.find(number) == pid
    (work,) = waiting
    work()
    assert numbers.find(number) == pid


def test_a_database_that_fails_meanwhile_hides_nobody(chart: Chart, clock: Clock) -> None:
    number = f"N{secrets.token_hex(5)}"
    pid = enter(chart, number)
    away = create_engine("mariadb+pymysql://nobody@127.0.0.1:1/none")

    def fail(work: Callable[[], None]) -> None:
        numbers._engine, kept = away, numbers._engine
        work()
        numbers._engine = kept

    numbers = RecordNumbers(chart.query, chart.tables, now=clock, beside=fail)
    assert numbers.find(number) == pid
