"""Visits, orders and susceptibilities as sentences."""

from __future__ import annotations

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.entries import source_note
from arbiter_fhir.answering.wording.results import UNDATED
from arbiter_fhir.answering.wording.vocabulary import INTERPRETATIONS, in_quotes, own
from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, WordRole
from arbiter_fhir.domain.statement import Susceptibility

__all__ = ["NO_RESULT", "encounter_sentence", "is_pending", "order_sentence", "order_state", "susceptibility_sentence"]

NO_RESULT = "no result on file"
#: Statuses of an order that nobody waits for any more (`ord_status` of OpenEMR).
CLOSED = frozenset({"canceled", "cancelled", "complete", "completed"})
#: Statuses that are said as they are stored.
SAID_STATUSES = frozenset({"pending", "routed", "complete", "completed", "canceled", "cancelled", "partial"})


def encounter_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Visit on [DATE_1]: office visit, for annual physical, seen by [PERSON_1] (chart)``."""
    details = dict(item.words.details)
    said = [details[WordRole.CATEGORY]] if WordRole.CATEGORY in details else []
    if item.words.name.value:
        said.append(DeidentifiedText.compose("reason {}", in_quotes(item.words.name)))
    if (person := details.get(WordRole.PERSON)) is not None:
        said.append(DeidentifiedText.compose("seen by {}", person))
    head = own("Visit")
    if item.observed is not None:
        head = DeidentifiedText.compose("Visit on {}", dates.label(item.observed))
    if said:
        head = DeidentifiedText.compose("{}: {}", head, DeidentifiedText.join(", ", said))
    return DeidentifiedText.compose("{} (chart).", head)


def is_pending(item: EvidenceItem) -> bool:
    """Whether an order waits for a result."""
    order = item.value
    return isinstance(order, ChartOrder) and not order.results and order.status.strip().casefold() not in CLOSED


def order_state(order: ChartOrder) -> str:
    """How far an order is: its status where it is one that we know, and how many results it has."""
    status = order.status.strip().casefold()
    results = NO_RESULT if not order.results else ("1 result" if order.results == 1 else f"{order.results} results")
    return f"{status}; {results}" if status in SAID_STATUSES else results


def order_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Hemoglobin A1c, Lipid panel ordered on [DATE_1] by [PERSON_1] (pending; no result on file; chart)``."""
    order = item.value
    if not isinstance(order, ChartOrder):
        raise TypeError("the item is no order")
    head = item.words.name if item.words.name.value else own("Tests that are not named")
    head = DeidentifiedText.compose("{} ordered", head)
    if item.observed is not None:
        head = DeidentifiedText.compose("{} on {}", head, dates.label(item.observed))
    if (person := dict(item.words.details).get(WordRole.PERSON)) is not None:
        head = DeidentifiedText.compose("{} by {}", head, person)
    return DeidentifiedText.compose("{} ({}; chart).", head, own(order_state(order)))


def susceptibility_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Escherichia coli (urine): ciprofloxacin resistant, value >=4 ug/mL (lab report, dated [DATE_1])``."""
    value, words = item.value, item.words
    if not isinstance(value, Susceptibility):
        raise TypeError("the item is no susceptibility")
    details = dict(words.details)
    organism = words.name
    if (specimen := details.get(WordRole.SPECIMEN)) is not None:
        organism = DeidentifiedText.compose("{} ({})", organism, specimen)
    category = own(INTERPRETATIONS[value.interpretation] if value.interpretation else "category not read")
    said = DeidentifiedText.compose("{} {}", details.get(WordRole.DRUG, own("drug not read")), category)
    if words.value.value:
        amount = DeidentifiedText.compose("{} {}", words.value, words.unit) if words.unit.value else words.value
        said = DeidentifiedText.compose("{}, value {}", said, amount)
    if item.observed is None:
        return DeidentifiedText.compose("{}: {} ({}; {}).", organism, said, source_note(item, dates), own(UNDATED))
    return DeidentifiedText.compose("{}: {} ({}).", organism, said, source_note(item, dates))
