"""The lines of a chart as data; days are counted back from today."""

from __future__ import annotations

from dataclasses import dataclass, field

from devstack.ehr.store import LabValue

__all__ = ["Allergy", "ChartStory", "Drug", "Order", "Panel", "Prescription", "Problem", "Vaccine", "Visit"]


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit with what was measured there.

    Attributes:
        days_ago: When, counted back from today.
        signs: Columns of `form_vitals` with their values, in OpenEMR's units.
        category: `pc_catid`.
    """

    days_ago: int
    reason: str
    signs: tuple[tuple[str, str], ...] = ()
    category: int = 9


@dataclass(frozen=True, slots=True)
class Panel:
    """An order that was reported on."""

    days_ago: int
    name: str
    results: tuple[LabValue, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """An order that waits, or was cancelled."""

    days_ago: int
    tests: tuple[str, ...]
    status: str = "pending"
    kind: str = "laboratory_test"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem; resolved ones have an end."""

    title: str
    diagnosis: str
    began_days_ago: int
    ended_days_ago: int | None = None


@dataclass(frozen=True, slots=True)
class Allergy:
    """An allergy with options of the lists `reaction` and `severity_ccda`."""

    title: str
    reaction: str
    severity: str
    began_days_ago: int
    diagnosis: str = ""


@dataclass(frozen=True, slots=True)
class Drug:
    """An entry of the medication list."""

    title: str
    instructions: str
    began_days_ago: int
    ended_days_ago: int | None = None
    diagnosis: str = ""


@dataclass(frozen=True, slots=True)
class Prescription:
    """A prescription, with numbers of options as its form stores them.

    Attributes:
        unit: Option of list `drug_units`.
        form: Option of list `drug_form`.
        interval: Option of list `drug_interval`.
    """

    drug: str
    rxnorm: str
    size: str
    days_ago: int
    interval: int
    indication: str = ""
    dosage: str = "1"
    unit: int = 1
    form: int = 2
    route: str = "bymouth"
    quantity: str = "90"
    refills: int = 3
    active: bool = True


@dataclass(frozen=True, slots=True)
class Vaccine:
    """An immunization, by CVX code."""

    cvx: str
    days_ago: int
    status: str = "Completed"


@dataclass(frozen=True, slots=True)
class ChartStory:
    """A person and the chart.

    Attributes:
        age: Years at today's date.
        none_stated: Lists that were marked "None".
    """

    given: str
    family: str
    sex: str
    age: int
    visits: tuple[Visit, ...]
    panels: tuple[Panel, ...] = ()
    orders: tuple[Order, ...] = ()
    problems: tuple[Problem, ...] = ()
    allergies: tuple[Allergy, ...] = ()
    drugs: tuple[Drug, ...] = ()
    prescriptions: tuple[Prescription, ...] = ()
    vaccines: tuple[Vaccine, ...] = ()
    none_stated: tuple[str, ...] = field(default=())
