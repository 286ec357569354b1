"""What a laboratory reports, before anybody decides how the page looks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from devstack.samples.people import CLINICS, Clinic

__all__ = ["Analyte", "LabReport", "Panel"]


@dataclass(frozen=True, slots=True)
class Analyte:
    """One result as the laboratory holds it; the layout decides where its parts are printed.

    Attributes:
        value: As printed; for a test that was not done, the words that say so (``TNP``).
        flag: Flag as printed, empty where the laboratory prints none.
        abnormal: What the flag means: ``high``, ``low``, ``vhigh``, ``vlow``, ``yes``, ``no``; empty where unknown.
        previous: An earlier value, for layouts that show one.
        earlier: Further earlier values, for cumulative layouts, newest first.
        comment: A remark printed under the row.
        resulted: False where the words in `value` say that there is no result.
    """

    name: str
    value: str
    unit: str = ""
    reference: str = ""
    flag: str = ""
    abnormal: str = ""
    previous: str = ""
    earlier: tuple[str, ...] = ()
    comment: str = ""
    resulted: bool = True


@dataclass(frozen=True, slots=True)
class Panel:
    """A group of analytes with its heading; specimen and collection time where the panel has its own."""

    title: str
    analytes: tuple[Analyte, ...]
    specimen: str = ""
    collected: datetime | None = None


@dataclass(frozen=True, slots=True)
class LabReport:
    """Everything on a report but its looks.

    Attributes:
        collected: Collection time of the report; ``None`` where only panels carry one.
        earlier_dates: Collection times of `Analyte.earlier`, newest first.
        notes: Sentences at the end, full of numbers that are no results.
    """

    panels: tuple[Panel, ...]
    collected: datetime | None
    received: datetime
    reported: datetime
    accession: str
    clinic: Clinic = CLINICS[0]
    earlier_dates: tuple[datetime, ...] = ()
    notes: tuple[str, ...] = ()
