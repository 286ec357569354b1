"""The evidence of one draft, looked up by place: worked out once for all of its sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arbiter_fhir.answering.composing.choice import asked_for
from arbiter_fhir.answering.series import results_of
from arbiter_fhir.answering.wording.results import BloodPressure, pair_pressures
from arbiter_fhir.answering.wording.vocabulary import places
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.guideline import GuidelinePassage

__all__ = ["EvidenceIndex"]


@dataclass(frozen=True, slots=True)
class EvidenceIndex:
    """A bundle by its places.

    Attributes:
        bundle: The evidence.
        findings: Place to the findings that stand there.
        review: Place to what waits for a person there.
        guidelines: Place to its passage.
        results: Measured results among the findings, of the source that is asked for.
        pressures: Blood pressures among findings and review.
    """

    bundle: EvidenceBundle
    findings: Mapping[Citation, tuple[EvidenceItem, ...]]
    review: Mapping[Citation, tuple[EvidenceItem, ...]]
    guidelines: Mapping[Citation, GuidelinePassage]
    results: tuple[EvidenceItem, ...]
    pressures: tuple[BloodPressure, ...]

    @staticmethod
    def of(bundle: EvidenceBundle) -> EvidenceIndex:
        """The index of a bundle."""
        measured = results_of((*bundle.findings, *bundle.review))
        pairs = {id(reading): reading for reading in pair_pressures(measured).values()}
        return EvidenceIndex(
            bundle,
            _by_place(bundle.findings),
            _by_place(bundle.review),
            {passage.citation: passage for passage in bundle.guidelines},
            tuple(results_of(asked_for(bundle.findings, bundle.question))),
            tuple(pairs.values()),
        )

    def cited(self, citations: Iterable[Citation], *, confirmed: bool) -> list[EvidenceItem]:
        """The items that stand at any of these places, each once, in the order of the places.

        Args:
            citations: The places.
            confirmed: Findings only, nothing that waits for a person.
        """
        maps = (self.findings,) if confirmed else (self.findings, self.review)
        items = [item for place in citations for by_place in maps for item in by_place.get(place, ())]
        return list({id(item): item for item in items}.values())

    def pressures_of(self, items: Sequence[EvidenceItem]) -> list[BloodPressure]:
        """The blood pressures of which both halves are among these items."""
        ids = {id(item) for item in items}
        return [reading for reading in self.pressures if {id(half) for half in reading.items} <= ids]

    def of_test(self, subject: str) -> list[EvidenceItem]:
        """All results of a test among the findings."""
        return [item for item in self.results if item.subject == subject]


def _by_place(items: Sequence[EvidenceItem]) -> Mapping[Citation, tuple[EvidenceItem, ...]]:
    table: dict[Citation, tuple[EvidenceItem, ...]] = {}
    for item in items:
        for place in places(item):
            table[place] = (*table.get(place, ()), item)
    return table
