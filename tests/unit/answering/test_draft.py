"""The composer: what is said, in which section, with which citations."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from arbiter_fhir.answering import compose_draft, finish, validate
from arbiter_fhir.answering.limits import LISTED
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.evidence import EvidenceScope
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import Intent


def answer(bundle: Any) -> Any:
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda text: False)
    assert outcome.answer is not None, outcome.validation.problems
    return finish(outcome.answer, bundle.question)


def said(bundle: Any, section: Section = Section.PATIENT_FINDINGS) -> tuple[str, ...]:
    return tuple(answer(bundle).sections[section])


def listing(build: Any, intent: Intent = Intent.LIST, *analytes: str, latest: bool = False, text: str = "labs?") -> Any:
    return build.question(intent, analytes=analytes, latest=latest, text=text, reason="all_results")


def test_one_result_is_one_sentence_with_its_citation(build: Any) -> None:
    bundle = build.bundle(build.item())
    assert said(bundle) == ("Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on 2026-04-10 [1].",)
    assert answer(bundle).citations == (bundle.findings[0].citation,)


def test_a_merged_result_cites_the_document_and_the_chart(build: Any) -> None:
    bundle = build.bundle(build.item(also=(build.chart_place(),)))
    assert said(bundle)[0].endswith("on 2026-04-10 [1][2].")
    assert [place.source_id for place in answer(bundle).citations] == ["documents:5", "procedure_result:900"]


def test_the_newest_result_says_how_many_came_before(build: Any) -> None:
    older = [build.item(value="7.6", day="2026-01-02", number=1), build.item(value="7.0", day="2025-01-02", number=2)]
    assert said(build.bundle(build.item(), *older)) == (
        "Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on 2026-04-10 [1].",
        "There are 2 earlier results for Hemoglobin A1c [2][3].",
    )
    assert said(build.bundle(build.item(), older[0]))[1] == "There is one earlier result for Hemoglobin A1c [2]."


def test_a_list_has_every_result(build: Any) -> None:
    older = build.item(value="7.6", day="2026-01-02", number=1, flag=None, reference="")
    assert said(build.bundle(build.item(), older, question=listing(build, Intent.LIST, "hba1c"))) == (
        "Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on 2026-04-10 [1].",
        "Hemoglobin A1c was 7.6 % on 2026-01-02 [2].",
    )


def test_the_most_recent_labs_are_those_of_the_newest_day(build: Any) -> None:
    items = [
        build.item(),
        build.item("Potassium", "4.1", "mmol/L", "3.5-5.1", flag=None, number=1),
        build.item("TSH", "2.0", "uIU/mL", "", day="2026-01-02", flag=None, number=2),
        build.item("Ferritin", "12", "ng/mL", "", day=None, flag=None, number=3),
    ]
    sentences = said(build.bundle(*items, question=listing(build, latest=True)))
    assert [sentence.split(" was ")[0] for sentence in sentences] == ["Hemoglobin A1c", "Potassium"]


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"unit": "", "value": "Nonreactive", "reference": "", "flag": None}, "Nonreactive on 2026-04-10 [1]."),
        ({"value": "<5", "flag": None, "reference": ""}, "<5 % on 2026-04-10 [1]."),
        ({"day": None, "flag": None}, "8.1 % (reference 4.0-5.6); its date is not known [1]."),
        ({"status": "prelim"}, "8.1 % (high; reference 4.0-5.6; preliminary result) on 2026-04-10 [1]."),
        ({"derived": True}, "8.1 % (above the range; reference 4.0-5.6) on 2026-04-10 [1]."),
        ({"flag": AbnormalFlag.CRITICAL_LOW}, "8.1 % (critically low; reference 4.0-5.6) on 2026-04-10 [1]."),
    ],
)
def test_every_kind_of_result_reads_well(build: Any, change: dict[str, Any], sentence: str) -> None:
    assert said(build.bundle(build.item(**change))) == (f"Hemoglobin A1c was {sentence}",)


def test_times_and_doubtful_dates_are_said(build: Any) -> None:
    timed = build.item(observed=build.when(at=time(8, 30)))
    assert said(build.bundle(timed))[0].endswith("on 2026-04-10 08:30 [1].")
    doubtful = build.item(observed=build.when("2026-04-05", ambiguous=True))
    assert said(build.bundle(doubtful))[0].endswith("on 2026-04-05 (day and month may be swapped) [1].")


def test_abnormal_results_say_of_how_many_and_who_flagged_them(build: Any) -> None:
    items = [
        build.item(),
        build.item("LDL", "148", "mg/dL", "<100", derived=True, number=1),
        build.item("Sodium", "128", "mmol/L", "135-145", flag=AbnormalFlag.LOW, chart=True, number=2),
        build.item("Potassium", "4.1", "mmol/L", "3.5-5.1", flag=AbnormalFlag.NORMAL, number=3),
        build.item("HIV Screen", "Nonreactive", "", "", flag=None, number=4),
    ]
    bundle = build.bundle(*items, question=listing(build, Intent.ABNORMAL_LIST))
    assert said(bundle) == (
        "3 of the 5 results read are flagged or out of their range [1][2][3].",
        "Hemoglobin A1c was 8.1 % (high, flagged on the document; reference 4.0-5.6) on 2026-04-10 [1].",
        "LDL was 148 mg/dL (above the range, not flagged on the document; reference <100) on 2026-04-10 [2].",
        "Sodium was 128 mmol/L (low, flagged in the chart; reference 135-145) on 2026-04-10 [3].",
    )
    assert said(bundle, Section.MISSING) == ("1 of 5 results have no flag and no range to judge them by.",)


def test_nothing_abnormal_is_said_of_how_many(build: Any) -> None:
    normal = [
        build.item("Potassium", "4.1", "mmol/L", "3.5-5.1", flag=AbnormalFlag.NORMAL, number=index, day=day)
        for index, day in enumerate(("2026-04-10", "2026-03-10"))
    ]
    question = listing(build, Intent.ABNORMAL_LIST)
    assert said(build.bundle(*normal, question=question)) == (
        "None of the 2 results read is flagged or out of its range [1].",
    )
    assert said(build.bundle(normal[0], question=question)) == (
        "The one result read is not flagged and not out of its range [1].",
    )


def test_contradicting_sources_are_both_shown_and_put_before_a_person(build: Any) -> None:
    bundle = build.bundle(build.item(), build.item(value="7.9", chart=True, number=1))
    assert len(said(bundle)) == 2
    assert said(bundle, Section.NEEDS_REVIEW) == (
        "The sources differ on Hemoglobin A1c for 2026-04-10: 8.1 % and 7.9 % [1][2].",
    )


def test_a_contradiction_under_two_names_names_both(build: Any) -> None:
    bundle = build.bundle(build.item(), build.item("HbA1c", value="7.9", chart=True, number=1))
    (sentence,) = said(bundle, Section.NEEDS_REVIEW)
    assert sentence == "The sources differ on Hemoglobin A1c and HbA1c for 2026-04-10: 8.1 % and 7.9 % [1][2]."


def test_agreeing_or_later_results_are_no_contradiction(build: Any) -> None:
    question = listing(build, Intent.LIST, "hba1c")
    later = build.bundle(build.item(), build.item(value="7.9", day="2026-01-01", number=1), question=question)
    assert said(later, Section.NEEDS_REVIEW) == ()


def test_unsure_findings_are_marked_with_their_reasons(build: Any) -> None:
    unsure = build.item(value="9.9", review=("value_unreadable", "unit_missing"), number=1)
    bundle = build.bundle(build.item(), review=(unsure,))
    (sentence,) = said(bundle, Section.NEEDS_REVIEW)
    assert sentence.startswith("Not confirmed: Hemoglobin A1c was 9.9 % (high; reference 4.0-5.6) on 2026-04-10. ")
    assert sentence.endswith(" Reason: value unreadable, unit missing [2].")
    alone = build.bundle(review=(unsure,))
    assert said(alone) == ()
    assert len(said(alone, Section.NEEDS_REVIEW)) == 1


def test_what_is_missing_is_said(build: Any) -> None:
    scope = EvidenceScope(pending_documents=2, failed_documents=1, documents_in_identity_review=1)
    bundle = build.bundle(build.item(), not_found=("group:lipids", "tsh"), scope=scope)
    assert said(bundle, Section.MISSING) == (
        "No result for lipids was found in the chart or in the documents that were read.",
        "No result for TSH was found in the chart or in the documents that were read.",
        "2 documents of this patient are still waiting to be read.",
        "One document of this patient could not be read.",
        "One document is held back until a person has confirmed whose it is.",
    )


def test_a_date_in_the_question_is_not_silently_dropped(build: Any) -> None:
    question = listing(build, Intent.LIST, "hba1c", text="A1c on [DATE_1]")
    bundle = build.bundle(build.item(), question=question)
    assert said(bundle, Section.MISSING) == ("The date in the question was not used to select results.",)


def test_long_lists_are_cut_and_say_so(build: Any) -> None:
    items = [build.item(value=f"{index}.5", day=None, flag=None, number=index) for index in range(LISTED + 3)]
    bundle = build.bundle(*items, question=listing(build))
    assert len(said(bundle)) == LISTED
    (sentence,) = said(bundle, Section.MISSING)
    assert sentence.startswith(f"{LISTED} of {LISTED + 3} results are listed")


def test_all_four_sections_are_always_there(build: Any) -> None:
    assert list(answer(build.bundle(build.item())).sections) == list(Section)


def test_a_draft_holds_no_date_of_the_patient(build: Any) -> None:
    draft = compose_draft(build.bundle(build.item()))
    assert "2026" not in "".join(claim.text.value for claim in draft.claims)
    assert list(draft.dates) == ["[DATE_1]"]


def test_a_documents_own_labels_are_never_filled_with_our_dates(build: Any) -> None:
    item = build.item(value="see [DATE_1]", unit="", flag=None, reference="")
    assert said(build.bundle(item)) == ("Hemoglobin A1c was see [DATE_1] on 2026-04-10 [1].",)


def test_text_that_looks_like_a_template_is_text(build: Any) -> None:
    item = build.item(name="Odd {} {0} test", value="{}", unit="", flag=None, reference="{x}")
    assert said(build.bundle(item)) == ("Odd {} {0} test was {} (reference {x}) on 2026-04-10 [1].",)


def test_an_abnormal_list_says_where_a_normal_value_contradicts_it(build: Any) -> None:
    normal = build.item(value="5.2", number=1, flag=AbnormalFlag.NORMAL)
    bundle = build.bundle(build.item(), normal, question=listing(build, Intent.ABNORMAL_LIST))
    assert said(bundle, Section.NEEDS_REVIEW) == (
        "The sources differ on Hemoglobin A1c for 2026-04-10: 8.1 % and 5.2 % [1][2].",
    )
