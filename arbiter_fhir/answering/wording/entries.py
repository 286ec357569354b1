"""Entries of lists as sentences: medications, allergies, problems and procedures, each with its source."""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.results import SWAPPABLE
from arbiter_fhir.answering.wording.vocabulary import (
    MEDICATION_STATUSES,
    NONE_KNOWN,
    PROBLEM_STATUSES,
    UNCERTAIN,
    at_beginning,
    own,
    source_names,
)
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, WordRole
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import Allergy, Assertion, Medication, Problem

__all__ = [
    "allergy_sentence",
    "head_and_notes",
    "medication_sentence",
    "own_dates",
    "prescriber_words",
    "problem_sentence",
    "regimen",
    "source_note",
]

_REGIMEN = (WordRole.STRENGTH, WordRole.DOSE, WordRole.ROUTE, WordRole.FREQUENCY)


def own_dates(item: EvidenceItem) -> tuple[tuple[str, ClinicalDate], ...]:
    """Dates that the entry itself has, each with the word that says what it is the date of."""
    named: tuple[tuple[str, ClinicalDate | None], ...] = ()
    match item.value:
        case Medication(started=started, stopped=stopped):
            named = (("started", started), ("stopped", stopped))
        case Allergy(onset=onset):
            named = (("since", onset),)
        case Problem(onset=onset):
            named = (("done" if item.topic is Topic.PROCEDURES else "onset", onset),)
        case _:
            pass
    return tuple((word, when) for word, when in named if when is not None)


def source_note(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``chart, recorded on [DATE_1]`` or ``intake form and chart, dated [DATE_1]``: who says it, and when."""
    names = own(" and ".join(source_names(item)))
    when = item.observed
    if when is None or when in {date for _, date in own_dates(item)}:
        return names
    chart = item.citation.source_type is SourceType.CHART
    template = "{}, recorded on {}{}" if chart else "{}, dated {}{}"
    return DeidentifiedText.compose(template, names, dates.label(when), _doubt(when))


def _doubt(when: ClinicalDate) -> DeidentifiedText:
    return own(f" {SWAPPABLE}" if when.ambiguous else "")


def _date_notes(item: EvidenceItem, dates: DateLabels) -> list[DeidentifiedText]:
    return [
        DeidentifiedText.compose("{} {}{}", own(word), dates.label(when), _doubt(when))
        for word, when in own_dates(item)
    ]


def head_and_notes(
    head: DeidentifiedText, notes: Iterable[DeidentifiedText], item: EvidenceItem, dates: DateLabels
) -> DeidentifiedText:
    """A head with what is said of it in brackets, its source last."""
    said = [note for note in notes if note.value]
    inside = DeidentifiedText.join("; ", [*said, *_date_notes(item, dates), source_note(item, dates)])
    return DeidentifiedText.compose("{} ({}).", head, inside)


def regimen(item: EvidenceItem) -> DeidentifiedText:
    """A drug as it is taken: name, strength, dose, route, frequency, as needed, what for; nothing said twice."""
    details = dict(item.words.details)
    parts = [at_beginning(item.words.name)]
    for role in _REGIMEN:
        words = details.get(role)
        if words is not None and not any(_says(part, words) for part in parts):
            parts.append(words)
    if isinstance(item.value, Medication) and item.value.as_needed:
        parts.append(own("as needed"))
    said = DeidentifiedText.join(" ", parts)
    what_for = details.get(WordRole.INDICATION)
    return said if what_for is None else DeidentifiedText.compose("{} for {}", said, what_for)


def _says(text: DeidentifiedText, words: DeidentifiedText) -> bool:
    pattern = rf"(?<![\w.]){re.escape(words.value)}(?!\w|\.\d)"
    return re.search(pattern, text.value, re.IGNORECASE) is not None


def prescriber_words(item: EvidenceItem) -> DeidentifiedText:
    """``prescribed by [PERSON_1]``; empty where nothing says who."""
    person = dict(item.words.details).get(WordRole.PERSON)
    return own("") if person is None else DeidentifiedText.compose("prescribed by {}", person)


def medication_sentence(item: EvidenceItem, dates: DateLabels, *, prescriber: bool = False) -> DeidentifiedText:
    """``Metformin 500 mg by mouth twice daily (active; chart, recorded on [DATE_1])``.

    Args:
        item: The medication.
        dates: Labels of this draft.
        prescriber: Say who prescribed it, where that is known.
    """
    value = item.value
    status = MEDICATION_STATUSES[value.status] if isinstance(value, Medication) else ""
    if status in {word for word, _ in own_dates(item)}:
        status = ""
    by = prescriber_words(item) if prescriber else own("")
    return head_and_notes(regimen(item), [own(status), by], item, dates)


def allergy_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Allergy to penicillin: hives, severe (chart, recorded on [DATE_1]).``, or that none are known."""
    value, words = item.value, item.words
    if not isinstance(value, Allergy):
        raise TypeError("the item is no allergy")
    if value.none_known is not None:
        head = own(NONE_KNOWN[value.none_known])
        doubt = "" if value.assertion in {Assertion.PRESENT, Assertion.ABSENT} else UNCERTAIN[value.assertion]
        return head_and_notes(head, [own(doubt)], item, dates)
    head = DeidentifiedText.compose("Allergy to {}", words.name)
    details = dict(words.details)
    said = [details[role] for role in (WordRole.REACTION, WordRole.SEVERITY) if role in details]
    if said:
        head = DeidentifiedText.compose("{}: {}", head, DeidentifiedText.join(", ", said))
    return head_and_notes(head, [own(UNCERTAIN[value.assertion])], item, dates)


def problem_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Type 2 diabetes (active; onset [DATE_1]; chart, recorded on [DATE_2]).`` A procedure is called one."""
    value = item.value
    if not isinstance(value, Problem):
        raise TypeError("the item is no problem")
    kind = "procedure" if item.topic is Topic.PROCEDURES else ""
    notes = [own(kind), own(UNCERTAIN[value.assertion]), own(PROBLEM_STATUSES[value.status])]
    return head_and_notes(at_beginning(item.words.name), notes, item, dates)
