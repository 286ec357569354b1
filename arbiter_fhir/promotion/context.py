"""All that a decision looks at beside the document itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from arbiter_fhir.domain.chart_contents import contents_of_row
from arbiter_fhir.domain.promotion import ChartLab, ChartLists, OpenOrder, PromotionRules
from arbiter_fhir.domain.review import AutomationRule
from arbiter_fhir.ports.records import PromotionRecord
from arbiter_fhir.ports.terminology import ClinicalTerms

__all__ = ["DATE_SLACK", "Earlier", "NoTerms", "PromotionContext"]

#: The site's day may be ahead of the service's.
DATE_SLACK: Final = timedelta(days=1)
#: Our promotions of the patient with their clinical fingerprints.
Earlier = Sequence[tuple[PromotionRecord, str]]


class NoTerms:
    """Knows no names: chart titles are then compared by code and by words alone."""

    def ingredients(self, title: str) -> frozenset[str]:
        """None."""
        del title
        return frozenset()

    def allergen(self, title: str, *, whole: bool = False) -> str:
        """None."""
        del title, whole
        return ""

    def problem_code(self, title: str) -> str:
        """None."""
        del title
        return ""


@dataclass(frozen=True, slots=True)
class PromotionContext:
    """The site and the patient's chart as they are when a document is decided about.

    Attributes:
        today: The site's date: a result from the future is not promoted.
        labs: The patient's results, inactive orders left out.
        lists: The patient's allergies, medications and problems.
        orders: The patient's orders that wait for results.
        earlier: Our active promotions of the patient.
        rules: What the site lets in.
        terms: The curated vocabularies, for the chart's titles.
        optical_pages: Pages of the document that were read optically.
        bars: The site's bars for this type of document, by kind of fact: they hold back what would be written.
        refused: Clinical fingerprints of what people rejected.
    """

    today: date
    labs: Sequence[ChartLab] = ()
    lists: ChartLists = field(default=ChartLists())
    orders: Sequence[OpenOrder] = ()
    earlier: Earlier = ()
    rules: PromotionRules = field(default=PromotionRules())
    terms: ClinicalTerms = field(default_factory=NoTerms)
    optical_pages: frozenset[int] = frozenset()
    bars: Mapping[str, AutomationRule] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()

    def contents(self, row: str | None) -> str:
        """The word for what a row of the chart says, as `domain.chart_contents` has it."""
        return contents_of_row(row, self.labs, self.lists.entries)
