"""What is gathered for a question, and what is kept out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartEncounter
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import ConflictKind, EvidenceKind
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.question import AskedDocument, DateAnchor, DateWindow, Intent, Topic
from arbiter_fhir.domain.statement import Allergy, NoKnownAllergies
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import Neighbour, ReadDocument
from arbiter_fhir.retrieval import PatientRecord, gather_patient_evidence

REVIEW = Certainty.NEEDS_REVIEW
TODAY = date(2026, 11, 30)


def gather(build: Any, question: Any, **given: Any) -> Any:
    record = PatientRecord(PatientId(7), **given)
    return gather_patient_evidence(question, record, clean=build.cleaned, terms=build.terms, today=TODAY).bundle


def potassium(build: Any, **changed: Any) -> Any:
    plain = {"test_name": "Potassium", "value": "4.1", "unit": "mmol/L", "reference_range": "3.5-5.1"}
    return build.lab(**{**plain, "flag_printed": "", "abnormal_flag": None, **changed})


def test_only_the_asked_test_comes_back(build: Any) -> None:
    bundle = gather(
        build,
        build.question("A1c?", "hba1c"),
        active_facts=[build.fact(), build.fact(potassium(build), fact_id=2)],
        labs=[build.row("2025-01-01", value="7.0", name="HbA1c"), build.row(name="Hemoglobin", value="13")],
    )
    assert [(item.lab.value, item.kind) for item in bundle.findings] == [
        ("8.1", EvidenceKind.DOCUMENT_FACT),
        ("7.0", EvidenceKind.CHART),
    ]
    assert bundle.not_found == ()


def test_a_promoted_fact_and_its_chart_row_are_one_finding_with_both_places(build: Any) -> None:
    bundle = gather(
        build,
        build.question("A1c?", "hba1c"),
        active_facts=[build.fact()],
        labs=[build.row(value="8.10", document_id=5)],
    )
    (finding,) = bundle.findings
    assert finding.citation.source_id == "documents:5"
    assert finding.citation.box is not None
    assert [place.source_id for place in finding.also] == ["procedure_result:900"]
    assert finding.also[0].quote.value == "8.10 %"


def test_the_same_result_in_two_documents_is_shown_from_the_one_with_a_box(build: Any) -> None:
    plain = build.fact(fact_id=1, document=5, certainty=Certainty.DOCUMENT_FACT, box=False)
    boxed = build.fact(fact_id=2, document=6)
    (finding,) = gather(build, build.question("A1c?", "hba1c"), active_facts=[plain, boxed]).findings
    assert finding.citation.source_id == "documents:6"
    assert [place.source_id for place in finding.also] == ["documents:5"]


@pytest.mark.parametrize(
    "change", [{"value": "7.9"}, {"unit": "mmol/mol"}, {"observed_at": None}, {"name": "Hemoglobin A1", "code": ""}]
)
def test_what_differs_stays_two_findings(build: Any, change: dict[str, Any]) -> None:
    bundle = gather(
        build,
        build.question("labs?", intent=Intent.LIST),
        active_facts=[build.fact()],
        labs=[build.row(**change)],
    )
    assert len(bundle.findings) == 2


def test_undated_results_are_never_taken_for_one_another(build: Any) -> None:
    facts = [build.fact(build.lab(day=None), fact_id=1), build.fact(build.lab(day=None), fact_id=2, document=6)]
    assert len(gather(build, build.question("A1c?", "hba1c"), active_facts=facts).findings) == 2


def test_findings_are_newest_first_and_undated_last(build: Any) -> None:
    facts = [
        build.fact(build.lab("2025-01-01", value="1"), fact_id=1),
        build.fact(build.lab(None, value="2"), fact_id=2),
        build.fact(build.lab("2026-04-10", value="3"), fact_id=3),
        build.fact(build.lab("2026-04-10", time(8, 30), value="4"), fact_id=4),
    ]
    bundle = gather(
        build, build.question("A1c?", "hba1c"), active_facts=facts, labs=[build.row("2026-01-01", value="5")]
    )
    assert [item.lab.value for item in bundle.findings] == ["4", "3", "5", "1", "2"]


def test_a_group_asks_for_all_its_tests_and_is_missed_as_a_group(build: Any) -> None:
    creatinine = build.row(name="Creatinine", value="1.9", unit="mg/dL", reference_range="0.6-1.3")
    bundle = gather(
        build,
        build.question("kidney function and lipids?", "group:kidney_function", "group:lipids"),
        labs=[creatinine, build.row()],
    )
    assert [item.lab.test_name for item in bundle.findings] == ["Creatinine"]
    assert bundle.not_found == ("group:lipids",)


def test_a_variant_that_the_vocabulary_does_not_know_is_found_under_its_own_name(build: Any) -> None:
    rows = [
        build.row(name="eGFR Non-Afr. American", value="55", unit="mL/min/1.73", result_id=1),
        build.row(name="Protein C Activity", value="80", result_id=2),
    ]
    bundle = gather(build, build.question("eGFR?", "egfr"), labs=rows)
    assert [item.lab.test_name for item in bundle.findings] == ["eGFR Non-Afr. American"]
    assert gather(build, build.question("total protein", "protein_total"), labs=rows).findings == ()


@pytest.mark.parametrize(
    "record",
    [
        {"active": False},
        {"retracted": True},
        {"certainty": REVIEW},
    ],
)
def test_what_is_no_evidence_stays_out_even_if_it_is_handed_in(build: Any, record: dict[str, Any]) -> None:
    bundle = gather(build, build.question("A1c?", "hba1c"), active_facts=[build.fact(**record)])
    assert bundle.findings == ()
    assert bundle.review == ()


@pytest.mark.parametrize("change", [{"status": "error"}, {"status": "cancel"}, {"value": " "}, {"name": ""}])
def test_chart_rows_that_say_nothing_stay_out(build: Any, change: dict[str, Any]) -> None:
    assert gather(build, build.question("labs", intent=Intent.LIST), labs=[build.row(**change)]).findings == ()


def test_another_patients_row_stops_everything(build: Any) -> None:
    question = build.question("A1c?", "hba1c")
    other = PatientId(8)
    for given in (
        {"labs": [build.row(patient_id=other)]},
        {"review_facts": [build.fact(patient=8, certainty=REVIEW)]},
        {"neighbours": [Neighbour(build.fact(patient=8), 0.1)]},
    ):
        with pytest.raises(ValueError, match="several patients"):
            gather(build, question, active_facts=[build.fact()], **given)


def test_unsure_findings_on_the_topic_are_shown_apart(build: Any) -> None:
    on_topic = build.fact(build.lab(value="9.9"), certainty=REVIEW, active=False, reasons=("value_unreadable",))
    off_topic = build.fact(potassium(build), fact_id=2, certainty=REVIEW, active=False)
    critical = build.fact(
        potassium(build, value="7.9", abnormal_flag=AbnormalFlag.CRITICAL_HIGH), fact_id=3, certainty=REVIEW
    )
    withdrawn = build.fact(fact_id=4, certainty=REVIEW, retracted=True)
    bundle = gather(build, build.question("A1c?", "hba1c"), review_facts=[on_topic, off_topic, critical, withdrawn])
    assert bundle.findings == ()
    assert [(item.lab.value, item.review_reasons) for item in bundle.review] == [
        ("9.9", ("value_unreadable",)),
        ("7.9", ()),
    ]
    assert all(item.kind is EvidenceKind.REVIEW_FINDING for item in bundle.review)


def test_unsure_findings_are_matched_by_their_test_not_by_words(build: Any) -> None:
    unsure = build.fact(certainty=REVIEW)
    asked = gather(build, build.question("glycohemoglobin?", "hba1c"), review_facts=[unsure])
    other = gather(build, build.question("the A1c and the potassium", "potassium"), review_facts=[unsure])
    assert (len(asked.review), len(other.review)) == (1, 0)


def test_a_list_of_everything_shows_all_that_waits(build: Any) -> None:
    unsure = build.fact(potassium(build, abnormal_flag=AbnormalFlag.NORMAL), certainty=REVIEW)
    question = build.question("labs?", intent=Intent.LIST)
    assert len(gather(build, question, review_facts=[unsure]).review) == 1
    lookup = build.question("zonulin level?")
    assert gather(build, lookup, review_facts=[unsure]).review == ()
    assert len(gather(build, build.question("potassium level?"), review_facts=[unsure]).review) == 1


def test_the_abnormal_list_shows_unsure_findings_that_are_not_normal(build: Any) -> None:
    facts = [
        build.fact(potassium(build, abnormal_flag=AbnormalFlag.NORMAL), fact_id=1, certainty=REVIEW),
        build.fact(potassium(build, value="3.0"), fact_id=2, certainty=REVIEW),
    ]
    question = build.question("any abnormal labs?", intent=Intent.ABNORMAL_LIST)
    assert [item.lab.value for item in gather(build, question, review_facts=facts).review] == ["3.0"]


def test_an_unknown_test_is_found_by_its_words(build: Any) -> None:
    rows = [
        build.row(name="Zonulin, Stool", value="40", result_id=1),
        build.row("2025-01-01", name="ZONULIN STOOL", value="30", result_id=2),
        build.row(name="Potassium", value="4.1", result_id=3),
    ]
    bundle = gather(build, build.question("zonulin level?"), labs=rows)
    assert [item.lab.value for item in bundle.findings] == ["40", "30"]
    assert gather(build, build.question("ceruloplasmin level?"), labs=rows).findings == ()


def test_a_confirmed_fact_is_not_shown_as_unsure(build: Any) -> None:
    bundle = gather(build, build.question("A1c?", "hba1c"), review_facts=[build.fact()])
    assert bundle.review == ()


def test_widening_stops_at_the_best_tests(build: Any) -> None:
    rows = [build.row(name=f"Zonulin {place}", value="4", result_id=index) for index, place in enumerate("abcdefghijk")]
    bundle = gather(build, build.question("zonulin levels?"), labs=rows)
    assert len(bundle.findings) == 6


def test_vectors_widen_only_within_reach(build: Any) -> None:
    fact = build.fact()
    question = build.question("sugar control over three months, value")
    near = gather(build, question, active_facts=[fact], neighbours=[Neighbour(fact, 0.3)])
    far = gather(build, question, active_facts=[fact], neighbours=[Neighbour(fact, 0.9)])
    assert [item.lab.test_name for item in near.findings] == ["Hemoglobin A1c"]
    assert far.findings == ()


def test_a_neighbour_that_is_no_evidence_brings_nothing(build: Any) -> None:
    fact = build.fact(active=False)
    bundle = gather(build, build.question("value of it"), active_facts=[fact], neighbours=[Neighbour(fact, 0.1)])
    assert bundle.findings == ()


def test_vectors_do_not_touch_a_question_that_names_its_test(build: Any) -> None:
    other = build.fact(potassium(build), fact_id=2)
    bundle = gather(build, build.question("A1c?", "hba1c"), active_facts=[other], neighbours=[Neighbour(other, 0.0)])
    assert bundle.findings == ()
    assert bundle.not_found == ("hba1c",)


def test_what_contradicts_news_is_stated_and_is_no_news_itself(build: Any) -> None:
    question = build.question("what is new")
    bundle = gather(
        build,
        replace(question, intent=Intent.CHANGES, topics=(Topic.ALLERGIES,), when=DateWindow(start=date(2026, 9, 1))),
        active_facts=[build.said(Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES), document=5)],
        lists=ChartLists((build.entry(ListKind.ALLERGY, "Penicillin", began=date(2002, 1, 24)),)),
        read_documents=[ReadDocument(DocumentId(5), DocType.INTAKE_FORM, datetime(2026, 9, 12, tzinfo=UTC))],
    )
    assert [(item.words.name.value, item.beside) for item in bundle.findings if not item.beside] == [("NKDA", False)]
    assert [item.words.name.value for item in bundle.findings if item.beside] == ["Penicillin"]
    assert [conflict.kind for conflict in bundle.conflicts] == [ConflictKind.ALLERGY_AND_NONE_KNOWN]


def test_a_message_is_told_by_its_facts_and_not_by_its_fields(build: Any) -> None:
    question = replace(
        build.question("what does it say"), intent=Intent.DOCUMENT, document=AskedDocument(number=5), latest_only=False
    )
    window = replace(build.window("PID-3 Patient Identifier List"), doc_type=DocType.HL7V2_MESSAGE)
    given = {
        "passages": [window],
        "read_documents": [ReadDocument(DocumentId(5), DocType.HL7V2_MESSAGE, datetime(2026, 9, 12, tzinfo=UTC))],
    }
    with_facts = gather(build, question, active_facts=[build.fact()], **given)
    assert [item.kind for item in with_facts.findings] == [EvidenceKind.DOCUMENT_FACT]
    assert [item.kind for item in gather(build, question, **given).findings] == [EvidenceKind.PASSAGE]


def test_no_known_allergies_never_stands_alone_where_one_is_listed(build: Any) -> None:
    bundle = gather(
        build,
        replace(build.question("allergic to latex?"), topics=(Topic.ALLERGIES,), subjects=("latex",)),
        active_facts=[
            build.said(Allergy("NKA", none_known=NoKnownAllergies.ALLERGIES), document=5),
            build.said(Allergy("Amoxicillin", "amoxicillin"), document=6, fact_id=2),
        ],
    )
    assert [(item.words.name.value, item.beside) for item in bundle.findings] == [("NKA", False), ("Amoxicillin", True)]
    assert [conflict.kind for conflict in bundle.conflicts] == [ConflictKind.ALLERGY_AND_NONE_KNOWN]


def visit(number: int, *, restricted: bool = False, reason: str = "Cough") -> ChartEncounter:
    at = datetime(2026, number, 3, 9, 20)  # noqa: DTZ001
    return ChartEncounter(number, number, PatientId(7), at, "" if restricted else reason, "Office", "", restricted)


@pytest.mark.parametrize(
    "given, withheld",
    [
        ({"topics": (Topic.ENCOUNTERS,)}, 1),
        ({"topics": (Topic.LABS,), "when": DateWindow(anchor=DateAnchor.SINCE_LAST_VISIT)}, 1),
        ({"topics": (Topic.PROBLEMS,), "subjects": ("bruising",)}, 1),
        ({"topics": (Topic.PROBLEMS,), "subjects": ("cough",)}, 1),
        ({"topics": (Topic.PROBLEMS,), "subjects": ("gout",)}, 0),
        ({"topics": (Topic.MEDICATIONS,)}, 0),
    ],
)
def test_of_a_sensitive_visit_nothing_is_told_but_that_there_is_one(
    build: Any, given: dict[str, Any], withheld: int
) -> None:
    bundle = gather(
        build,
        replace(build.question("x", intent=Intent.LIST), **given),
        encounters=[visit(2), visit(5, restricted=True)],
        lists=ChartLists((build.entry(ListKind.PROBLEM, "Gout"),)),
    )
    assert bundle.scope.withheld_visits == withheld
    assert "form_encounter:5" not in {item.citation.source_id for item in bundle.findings}
    if bundle.question.when is not None:
        assert bundle.question.when.start == date(2026, 2, 3)
