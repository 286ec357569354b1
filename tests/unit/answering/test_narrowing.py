"""What is said where nothing fits what a question narrows a list to, and of what it leaves out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from arbiter_fhir.answering import compose_draft, validate
from arbiter_fhir.answering.narrowing import none_fits, not_fitting_sentences
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceWords, WordRole
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import (
    AskedFlag,
    AskedResponse,
    AskedSource,
    AskedState,
    DateWindow,
    Intent,
    NamedClinician,
    Topic,
)
from arbiter_fhir.domain.statement import MedicationStatus, Susceptibility, SusceptibilityInterpretation
from tests.unit.answering.answers import asked
from tests.unit.answering.records import clean

S = SusceptibilityInterpretation
QUINN = (NamedClinician("[PERSON_1]", "Quinn"),)


def said(bundle: EvidenceBundle) -> list[str]:
    """The findings of an answer that passed its validation."""
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda _: False)
    assert outcome.answer is not None, outcome.validation
    return [claim.text.value for claim in outcome.answer.draft.claims if claim.section is Section.PATIENT_FINDINGS]


def culture(records: Any, drug: str, category: S | None) -> Any:
    value = Susceptibility("Escherichia coli", drug, category)
    return records.item(
        Topic.CULTURES, value, "Escherichia coli", (WordRole.DRUG, drug), observed="2026-05-20", subject=drug
    )


def prescribed(item: Any, label: str, *, asked_for: bool) -> Any:
    words = item.words
    details = (*words.details, (WordRole.PERSON, clean(label)))
    changed = EvidenceWords(words.name, words.value, words.unit, words.reference_range, details)
    return replace(item, words=changed, by_asked=asked_for)


@pytest.mark.parametrize(
    "status, state, sentence",
    [
        (MedicationStatus.STOPPED, AskedState.CURRENT, "None of the 2 medications is recorded as current."),
        (
            MedicationStatus.ACTIVE,
            AskedState.ENDED,
            "None of the 2 medications is recorded as stopped, resolved or past.",
        ),
    ],
)
def test_no_entry_is_in_the_state(
    build: Any, records: Any, status: MedicationStatus, state: AskedState, sentence: str
) -> None:
    drugs = (records.medication(status=status), records.medication("Lisinopril", status))
    told = said(build.bundle(*drugs, question=asked(build, Intent.LIST, topics=(Topic.MEDICATIONS,), state=state)))
    assert told[0] == sentence
    assert len(told) == 3  # so few are named


def test_of_one_and_of_many(build: Any, records: Any) -> None:
    question = asked(build, Intent.LIST, state=AskedState.CURRENT)
    one = records.medication(status=MedicationStatus.STOPPED)
    assert [text.value for text, _ in none_fits(build.bundle(one, question=question))] == [
        "The one medication is not recorded as current."
    ]
    many = [records.medication(f"Drug{number}", MedicationStatus.STOPPED) for number in range(6)]
    assert len(said(build.bundle(*many, question=question))) == 1


def test_nothing_is_said_where_something_fits_or_only_a_source_was_asked_for(build: Any, records: Any) -> None:
    drugs = (records.medication(), records.medication("Lisinopril", MedicationStatus.STOPPED))
    for changes in ({"state": AskedState.CURRENT}, {"source": AskedSource.DOCUMENTS}, {}):
        assert list(none_fits(build.bundle(*drugs, question=asked(build, Intent.LIST, **changes)))) == []


def test_drugs_of_a_culture_by_their_response(build: Any, records: Any) -> None:
    drugs = [
        culture(records, "ciprofloxacin", S.RESISTANT),
        culture(records, "oxacillin", S.NONSUSCEPTIBLE),
        culture(records, "levofloxacin", S.INTERMEDIATE),
        culture(records, "ceftriaxone", S.SUSCEPTIBLE),
        culture(records, "nitrofurantoin", None),
    ]
    question = asked(build, Intent.LIST, topics=(Topic.CULTURES,), response=AskedResponse.RESISTANT)
    bundle = build.bundle(*drugs, question=question)
    told = " ".join(said(bundle))
    for drug in ("ciprofloxacin resistant", "oxacillin nonsusceptible", "nitrofurantoin category not read"):
        assert drug in told
    assert "levofloxacin" not in told
    assert "ceftriaxone" not in told
    assert [text.value for text in not_fitting_sentences(bundle)] == [
        "Of the drugs that were tested, these are left out: 1 intermediate, 1 susceptible."
    ]


def test_no_drug_answers_so(build: Any, records: Any) -> None:
    drugs = [culture(records, "ceftriaxone", S.SUSCEPTIBLE), culture(records, "cefazolin", S.SUSCEPTIBLE)]
    question = asked(build, Intent.LIST, topics=(Topic.CULTURES,), response=AskedResponse.RESISTANT)
    assert said(build.bundle(*drugs, question=question))[0] == (
        "None of the 2 drugs that were tested is reported as resistant."
    )


def test_what_another_clinician_did_is_left_out_and_counted(build: Any, records: Any) -> None:
    hers = prescribed(records.medication(), "[PERSON_2]", asked_for=True)
    other = prescribed(records.medication("Lisinopril"), "[PERSON_3]", asked_for=False)
    nobody = records.medication("Ibuprofen")
    bundle = build.bundle(
        hers, other, nobody, question=asked(build, Intent.LIST, topics=(Topic.MEDICATIONS,), by=QUINN)
    )
    (told,) = said(bundle)
    assert "prescribed by [PERSON_2]" in told
    assert [text.value for text in not_fitting_sentences(bundle)] == [
        "Medications found: 3; with the clinician that the question names: 1; with no clinician named: 1."
    ]
    none = build.bundle(other, nobody, question=bundle.question)
    assert said(none)[0] == "None of the 2 medications names the clinician that the question names."


def test_normal_results_are_told_without_the_others(build: Any, records: Any) -> None:
    items = [
        build.item(flag=AbnormalFlag.NORMAL),
        build.item(value="9.1", day="2026-01-05", number=1),
        build.item(value="7.0", day="2026-01-02", flag=None, reference="", number=2),
    ]
    question = asked(build, Intent.LIST, topics=(Topic.LABS,), flagged=AskedFlag.NORMAL)
    bundle = build.bundle(*items, question=question)
    (told,) = said(bundle)
    assert "8.1 %" in told
    assert [text.value for text in not_fitting_sentences(bundle)] == [
        "1 of 3 results are normal or within range; the others are left out.",
        "1 of 3 results have no flag and no range to judge them by.",
    ]


def test_what_began_is_told_by_its_own_day(build: Any, records: Any) -> None:
    drugs = [
        records.medication("Warfarin", started="2026-05-01"),
        records.medication("Furosemide", MedicationStatus.STOPPED, started="2024-05-20", stopped="2026-01-20"),
        records.medication("Ibuprofen"),
    ]
    question = asked(
        build,
        Intent.CHANGES,
        topics=(Topic.MEDICATIONS,),
        state=AskedState.BEGUN,
        when=DateWindow(date(2026, 1, 1), date(2026, 12, 31)),
    )
    bundle = build.bundle(*drugs, question=question)
    (told,) = said(bundle)
    assert told.startswith("Warfarin")
    assert [text.value for text in not_fitting_sentences(bundle)] == [
        "Entries of which nothing says when they began are left out: 1."
    ]


def test_all_results_of_a_day_are_of_that_day(build: Any) -> None:
    items = [
        build.item(),
        build.item("Potassium", "4.4", "mmol/L", day="2026-04-10", number=1),
        build.item("TSH", "2.1", "uIU/mL", day="2025-11-02", number=2),
    ]
    when = DateWindow(around=date(2026, 4, 10))
    bundle = build.bundle(*items, question=asked(build, Intent.LIST, topics=(Topic.LABS,), when=when))
    assert [text.split(" was ")[0] for text in said(bundle)] == ["Hemoglobin A1c", "Potassium"]
    assert [text.value for text in not_fitting_sentences(bundle)] == [
        "Results of other days are left out; tests with none of that day: 1."
    ]
    named = build.bundle(items[2], question=asked(build, Intent.VALUE_AT, "tsh", when=when))
    assert "before the day asked about" in said(named)[0]
    elsewhere = build.bundle(items[2], question=bundle.question)
    assert "before the day asked about" in said(elsewhere)[0]


def test_no_result_has_the_flag(build: Any) -> None:
    items = [build.item(), build.item("Potassium", "4.4", "mmol/L", number=1, flag=AbnormalFlag.NORMAL)]
    question = asked(build, Intent.LIST, topics=(Topic.LABS,), flagged=AskedFlag.CRITICAL)
    bundle = build.bundle(*items, question=question)
    assert said(bundle) == ["None of the 2 results that were read is critical."]
    assert list(not_fitting_sentences(bundle)) == []


def test_what_the_chart_does_not_say(build: Any, records: Any) -> None:
    both = replace(records.medication(source=SourceType.INTAKE_FORM), also=(records.place(),))
    alone = records.medication("Ibuprofen", source=SourceType.INTAKE_FORM)
    charted = records.medication("Lisinopril")
    question = asked(build, Intent.LIST, topics=(Topic.MEDICATIONS,), source=AskedSource.NOT_CHART)
    (told,) = said(build.bundle(both, alone, charted, question=question))
    assert told.startswith("Ibuprofen")
