"""The sentence of an item, whatever kind it is of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from arbiter_fhir.answering.wording.care import encounter_sentence, order_sentence, susceptibility_sentence
from arbiter_fhir.answering.wording.dates import DATE_LABEL, DateLabels
from arbiter_fhir.answering.wording.entries import allergy_sentence, medication_sentence, problem_sentence
from arbiter_fhir.answering.wording.histories import (
    family_sentence,
    immunization_sentence,
    is_immunization,
    statement_sentence,
)
from arbiter_fhir.answering.wording.quotations import passage_sentence
from arbiter_fhir.answering.wording.results import result_sentence
from arbiter_fhir.domain.chart_record import ChartEncounter, ChartOrder
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, ItemValue, Passage
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.statement import Allergy, FamilyHistory, Medication, Problem, Statement, Susceptibility

__all__ = ["evidence_texts", "item_sentence", "labels_for"]


_Writer = Callable[[EvidenceItem, DateLabels], DeidentifiedText]


def _statement(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    return (immunization_sentence if is_immunization(item) else statement_sentence)(item, dates)


def _passage(item: EvidenceItem, _dates: DateLabels) -> DeidentifiedText:
    return passage_sentence(item)


_WRITERS: Mapping[type[ItemValue], _Writer] = {
    LabResult: result_sentence,
    Medication: medication_sentence,
    Allergy: allergy_sentence,
    Problem: problem_sentence,
    FamilyHistory: family_sentence,
    Susceptibility: susceptibility_sentence,
    ChartEncounter: encounter_sentence,
    ChartOrder: order_sentence,
    Passage: _passage,
    Statement: _statement,
}


def item_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """An item as one sentence."""
    return _WRITERS[type(item.value)](item, dates)


def evidence_texts(item: EvidenceItem) -> Iterator[DeidentifiedText]:
    """Every clean text of an item that can enter a sentence."""
    words = item.words
    yield from (words.name, words.value, words.unit, words.reference_range)
    for _, text in words.details:
        yield text
    if isinstance(item.value, Passage):
        yield item.value.text


def labels_for(bundle: EvidenceBundle) -> DateLabels:
    """Date labels that no text of the evidence and no placeholder of the bundle uses."""
    texts = [text.value for item in (*bundle.findings, *bundle.review) for text in evidence_texts(item)]
    texts += [passage.chunk.text.value for passage in bundle.guidelines]
    if not any(DATE_LABEL.search(text) for text in (*texts, *bundle.placeholders)):
        return DateLabels()
    return DateLabels.clear_of([*texts, *bundle.placeholders])
