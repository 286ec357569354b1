"""What a question asks for, of all that was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartDemographics, ChartDocument, ChartOrder
from arbiter_fhir.domain.fact import AbnormalFlag, FactType
from arbiter_fhir.domain.question import DateWindow, Intent, RoutedQuestion, Topic, ValueBound
from arbiter_fhir.domain.statement import Allergy, FamilyHistory, Medication, NoKnownAllergies, Problem, Statement
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.chart_candidates import (
    candidate_of_document,
    candidate_of_order,
    candidates_of_demographics,
)
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact
from arbiter_fhir.retrieval.lab_candidates import candidate_of_chart
from arbiter_fhir.retrieval.selection import Asked, missing_keys

TODAY = date(2026, 11, 30)


def asked(build: Any, question: RoutedQuestion, **given: Any) -> Asked:
    return Asked(question, build.terms, **{"documents": None, "days": {}, "today": TODAY, **given})


def question(build: Any, **given: Any) -> RoutedQuestion:
    return replace(build.question("x"), **given)


def names(chosen: Sequence[Candidate]) -> list[str]:
    return sorted(each.printed.name for each in chosen)


@pytest.fixture
def record(build: Any) -> list[Candidate]:
    """A little of everything, each from a document of its own."""
    values: list[Any] = [
        Medication("Lipitor", "atorvastatin", indication="high cholesterol"),
        Medication("Amoxicillin", "amoxicillin"),
        Allergy("Penicillin", "penicillins"),
        Allergy("Latex", "latex"),
        Allergy("NKFA", none_known=NoKnownAllergies.FOOD_ALLERGIES),
        Problem("Type 2 diabetes", icd10="E11.9"),
        Problem("Asthma"),
        FamilyHistory("mother", "Breast cancer"),
        FamilyHistory("father", "Asthma"),
        build.lab(test_name="Potassium", value="4.1", unit="mmol/L", loinc="2823-3"),
        build.lab(),
    ]
    facts = [build.said(value, document=number, fact_id=number) for number, value in enumerate(values, start=1)]
    facts += [
        build.said(Statement(topic, text), fact_type=FactType.SOCIAL_HISTORY, document=number, fact_id=number)
        for number, topic, text in ((20, "smoking", "Never"), (22, "exercise", "Walks"))
    ]
    facts.append(
        build.said(
            build.lab(test_name="Pulse", value="72", unit="", loinc="8867-4"),
            fact_type=FactType.VITAL_SIGN,
            document=21,
            fact_id=21,
        )
    )
    return [candidate_of_fact(fact, build.terms) for fact in facts]


@pytest.mark.parametrize(
    "given, found",
    [
        ({"topics": (Topic.ALLERGIES,)}, ["Latex", "NKFA", "Penicillin"]),
        ({"topics": (Topic.ALLERGIES,), "subjects": ("penicillins",)}, ["NKFA", "Penicillin"]),
        ({"topics": (Topic.ALLERGIES,), "subjects": ("amoxicillin",)}, ["NKFA", "Penicillin"]),
        ({"topics": (Topic.MEDICATIONS,), "subjects": ("class:statins",)}, ["Lipitor"]),
        ({"topics": (Topic.MEDICATIONS,), "subjects": ("penicillins",)}, ["Amoxicillin", "Penicillin"]),
        ({"topics": (Topic.MEDICATIONS,), "subjects": ("ampicillin",)}, ["Penicillin"]),
        ({"topics": (Topic.MEDICATIONS,), "subjects": ("metformin",)}, []),
        ({"topics": (Topic.MEDICATIONS,), "subjects": ("hyperlipidemia",)}, ["Lipitor"]),
        ({"topics": (Topic.PROBLEMS,), "subjects": ("hyperlipidemia",)}, []),
        ({"subjects": ("asthma",)}, ["Asthma"]),
        ({"subjects": ("latex",)}, ["Latex", "NKFA"]),
        ({"topics": (Topic.PROBLEMS,), "subjects": ("diabetes mellitus",)}, ["Type 2 diabetes"]),
        ({"topics": (Topic.FAMILY_HISTORY,)}, ["Asthma", "Breast cancer"]),
        ({"topics": (Topic.PROBLEMS,), "subjects": ("breast cancer",)}, ["Breast cancer"]),
        ({"topics": (Topic.PROBLEMS,), "subjects": ("asthma",)}, ["Asthma"]),
        ({"relations": ("mother",)}, ["Breast cancer"]),
        ({"relations": ("mother",), "subjects": ("asthma",)}, []),
        ({"topics": (Topic.SOCIAL_HISTORY,)}, ["Never", "Walks"]),
        ({"topics": (Topic.SOCIAL_HISTORY,), "subjects": ("smoking",)}, ["Never"]),
        ({"topics": (Topic.SOCIAL_HISTORY,), "subjects": ("alcohol",)}, []),
        ({"subjects": ("vital:heart_rate",)}, ["Pulse"]),
        ({"analytes": ("potassium",)}, ["Potassium"]),
        ({"analytes": ("potassium",), "subjects": ("vital:heart_rate",)}, ["Potassium", "Pulse"]),
        (
            {"analytes": ("potassium",), "topics": (Topic.LABS, Topic.MEDICATIONS)},
            ["Amoxicillin", "Lipitor", "Potassium"],
        ),
        ({"intent": Intent.LIST, "topics": (Topic.LABS,)}, ["Hemoglobin A1c", "Potassium"]),
        ({"intent": Intent.LIST, "topics": (Topic.VITALS,)}, ["Pulse"]),
    ],
)
def test_by_topic_and_name(build: Any, record: list[Candidate], given: dict[str, Any], found: list[str]) -> None:
    assert names(asked(build, question(build, **given)).choose(record, ())) == found


def test_a_document_tells_of_relatives_too(build: Any, record: list[Candidate]) -> None:
    told = names(asked(build, question(build, intent=Intent.DOCUMENT)).choose(record, ()))
    assert "Breast cancer" in told


@pytest.mark.parametrize("asked_for", ["penicillins", "ampicillin", "amoxicillin"])
def test_an_allergy_to_one_of_a_family_answers_for_the_family_and_for_its_others(build: Any, asked_for: str) -> None:
    facts = [
        build.said(Allergy("Amoxicillin", "amoxicillin"), document=1, fact_id=1),
        build.said(Allergy("Azithromycin", "azithromycin"), document=2, fact_id=2),
    ]
    given = question(build, topics=(Topic.ALLERGIES,), subjects=(asked_for,))
    assert names(asked(build, given).choose([candidate_of_fact(each, build.terms) for each in facts], ())) == [
        "Amoxicillin"
    ]


@pytest.mark.parametrize(
    "asked_for, found",
    [
        ("anemia", ["Iron deficiency anemia"]),
        ("bronchitis", ["Acute bronchitis"]),
        ("chronic bronchitis", []),
        ("hypertension", ["Hypertension"]),
    ],
)
def test_a_narrower_problem_is_told_where_none_bears_the_asked_name(
    build: Any, asked_for: str, found: list[str]
) -> None:
    titles = (("Iron deficiency anemia", "D50.9"), ("Acute bronchitis", "J20.9"), ("Hypertension", "I10"))
    facts = [
        build.said(Problem(title, icd10=code), document=number, fact_id=number)
        for number, (title, code) in enumerate((*titles, ("Pulmonary hypertension", "I27.20")), start=1)
    ]
    given = question(build, topics=(Topic.PROBLEMS,), subjects=(asked_for,))
    assert names(asked(build, given).choose([candidate_of_fact(each, build.terms) for each in facts], ())) == found


def test_who_prescribed_or_referred_is_answered_by_the_drug_or_the_referral(
    build: Any, record: list[Candidate]
) -> None:
    given = question(build, intent=Intent.ORDERED_BY, topics=(Topic.MEDICATIONS,), subjects=("atorvastatin",))
    assert names(asked(build, given).choose(record, ())) == ["Lipitor"]
    assert "medications" not in missing_keys(asked(build, given), asked(build, given).choose(record, ()))


def test_an_examination_is_sought_by_its_name_among_the_orders(build: Any) -> None:
    orders = [order(1, "Renal ultrasound"), order(2, "Lipid panel")]
    for thing, found in (("ultrasound", ["Renal ultrasound"]), ("colonoscopy", [])):
        given = question(build, topics=(Topic.PROCEDURES, Topic.ORDERS), subjects=(thing,))
        assert names(asked(build, given).choose(orders, ())) == found


def test_only_what_an_asked_document_says(build: Any, record: list[Candidate]) -> None:
    about = question(build, intent=Intent.DOCUMENT)
    chosen = asked(build, about, documents=frozenset({DocumentId(3), DocumentId(20)})).choose(record, ())
    assert names(chosen) == ["Never", "Penicillin"]
    assert asked(build, about, documents=frozenset()).choose(record, ()) == []
    listed = candidate_of_document(ChartDocument(DocumentId(3), PatientId(7), "Lab Report", None))
    about = question(build, intent=Intent.LIST, topics=(Topic.DOCUMENTS,))
    assert names(asked(build, about, documents=frozenset({DocumentId(3)})).choose([listed], ())) == ["Lab Report"]
    assert asked(build, about, documents=frozenset({DocumentId(4)})).choose([listed], ()) == []
    row = candidate_of_chart(build.row(document_id=3))
    assert row is not None
    assert asked(build, about, documents=frozenset({DocumentId(3)})).choose([row], ()) == []


def test_only_what_lies_in_the_span(build: Any, record: list[Candidate]) -> None:
    early = question(build, intent=Intent.LIST, topics=(Topic.LABS,), when=DateWindow(end=date(2026, 1, 1)))
    assert asked(build, early).choose(record, ()) == []
    assert missing_keys(asked(build, early), []) == ("labs",)


def test_what_changed_is_told_of_all_topics_by_the_day_of_the_document(build: Any, record: list[Candidate]) -> None:
    changes = question(build, intent=Intent.CHANGES, when=DateWindow(start=date(2026, 6, 1)))
    days = {DocumentId(3): date(2026, 6, 2), DocumentId(10): date(2026, 7, 1), DocumentId(5): date(2026, 5, 1)}
    assert names(asked(build, changes, days=days).choose(record, ())) == ["Penicillin", "Potassium"]


def order(number: int, name: str, *results: int, **given: Any) -> Candidate:
    row = ChartOrder(
        number,
        PatientId(7),
        datetime(2026, 4, 9, 8, 0),  # noqa: DTZ001
        "pending",
        (("", name),),
        len(results),
        "Ada Quinn",
        results,
    )
    return candidate_of_order(replace(row, **given))


def test_who_ordered_is_answered_by_the_order_of_the_newest_result(build: Any) -> None:
    rows = [
        candidate_of_chart(build.row(day, result_id=number))
        for day, number in (("2026-04-10", 900), ("2025-04-10", 800))
    ]
    found = [
        *(row for row in rows if row is not None),
        order(1, "Metabolic panel", 900),
        order(2, "Lipid panel", 5),
        order(3, "HbA1c"),
        order(4, "HbA1c", 6, back_filled=True),
        order(5, "Old panel", 800),
        order(6, "HbA1c", status="canceled"),
    ]
    about = question(build, intent=Intent.ORDERED_BY, analytes=("hba1c",))
    chosen = asked(build, about).choose(found, ())
    assert names(chosen) == ["HbA1c", "Hemoglobin A1c", "Hemoglobin A1c", "Metabolic panel"]
    then = replace(about, when=DateWindow(end=date(2025, 12, 31)))
    assert names(asked(build, then).choose(found, ())) == ["Hemoglobin A1c", "Old panel"]


def test_who_ordered_at_all_is_told_of_every_result(build: Any) -> None:
    row = candidate_of_chart(build.row(result_id=900))
    assert row is not None
    found = [row, order(1, "Metabolic panel", 900), order(5, "Ultrasound")]
    chosen = asked(build, question(build, intent=Intent.ORDERED_BY)).choose(found, ())
    assert names(chosen) == ["Hemoglobin A1c", "Metabolic panel", "Ultrasound"]


@pytest.mark.parametrize(
    "name, asked_for, found",
    [("Lipid panel", "cholesterol_ldl", True), ("Lipid panel", "group:lipids", True), ("Lipid panel", "tsh", False)],
)
def test_a_panel_holds_its_tests(build: Any, name: str, asked_for: str, found: bool) -> None:
    missing = question(build, intent=Intent.MISSING, analytes=(asked_for,))
    assert bool(asked(build, missing).choose([order(1, name)], ())) is found


def test_pending_is_what_has_no_result_and_was_not_cancelled(build: Any) -> None:
    found = [
        order(1, "TSH"),
        order(2, "A1c", 7),
        order(3, "CBC", status="canceled"),
        order(4, "B12", status="complete"),
    ]
    chosen = asked(build, question(build, intent=Intent.MISSING)).choose(found, ())
    assert names(chosen) == ["B12", "TSH"]
    row = candidate_of_chart(build.row())
    assert row is not None
    pending = question(build, intent=Intent.MISSING, topics=(Topic.LABS,))
    about = asked(build, pending)
    assert names(about.choose([row, *found], ())) == ["B12", "TSH"]
    assert missing_keys(about, about.choose([row, *found], ())) == ()


def test_a_cancelled_order_of_a_named_test_is_told_where_there_is_no_result(build: Any) -> None:
    found = [order(1, "HbA1c", status="canceled"), order(2, "TSH", status="canceled")]
    for intent in (Intent.FACTUAL_LOOKUP, Intent.MISSING, Intent.ORDERED_BY):
        about = question(build, intent=intent, analytes=("hba1c",), topics=(Topic.LABS,))
        assert names(asked(build, about).choose(found, ())) == ["HbA1c"]
    row = candidate_of_chart(build.row())
    assert row is not None
    looked_up = question(build, analytes=("hba1c",), topics=(Topic.LABS,))
    assert names(asked(build, looked_up).choose([row, *found], ())) == ["Hemoglobin A1c"]


def test_what_a_document_of_a_time_says_is_told_whatever_its_own_date(build: Any) -> None:
    row = candidate_of_chart(build.row("2026-05-20", document_id=DocumentId(3)))
    assert row is not None
    about = question(build, intent=Intent.DOCUMENT, when=DateWindow(date(2026, 6, 1), date(2026, 6, 1)))

    def told(filed: date) -> int:
        given = asked(build, about, documents=frozenset({DocumentId(3)}), days={DocumentId(3): filed})
        return len(given.choose([replace(row, topic=Topic.DOCUMENTS)], ()))

    assert (told(date(2026, 6, 2)), told(date(2026, 7, 2)), told(date(2026, 5, 30))) == (1, 0, 0)


def test_a_value_says_whose_order_is_asked_for(build: Any) -> None:
    rows = [candidate_of_chart(build.row(day, result_id=n, value=v)) for day, n, v in (
        ("2026-04-10", 900, "8.1"), ("2025-04-10", 800, "9.4"))]  # fmt: skip
    found = [*(row for row in rows if row is not None), order(1, "Newest", 900), order(2, "Old", 800)]
    bound = ValueBound("=", Decimal("9.4"))
    about = question(build, intent=Intent.ORDERED_BY, analytes=("hba1c",), bound=bound, when=DateWindow(end=TODAY))
    assert names(asked(build, about).choose(found, ())) == ["Hemoglobin A1c", "Old"]


def of_the_person(build: Any, topic: str, text: str, number: int) -> Candidate:
    fact = build.said(Statement(topic, text), fact_type=FactType.DEMOGRAPHIC, document=number, fact_id=number)
    return candidate_of_fact(fact, build.terms)


def test_who_somebody_is_is_told_by_the_document_that_says_it_and_not_besides(build: Any) -> None:
    found = [of_the_person(build, "name", "[PERSON_1]", 1), of_the_person(build, "language", "Spanish", 2)]
    assert names(asked(build, question(build, topics=(Topic.DEMOGRAPHICS,))).choose(found, ())) == ["Spanish"]
    days = {DocumentId(1): TODAY, DocumentId(2): TODAY}
    changes = question(build, intent=Intent.CHANGES, when=DateWindow(start=date(2026, 6, 1)))
    assert names(asked(build, changes, days=days).choose(found, ())) == ["Spanish"]
    about = question(build, intent=Intent.DOCUMENT)
    assert names(asked(build, about, documents=frozenset(days)).choose(found, ())) == ["Spanish", "[PERSON_1]"]


def test_marital_status_is_found_among_a_persons_data(build: Any) -> None:
    found = [of_the_person(build, "marital_status", "Widowed", 1), of_the_person(build, "language", "Spanish", 2)]
    about = question(build, topics=(Topic.SOCIAL_HISTORY,), subjects=("marital_status",))
    assert names(asked(build, about).choose(found, ())) == ["Widowed"]


def test_of_a_persons_data_the_one_that_is_asked_for(build: Any) -> None:
    found = candidates_of_demographics(ChartDemographics(PatientId(7), date(1960, 1, 1), "Female"), TODAY)
    age = question(build, topics=(Topic.DEMOGRAPHICS,), subjects=("age",))
    assert names(asked(build, age).choose(found, ())) == ["66 years"]
    weight = question(build, topics=(Topic.DEMOGRAPHICS,), subjects=("shoe size",))
    assert names(asked(build, weight).choose(found, ())) == ["66 years", "Female"]


def test_what_there_was_before_is_told_beside_what_is_missing_since(build: Any, record: list[Candidate]) -> None:
    since = question(build, intent=Intent.MISSING, analytes=("hba1c", "tsh"), when=DateWindow(start=date(2026, 6, 1)))
    about = asked(build, since)
    chosen = about.choose(record, ())
    assert names(chosen) == ["Hemoglobin A1c"]
    assert missing_keys(about, chosen) == ("hba1c", "tsh")


def test_a_look_at_everything_shows_the_history_of_what_is_abnormal_now(build: Any) -> None:
    rows = [
        build.row(result_id=1),
        build.row("2025-01-01", result_id=2, value="5.0", abnormal="no"),
        build.row(result_id=3, name="Potassium", value="4.1", abnormal="no", reference_range=""),
        build.row("2025-01-01", result_id=4, name="Potassium", value="6.1", abnormal="high", reference_range=""),
    ]
    found = [made for row in rows if (made := candidate_of_chart(row)) is not None]
    overview = asked(build, question(build, intent=Intent.INTERPRETATION))
    assert [each.lab.value for each in overview.choose(found, ())] == ["8.1", "5.0"]
    named = asked(build, question(build, intent=Intent.INTERPRETATION, analytes=("potassium",)))
    assert [each.lab.value for each in named.choose(found, ())] == ["4.1", "6.1"]


def test_unsure_things_are_shown_where_they_were_asked_for(build: Any, record: list[Candidate]) -> None:
    allergies = asked(build, question(build, topics=(Topic.ALLERGIES,)))
    assert [each.printed.name for each in record if allergies.touches(each)] == ["Penicillin", "Latex", "NKFA"]
    critical = candidate_of_fact(build.fact(build.lab(abnormal_flag=AbnormalFlag.CRITICAL_HIGH)), build.terms)
    assert allergies.touches(critical)


def test_topics_and_signs_without_a_finding_are_named(build: Any, record: list[Candidate]) -> None:
    about = asked(
        build,
        question(
            build,
            topics=(Topic.LABS, Topic.VITALS, Topic.IMMUNIZATIONS),
            analytes=("tsh",),
            subjects=("vital:weight", "vital:heart_rate"),
        ),
    )
    assert missing_keys(about, about.choose(record, ())) == ("tsh", "vital:weight", "immunizations")


def test_a_question_about_guidelines_misses_nothing_of_the_patient(build: Any) -> None:
    about = asked(build, question(build, intent=Intent.GUIDELINE, analytes=("hba1c",), topics=(Topic.LABS,)))
    assert missing_keys(about, []) == ()


def test_an_order_that_waits_for_the_asked_test_is_told_where_there_is_no_result(build: Any) -> None:
    waiting = order(1, "Potassium")
    given = question(build, analytes=("potassium",), topics=(Topic.LABS,))
    assert asked(build, given).choose([waiting, order(2, "Lipid panel")], ()) == [waiting]
    assert missing_keys(asked(build, given), [waiting]) == ("potassium",)
    result = candidate_of_fact(build.said(build.lab(test_name="Potassium", value="4.1", unit="mmol/L")), build.terms)
    assert asked(build, given).choose([waiting, result], ()) == [result]
