"""What a sentence may say of an item, and what it must say: phrases by kind of value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Final

from arbiter_fhir.answering.wording.care import order_state
from arbiter_fhir.answering.wording.dates import span
from arbiter_fhir.answering.wording.entries import own_dates, prescriber_words
from arbiter_fhir.answering.wording.histories import (
    NOT_GIVEN,
    age_words,
    is_immunization,
    statement_label,
    statement_note,
    statement_words,
)
from arbiter_fhir.answering.wording.results import (
    SWAPPABLE,
    UNDATED,
    BloodPressure,
    flag_words,
    flagged_by,
    measured,
    status_word,
)
from arbiter_fhir.answering.wording.vocabulary import (
    INTERPRETATIONS,
    MEDICATION_STATUSES,
    NONE_KNOWN,
    PROBLEM_STATUSES,
    UNCERTAIN,
    in_quotes,
    source_names,
)
from arbiter_fhir.domain.analyte import display_name, known_analytes
from arbiter_fhir.domain.chart_record import ChartEncounter, ChartOrder
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, EvidenceKind, ItemValue, Passage, WordRole
from arbiter_fhir.domain.fact import AbnormalFlag, LabResult
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    Problem,
    ProblemStatus,
    Statement,
    Susceptibility,
)
from arbiter_fhir.domain.unit_conversion import convert, convertible_units

__all__ = ["Phrases", "Speakable", "speakable_of", "speakable_pressure"]

_CRITICAL: Final = frozenset({AbnormalFlag.CRITICAL_HIGH, AbnormalFlag.CRITICAL_LOW})
_AS_NEEDED: Final = re.compile(r"\b(?:needed|prn)\b", re.IGNORECASE)


@dataclass(slots=True)
class Phrases:
    """What can be said of one item.

    Attributes:
        names: What it is called, in any case; empty where its kind needs no name.
        kinds: Words that say what kind of thing it is; one has to stand in the sentence. Empty where none is needed.
        must: Problem word to phrases, of which one has to stand beside the name.
        may: Further phrases.
        before: Further phrases that may stand before the name.
        observed: Its date, for which a label may stand.
        dated: Its date has to stand.
    """

    names: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    must: dict[str, tuple[str, ...]] = field(default_factory=dict)
    may: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    observed: ClinicalDate | None = None
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Speakable:
    """One thing that a sentence can speak of: an item, or the two halves of a blood pressure.

    Attributes:
        signature: Things of different signature may not share a part of a sentence: a drug and an allergy, what is and
            what is denied, what is taken and what was stopped.
        carried: Its name may have been said before ("8.1 % on … and 7.6 % on …").
    """

    items: tuple[EvidenceItem, ...]
    phrases: Phrases
    signature: tuple[object, ...]
    carried: bool


def speakable_of(
    item: EvidenceItem, bundle: EvidenceBundle, labels: Mapping[str, ClinicalDate], *, beside: bool = False
) -> Speakable:
    """An item with its phrases.

    Args:
        item: The item.
        bundle: The evidence, for today.
        labels: Date labels of the draft.
        beside: It stands beside something confirmed, so that it has to be called unconfirmed where it is that.
    """
    phrases = _PHRASES[type(item.value)](item)
    phrases.observed = item.observed
    phrases.may += source_names(item)
    for word, when in own_dates(item):
        said = [f"{word} {label}" for label in labels if labels[label] == when]
        phrases.may += said
        if word in phrases.must.get("status_left_out", ()):
            phrases.must["status_left_out"] += tuple(said)
    if item.observed is not None and bundle.today is not None and item.observed.day < bundle.today:
        phrases.may.append(f"{span(item.observed.day, bundle.today)} ago")
    if item.observed is not None and item.observed.ambiguous and phrases.dated:
        phrases.must["date_doubt_left_out"] = (SWAPPABLE,)
    phrases.may.append(SWAPPABLE if _has_doubtful_date(item) else "")
    if beside and item.kind is EvidenceKind.REVIEW_FINDING:
        phrases.must["not_marked_as_unconfirmed"] = ("not confirmed:",)
    return Speakable((item,), phrases, _signature(item), carried=item.lab is not None)


def speakable_pressure(reading: BloodPressure, today: date | None = None) -> Speakable:
    """A blood pressure with its phrases.

    Args:
        reading: Both halves.
        today: The site's day, from which its age is told.
    """
    observed = reading.systolic.observed
    phrases = Phrases(
        names=("Blood pressure",),
        must={"value_not_in_evidence": (reading.measured.value,)},
        may=[UNDATED] if observed is None else [],
        observed=observed,
        dated=observed is not None,
    )
    if observed is not None and observed.ambiguous:
        phrases.must["date_doubt_left_out"] = (SWAPPABLE,)
    if observed is not None and today is not None and observed.day < today:
        phrases.may.append(f"{span(observed.day, today)} ago")
    return Speakable(reading.items, phrases, (LabResult,), carried=True)


def _has_doubtful_date(item: EvidenceItem) -> bool:
    whens = [item.observed, *(when for _, when in own_dates(item))]
    return any(when is not None and when.ambiguous for when in whens)


def _signature(item: EvidenceItem) -> tuple[object, ...]:
    value = item.value
    assertion = getattr(value, "assertion", None)
    status = value.status if isinstance(value, Medication | Problem) else None
    none_known = value.none_known if isinstance(value, Allergy) else None
    return type(value), item.topic if isinstance(value, Problem) else None, assertion, status, none_known


def _detail(item: EvidenceItem, role: WordRole) -> str:
    found = dict(item.words.details).get(role)
    return found.value if found is not None else ""


def _details(item: EvidenceItem, *roles: WordRole) -> list[str]:
    return [text for role in roles if (text := _detail(item, role))]


def _lab(item: EvidenceItem) -> Phrases:
    lab, words = item.result, item.words
    phrases = Phrases((words.name.value,), must={"value_not_in_evidence": (measured(item).value,)})
    if item.subject in known_analytes():
        phrases.names = (words.name.value, display_name(item.subject))
    if status := status_word(lab):
        phrases.must["status_left_out"] = (f"{status} result",)
    if words.reference_range.value:
        phrases.may.append(f"reference {words.reference_range.value}")
    if flag := flag_words(lab):
        phrases.may += [flag, flagged_by(item)]
    if lab.abnormal_flag in _CRITICAL:
        phrases.must["critical_flag_left_out"] = (flag,)
    if _detail(item, WordRole.COMMENT):
        phrases.may.append(f"remark {in_quotes(dict(words.details)[WordRole.COMMENT])}")
    for unit in convertible_units(item.subject):
        if (converted := convert(item.subject, lab, unit)) is not None:
            phrases.may.append(f"converted: {converted.text}")
    phrases.dated = item.observed is not None
    if item.observed is None:
        phrases.may.append(UNDATED)
    return phrases


def _medication(item: EvidenceItem) -> Phrases:
    value = item.value
    if not isinstance(value, Medication):
        raise TypeError("the item is no medication")
    details = _details(item, WordRole.STRENGTH, WordRole.DOSE, WordRole.ROUTE, WordRole.FREQUENCY, WordRole.INDICATION)
    status = MEDICATION_STATUSES[value.status]
    phrases = Phrases((item.words.name.value, value.ingredient), may=[*details, status, prescriber_words(item).value])
    if value.status is MedicationStatus.ACTIVE:
        phrases.before += ["takes", "taking"]
    else:
        phrases.must["status_left_out"] = (status,)
    if value.as_needed:
        said = [text for text in (*details, item.words.name.value) if _AS_NEEDED.search(text)]
        phrases.must["as_needed_left_out"] = ("as needed", *said)
    return phrases


def _claim(phrases: Phrases, words: str) -> Phrases:
    """A claim that is not simply "present" has to be said as what it is."""
    if words:
        phrases.must["assertion_left_out"] = (words,)
    return phrases


def _allergy(item: EvidenceItem) -> Phrases:
    value = item.value
    if not isinstance(value, Allergy):
        raise TypeError("the item is no allergy")
    if value.none_known is not None:
        said = NONE_KNOWN[value.none_known]
        phrases = Phrases(may=[item.words.name.value])
        phrases.must["none_known_left_out"] = (said, said[0].lower() + said[1:])
        doubtful = value.assertion not in {Assertion.PRESENT, Assertion.ABSENT}
        return _claim(phrases, UNCERTAIN[value.assertion] if doubtful else "")
    phrases = Phrases(
        (item.words.name.value, value.allergen),
        kinds=("Allergy to", "allergy to", "Allergic to", "allergic to", "Allergies:", "Allergy:"),
        may=_details(item, WordRole.REACTION, WordRole.SEVERITY),
    )
    return _claim(phrases, UNCERTAIN[value.assertion])


def _problem(item: EvidenceItem) -> Phrases:
    value = item.value
    if not isinstance(value, Problem):
        raise TypeError("the item is no problem")
    kinds = ("procedure", "Procedure") if item.topic is Topic.PROCEDURES else ()
    phrases = Phrases((item.words.name.value,), kinds, may=[PROBLEM_STATUSES[value.status]])
    if value.status is ProblemStatus.RESOLVED:
        phrases.must["status_left_out"] = (PROBLEM_STATUSES[value.status],)
    return _claim(phrases, UNCERTAIN[value.assertion])


def _family(item: EvidenceItem) -> Phrases:
    value = item.value
    if not isinstance(value, FamilyHistory):
        raise TypeError("the item is no family history")
    relation = _detail(item, WordRole.RELATION)
    phrases = Phrases(
        (item.words.name.value,),
        kinds=("Family history, not the patient", "Family history", "family history"),
        must={"relation_left_out": (relation or "relative not named",)},
        may=["deceased"] if value.deceased else [],
    )
    if (age := age_words(item)) is not None:
        phrases.may.append(f"at age {age}")
    return _claim(phrases, UNCERTAIN[value.assertion] if value.assertion is not Assertion.FAMILY else "")


def _statement(item: EvidenceItem) -> Phrases:
    value = item.value
    if not isinstance(value, Statement):
        raise TypeError("the item is no statement")
    absent = value.assertion is Assertion.ABSENT
    if is_immunization(item):
        kinds = ("Immunization", "immunization", "Vaccine", "vaccine")
        return _claim(Phrases((item.words.name.value,), kinds), NOT_GIVEN if absent else UNCERTAIN[value.assertion])
    label = statement_label(item)
    phrases = Phrases(kinds=(label, label.lower()), must={"words_not_in_evidence": (statement_words(item).value,)})
    return _claim(phrases, statement_note(item))


def _encounter(item: EvidenceItem) -> Phrases:
    phrases = Phrases(kinds=("Visit", "visit"), may=_details(item, WordRole.CATEGORY), dated=item.observed is not None)
    if item.words.name.value:
        phrases.may.append(f"reason {in_quotes(item.words.name)}")
    if person := _detail(item, WordRole.PERSON):
        phrases.may.append(f"seen by {person}")
    return phrases


def _order(item: EvidenceItem) -> Phrases:
    order, name = item.value, item.words.name.value
    if not isinstance(order, ChartOrder):
        raise TypeError("the item is no order")
    names = (name, *name.split(", ")) if name else ("Tests that are not named",)
    phrases = Phrases(names, kinds=("ordered",), may=order_state(order).split("; "))
    if person := _detail(item, WordRole.PERSON):
        phrases.may.append(f"by {person}")
    return phrases


def _susceptibility(item: EvidenceItem) -> Phrases:
    value, words = item.value, item.words
    if not isinstance(value, Susceptibility):
        raise TypeError("the item is no susceptibility")
    category = INTERPRETATIONS[value.interpretation] if value.interpretation else "category not read"
    drug = _detail(item, WordRole.DRUG) or "drug not read"
    phrases = Phrases(
        (words.name.value,),
        must={"value_not_in_evidence": (f"{drug} {category}",)},
        may=[f"({specimen})" for specimen in _details(item, WordRole.SPECIMEN)],
        dated=item.observed is not None,
    )
    if words.value.value:
        phrases.may.append(f"value {measured(item)}")
    if item.observed is None:
        phrases.may.append(UNDATED)
    return phrases


def _passage(_item: EvidenceItem) -> Phrases:
    """A passage is quoted whole, see `quotes`; nothing of it may be told in other words."""
    return Phrases(must={"passage_retold": ("",)})


_PHRASES: Final[Mapping[type[ItemValue], Callable[[EvidenceItem], Phrases]]] = MappingProxyType(
    {
        LabResult: _lab,
        Medication: _medication,
        Allergy: _allergy,
        Problem: _problem,
        FamilyHistory: _family,
        Statement: _statement,
        Susceptibility: _susceptibility,
        ChartEncounter: _encounter,
        ChartOrder: _order,
        Passage: _passage,
    }
)


def iterate(phrases: Phrases) -> Iterator[tuple[str, str]]:
    """Every phrase that is no name, with the group that it belongs to: ``kind``, a problem word, or empty."""
    yield from (("kind", text) for text in phrases.kinds)
    for group, texts in phrases.must.items():
        yield from ((group, text) for text in texts)
    yield from (("", text) for text in phrases.may)
    yield from (("before", text) for text in phrases.before)
