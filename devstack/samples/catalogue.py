"""The sample documents by name: which person, which results, which layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from devstack.samples import contents
from devstack.samples.lab_report import render_lab_report
from devstack.samples.layouts import LAYOUTS
from devstack.samples.people import CLINICS, PEOPLE
from devstack.samples.report import LabReport, Panel
from devstack.samples.scan import CLEAN_SCAN, ScanQuality
from devstack.samples.truth import SampleDocument

__all__ = ["DEMO_SAMPLE", "SAMPLE_NAMES", "sample", "samples"]

#: The page that the demonstration shows.
DEMO_SAMPLE = "ruled"


@dataclass(frozen=True, slots=True)
class _Recipe:
    panels: tuple[Panel, ...]
    person: int
    day: tuple[int, int, int]
    clinic: int = 0
    earlier: tuple[datetime, ...] = ()


_STARS = {"H": "*", "L": "*", "HH": "**", "A": "*"}
_WORDS = {"H": "High", "L": "Low", "HH": "Critical High", "A": "Abnormal"}

_RECIPES: dict[str, _Recipe] = {
    "ruled": _Recipe((contents.DIABETES, contents.LIPIDS), 0, (2026, 4, 10)),
    "open": _Recipe((contents.with_flags_as(contents.CHEMISTRY, _WORDS),), 1, (2026, 2, 23), 1),
    "flag-in-value": _Recipe((contents.CBC, contents.THYROID), 2, (2026, 3, 17), 2),
    "leaders": _Recipe((contents.CHEMISTRY, contents.THYROID), 3, (2025, 12, 30)),
    "panel-dates": _Recipe(
        (
            replace(contents.LIPIDS, collected=datetime(2026, 4, 10, 8, 15)),  # noqa: DTZ001
            replace(contents.URINALYSIS, collected=datetime(2026, 4, 11, 7, 40)),  # noqa: DTZ001
            replace(contents.SEROLOGY, collected=datetime(2026, 4, 12, 9, 5)),  # noqa: DTZ001
        ),
        4,
        (2026, 4, 12),
        1,
    ),
    "side-by-side": _Recipe((contents.CHEMISTRY, contents.CBC), 5, (2026, 1, 14), 2),
    "flag-left": _Recipe((contents.CBC,), 0, (2026, 5, 2), 1),
    "in-out-of-range": _Recipe((contents.LIPIDS, contents.CHEMISTRY), 1, (2026, 3, 9), 2),
    "wrapped": _Recipe((contents.LONG_NAMES,), 2, (2026, 6, 21)),
    "name-above": _Recipe((contents.DIABETES, contents.LIPIDS, contents.THYROID), 3, (2026, 4, 28), 1),
    "cumulative": _Recipe(
        (contents.CHEMISTRY, contents.LIPIDS),
        4,
        (2026, 4, 10),
        2,
        (datetime(2025, 10, 3, 8, 0), datetime(2025, 4, 18, 8, 0)),  # noqa: DTZ001
    ),
    "previous": _Recipe((contents.CHEMISTRY, contents.DIABETES), 5, (2026, 2, 6)),
    "turned": _Recipe((contents.DIABETES, contents.THYROID, contents.LIPIDS), 0, (2026, 1, 29), 1),
    "lines": _Recipe((contents.DIABETES, contents.LIPIDS, contents.CBC), 1, (2026, 5, 19), 2),
    "long": _Recipe(
        (contents.CHEMISTRY, contents.CBC, contents.LIPIDS, contents.URINALYSIS, contents.SEROLOGY), 2, (2026, 4, 10)
    ),
}

#: All names, in a fixed order.
SAMPLE_NAMES: tuple[str, ...] = tuple(_RECIPES)


def _report(recipe: _Recipe) -> LabReport:
    year, month, day = recipe.day
    collected = datetime(year, month, day, 8, 15)  # noqa: DTZ001
    return LabReport(
        panels=recipe.panels,
        collected=collected,
        received=collected.replace(hour=13, minute=2),
        reported=collected.replace(hour=19, minute=47),
        accession=f"ACC-{year % 100:02d}{month:02d}{day:02d}-0{recipe.person}71",
        clinic=CLINICS[recipe.clinic],
        earlier_dates=recipe.earlier,
        notes=contents.NOTES,
    )


def sample(
    name: str, *, scanned: bool = False, dpi: int = 200, seed: int = 1, quality: ScanQuality = CLEAN_SCAN
) -> SampleDocument:
    """One sample document.

    Args:
        name: One of `SAMPLE_NAMES`.
        scanned: As full-page images.
        dpi: Resolution of the images.
        seed: Decides rotation and noise.
        quality: How bad the scanner is.

    Raises:
        KeyError: No such sample.
    """
    recipe = _RECIPES[name]
    return render_lab_report(
        PEOPLE[recipe.person], _report(recipe), LAYOUTS[name], scanned=scanned, dpi=dpi, seed=seed, quality=quality
    )


def samples(*, scanned: bool = False, dpi: int = 200, seed: int = 1) -> Iterator[SampleDocument]:
    """Every sample document, one after the other."""
    for name in SAMPLE_NAMES:
        yield sample(name, scanned=scanned, dpi=dpi, seed=seed)
