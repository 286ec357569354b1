"""Answers over many findings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbiter_fhir.answering import compose_draft
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.evidence import Conflict, ConflictKind
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import Intent, Topic
from arbiter_fhir.domain.statement import MedicationStatus
from tests.unit.answering.answers import answered, asked, check, found, missing, needs_person, reworded, since


def test_what_deserves_attention_is_facts_then_guidance_and_no_conclusion(build: Any, records: Any) -> None:
    critical = build.item("Potassium", "6.9", "mmol/L", "3.5-5.1", flag=AbnormalFlag.CRITICAL_HIGH, number=1)
    normal = build.item("Sodium", "140", "mmol/L", "135-145", flag=AbnormalFlag.NORMAL, number=2)
    bundle = build.bundle(
        build.item(), critical, normal, guidelines=(records.guideline(),), question=asked(build, Intent.INTERPRETATION)
    )
    said = found(bundle)
    assert said[0].startswith("Potassium was 6.9 mmol/L (critically high, flagged on the document")
    assert said[1].startswith("Hemoglobin A1c was 8.1 % (high, flagged on the document")
    assert len(said) == 2
    (guidance,) = answered(bundle).sections[Section.GUIDELINE_EVIDENCE]
    assert guidance.startswith("Standards of Care in Diabetes (American Diabetes Association, 2025), section 6.1")
    assert missing(bundle) == ("What this means for the patient is for a clinician to judge.",)


def test_was_that_high_is_answered_with_flag_and_range(build: Any) -> None:
    bundle = build.bundle(build.item(), question=asked(build, Intent.INTERPRETATION, "hba1c"))
    assert found(bundle) == ("Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on 2026-04-10, 21 days ago [1].",)


def test_only_what_holds_or_is_disputed_deserves_attention(build: Any, records: Any) -> None:
    stopped, disputed = (records.medication(name, MedicationStatus.STOPPED) for name in ("Glipizide", "Losartan"))
    taken = records.medication("Losartan")
    bundle = build.bundle(
        stopped,
        disputed,
        taken,
        *records.pressure(),
        conflicts=(Conflict(ConflictKind.ACTIVE_AND_STOPPED, taken, disputed),),
        question=asked(build, Intent.INTERPRETATION),
    )
    assert [sentence.split()[0] for sentence in found(bundle)] == ["Blood", "Losartan", "Losartan"]
    assert missing(bundle)[0] == "One entry that ended or was denied is not listed."


def test_vital_signs_that_nothing_flags_are_counted_but_for_the_blood_pressure(build: Any, records: Any) -> None:
    pulse = records.vital("Heart rate", "70", "/min", "8867-4")
    bundle = build.bundle(*records.pressure(), pulse, question=asked(build, Intent.INTERPRETATION))
    assert found(bundle) == ("Blood pressure was 128/82 mm[Hg] on 2026-03-04 [1][2].",)
    assert missing(bundle)[0] == "One vital sign without a flag is not listed."


def test_what_a_document_says_is_cited_from_it_alone(build: Any) -> None:
    merged = build.item(also=(build.chart_place(),))
    other = build.item("TSH", "2", "mIU/L", number=1)
    answer = answered(build.bundle(merged, other, question=asked(build, Intent.DOCUMENT)))
    assert {place.source_id for place in answer.citations} == {"documents:5"}
    assert len(answer.sections[Section.PATIENT_FINDINGS]) == 2


def test_a_count_that_cites_less_than_it_counts_is_stopped(build: Any, records: Any) -> None:
    bundle = build.bundle(build.item(), records.medication(), question=asked(build, Intent.CHANGES))
    draft = compose_draft(bundle)
    fewer = replace(draft.claims[0], citations=draft.claims[0].citations[:1])
    assert not check(replace(draft, claims=(fewer, *draft.claims[1:])), bundle).ok


def test_a_document_with_facts_enough_is_not_quoted_as_well(build: Any, records: Any) -> None:
    facts = [records.medication(name) for name in ("Aspirin", "Lisinopril", "Metformin", "Warfarin", "Zinc")]
    bundle = build.bundle(*facts, records.passage(), question=asked(build, Intent.DOCUMENT))
    assert not any("says: “" in sentence for sentence in found(bundle))
    assert missing(bundle) == ("The text itself is not quoted beside the facts that were read from it.",)


def test_the_result_before_is_judged_where_it_was_asked_for(build: Any) -> None:
    bundle = build.bundle(
        build.item(),
        build.item(value="5.1", day="2026-01-02", flag=AbnormalFlag.NORMAL, number=1),
        question=asked(build, Intent.INTERPRETATION, "hba1c", steps_back=1),
    )
    assert found(bundle) == ("Hemoglobin A1c was 5.1 % (normal; reference 4.0-5.6) on 2026-01-02 [1].",)


def test_what_is_new_is_counted_first(build: Any, records: Any) -> None:
    bundle = build.bundle(
        build.item(), records.medication(), question=asked(build, Intent.CHANGES, when=since("2026-01-01"))
    )
    assert found(bundle)[0] == "New or changed since 2026-01-01: 1 laboratory result, 1 medication [1][2]."


def test_a_document_keeps_its_unsure_facts_apart(build: Any, records: Any) -> None:
    unsure = records.medication("Warfarin", review=("name_unclear",))
    bundle = build.bundle(build.item(), records.passage(), review=(unsure,), question=asked(build, Intent.DOCUMENT))
    assert [sentence.split()[0] for sentence in found(bundle)] == ["Hemoglobin", "The"]
    assert not any("Warfarin" in sentence for sentence in found(bundle))
    assert needs_person(bundle)[0].endswith("Reason: name unclear [3].")


def test_who_ordered_is_the_order_beside_its_result(build: Any, records: Any) -> None:
    bundle = build.bundle(
        build.item(), records.order(status="complete", results=1), question=asked(build, Intent.ORDERED_BY)
    )
    text = answered(bundle, PERSON_1="Dr. Ada Quinn").text
    assert "Hemoglobin A1c ordered on 2026-04-01 by Dr. Ada Quinn (complete; 1 result; chart) [2]." in text


def test_what_is_awaited_leaves_out_orders_that_are_done(build: Any, records: Any) -> None:
    bundle = build.bundle(
        build.item(),
        records.order(),
        records.order("Lipid panel", "complete", 3),
        not_found=("tsh",),
        question=asked(build, Intent.MISSING, "hba1c", "tsh"),
    )
    assert found(bundle) == (
        "Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on 2026-04-10, 21 days ago [1].",
        "Hemoglobin A1c ordered on 2026-04-01 by [PERSON_1] (pending; no result on file; chart) [2].",
    )
    assert missing(bundle)[0].startswith("No result for TSH was found")


def test_a_cancelled_order_of_a_named_test_is_said_to_be_cancelled(build: Any, records: Any) -> None:
    orders = (records.order(status="canceled"), records.order("Lipid panel", "canceled"))
    named = build.bundle(orders[0], not_found=("hba1c",), question=asked(build, Intent.MISSING, "hba1c"))
    assert found(named) == (
        "Hemoglobin A1c ordered on 2026-04-01 by [PERSON_1] (canceled; no result on file; chart) [1].",
    )
    assert missing(named) == (
        "No result for hemoglobin A1c was found in the chart or in the documents that were read.",
        "No order for hemoglobin A1c that waits for a result was found in the chart.",
    )
    assert found(build.bundle(*orders, question=asked(build, Intent.MISSING))) == ()


def test_abnormals_of_the_newest_day_are_counted_among_its_results(build: Any) -> None:
    items = [build.item(), build.item("TSH", "2.0", "uIU/mL", "0.4-4", flag=AbnormalFlag.NORMAL, number=1)]
    old = build.item(value="9.9", day="2025-01-01", number=2)
    question = asked(build, Intent.ABNORMAL_LIST, latest_only=True, topics=(Topic.LABS,))
    assert found(build.bundle(*items, old, question=question)) == (
        "1 of the 2 results read are flagged or out of their range [1].",
        "Hemoglobin A1c was 8.1 % (high, flagged on the document; reference 4.0-5.6) on 2026-04-10 [1].",
    )


def test_nothing_on_file_is_an_answer_where_that_was_asked(build: Any) -> None:
    bundle = build.bundle(
        not_found=("hba1c",), question=asked(build, Intent.MISSING, "hba1c", when=since("2025-01-01"))
    )
    assert missing(bundle)[0].startswith("No result for hemoglobin A1c since 2025-01-01 was found")


def test_the_age_of_a_blood_pressure_is_told_and_stands(build: Any, records: Any) -> None:
    question = asked(build, Intent.INTERPRETATION, subjects=("vital:blood_pressure",), topics=(Topic.VITALS,))
    bundle = build.bundle(*records.pressure(), question=question)
    assert found(bundle) == ("Blood pressure was 128/82 mm[Hg] on 2026-03-04, 58 days ago [1][2].",)
    draft = compose_draft(bundle)
    assert not check(reworded(draft, 0, "58 days", "57 days"), bundle).ok
