"""What sections say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    Statement,
)
from arbiter_fhir.extraction.intake.findings import candidates_of_section
from arbiter_fhir.extraction.intake.sheet import read_sheet
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_forms import At, form_page, region


def found(*lines: str | Sequence[At]) -> list[Candidate]:
    sheet = read_sheet([form_page(lines)])
    return [candidate for section in sheet.sections for candidate in candidates_of_section(section, {})]


def problems(*lines: str | Sequence[At]) -> list[tuple[str, Assertion]]:
    return [
        (candidate.value.name, candidate.value.assertion)
        for candidate in found(*lines)
        if isinstance(candidate.value, Problem) and candidate.fact_type is FactType.PROBLEM
    ]


def allergies(*lines: str | Sequence[At]) -> list[Allergy]:
    return [candidate.value for candidate in found(*lines) if isinstance(candidate.value, Allergy)]


def test_the_reason_for_the_visit_is_one_statement_over_its_lines() -> None:
    (candidate,) = found("Reason for visit", "Knee pain when walking,", "worse on stairs")
    assert candidate.value == Statement("chief_concern", "Knee pain when walking, worse on stairs")
    assert candidate.fact_type is FactType.CHIEF_CONCERN


def test_medications_in_lines_and_tables_are_the_same() -> None:
    listed = found("Current medications", "1. Metformin 500 mg, 1 tablet by mouth twice daily")
    table = found(
        "Current medications",
        [At(50, "Medication"), At(150, "Strength"), At(230, "Amount"), At(310, "Route"), At(400, "How often")],
        [
            At(50, "Metformin"),
            At(150, "500 mg"),
            At(230, "1 tablet"),
            At(310, "by mouth"),
            At(400, "twice daily"),
        ],
    )
    values = [candidate.value for candidate in (*listed, *table)]
    assert all(isinstance(value, Medication) for value in values)
    first, second = (value for value in values if isinstance(value, Medication))
    assert (first.name, first.strength, first.dose, first.route, first.frequency) == (
        "Metformin",
        "500 mg",
        "1 tablet",
        "by mouth",
        "twice daily",
    )
    assert first == second


def test_fields_without_known_titles_are_read_by_their_section() -> None:
    name, often = region(RegionKind.FORM_FIELD, "m1"), region(RegionKind.FORM_FIELD, "o1")
    (candidate,) = found(
        "Medications",
        [At(50, "Name"), At(150, "Strength"), At(250, "How often")],
        [At(50, "Metformin", name), At(250, "daily", often)],
    )
    assert isinstance(candidate.value, Medication)
    assert (candidate.value.name, candidate.value.frequency) == ("Metformin", "daily")


def test_ticked_conditions_are_problems_and_unticked_ones_nothing() -> None:
    assert problems("Check all that apply to you", "\u2612 Asthma \u2610 Stroke", "\u2612 Gout") == [
        ("Asthma", Assertion.PRESENT),
        ("Gout", Assertion.PRESENT),
    ]


def test_no_is_an_answer_only_to_a_question() -> None:
    assert problems("Past medical history", "Diabetes \u2610 Yes \u2612 No", "Asthma \u2612 Yes \u2610 No") == [
        ("Diabetes", Assertion.ABSENT),
        ("Asthma", Assertion.PRESENT),
    ]


def test_no_with_details_contradicts_itself() -> None:
    (candidate,) = [
        each
        for each in found("Past medical history", "Diabetes \u2610 Yes \u2612 No, since 2019 on insulin")
        if each.fact_type is FactType.PROBLEM
    ]
    assert Reason.CONTRADICTED_IN_DOCUMENT in candidate.reasons


def test_both_boxes_ticked_are_a_question_for_a_person() -> None:
    (candidate,) = found("Past medical history", "Gout \u2612 Yes \u2612 No")
    assert {Reason.CHECKBOX_UNCLEAR, Reason.STATED_AS_UNCERTAIN} & set(candidate.reasons)


def test_an_unknown_condition_is_kept_as_the_patient_wrote_it() -> None:
    (candidate,) = found("Past medical history", "Quonklepox")
    assert isinstance(candidate.value, Problem)
    assert candidate.value.name == "Quonklepox"
    assert Reason.NAME_UNKNOWN in candidate.reasons


@pytest.mark.parametrize("text", ["n/a", "Please list all conditions", "e.g. diabetes, asthma"])
def test_blanks_and_instructions_say_nothing(text: str) -> None:
    assert found("Past medical history", text) == []


def test_an_example_in_a_heading_is_no_medication() -> None:
    assert found("LIST ALL MEDICATIONS (e.g. aspirin 81 mg daily)") == []


def test_the_box_for_no_known_allergies() -> None:
    (allergy,) = allergies("Allergies", "\u2612 No known drug allergies")
    assert allergy.none_known is NoKnownAllergies.DRUG_ALLERGIES
    assert allergies("Allergies", "\u2610 No known drug allergies") == []


def test_no_to_the_question_for_allergies() -> None:
    (allergy,) = allergies("Do you have any allergies? \u2610 Yes \u2612 No")
    assert allergy.none_known is NoKnownAllergies.ALLERGIES
    (allergy,) = allergies("Do you have any allergies to medications? \u2610 Yes \u2612 No")
    assert allergy.none_known is NoKnownAllergies.DRUG_ALLERGIES


def test_ticked_allergens() -> None:
    values = allergies("Allergies", "\u2612 Penicillin \u2610 Sulfa \u2612 Latex")
    assert [value.substance for value in values] == ["Penicillin", "Latex"]


def test_no_to_the_question_for_medications() -> None:
    (candidate,) = found("Are you taking any medications? \u2610 Yes \u2612 No")
    assert isinstance(candidate.value, Statement)
    assert (candidate.value.topic, candidate.value.assertion) == ("current_medications", Assertion.ABSENT)


def test_relatives_under_whose_column_a_condition_is_ticked() -> None:
    values = [
        candidate.value
        for candidate in found(
            "Family history",
            [At(50, "Condition"), At(200, "Mother"), At(280, "Father")],
            [At(50, "Stroke"), At(208, "[X]"), At(288, "[ ]")],
        )
    ]
    assert values == [FamilyHistory("Mother", "Stroke")]


def test_a_note_in_the_margin_is_a_question() -> None:
    candidates = found(
        "Past medical history",
        "Asthma",
        [At(50, "Gout"), At(390, "? sulfa - maybe rash as a child")],
    )
    (note,) = [each for each in candidates if isinstance(each.value, Allergy)]
    assert Reason.WRITTEN_ASIDE in note.reasons


def test_clinical_news_outside_its_section() -> None:
    (candidate,) = [
        each
        for each in found("Insurance", "Copay is due at check-in.", "He takes lisinopril 10 mg daily for his heart.")
        if each.fact_type is FactType.MEDICATION
    ]
    assert isinstance(candidate.value, Medication)
    assert candidate.value.status is not MedicationStatus.STOPPED
    assert Reason.SECTION_UNCLEAR in candidate.reasons


def test_wishes_and_comments() -> None:
    (candidate,) = found("Is there anything else to know before the visit?", "Prefers morning appointments")
    assert candidate.value == Statement("preference", "Prefers morning appointments")
    assert candidate.fact_type is FactType.OTHER


def test_a_written_no_answers_the_question_before_it() -> None:
    (drugs,) = allergies("Do you have any drug allergies? No")
    assert drugs.none_known is NoKnownAllergies.DRUG_ALLERGIES
    (food,) = allergies("Do you have any food allergies? No")
    assert food.none_known is NoKnownAllergies.FOOD_ALLERGIES
    assert allergies("Do you have any seasonal allergies? No") == []


@pytest.mark.parametrize(("answer", "assertion"), [("Yes", Assertion.PRESENT), ("No", Assertion.ABSENT)])
def test_an_answer_about_one_substance_is_about_that_substance(answer: str, assertion: Assertion) -> None:
    (latex,) = allergies(f"Do you have any allergies to latex? {answer}")
    assert (latex.allergen, latex.assertion, latex.none_known) == ("latex", assertion, None)


def test_what_is_written_behind_a_request_is_read() -> None:
    (codeine,) = allergies("Allergies", "If yes, please list: Codeine - vomiting")
    assert (codeine.allergen, codeine.reaction) == ("codeine", "vomiting")
    assert allergies("Allergies", "Please list all your allergies and reactions") == []


def test_questions_and_answers_on_one_line_are_each_read() -> None:
    said = problems(
        "Medical history", "Diabetes - No High blood pressure - Yes", "Heart attack: N Stroke: Y Gout: unknown"
    )
    assert said == [
        ("Diabetes", Assertion.ABSENT),
        ("High blood pressure", Assertion.PRESENT),
        ("Heart attack", Assertion.ABSENT),
        ("Stroke", Assertion.PRESENT),
        ("Gout", Assertion.POSSIBLE),
    ]


def test_a_note_in_the_margin_that_takes_an_entry_back_leaves_it_to_a_person() -> None:
    noted = found("Current medications", [At(50, "Lisinopril 10 mg daily"), At(430, "NOT taking!")])
    assert any(Reason.STATED_AS_UNCERTAIN in each.reasons for each in noted if isinstance(each.value, Medication))
    (plain,) = found("Current medications", [At(50, "Lisinopril 10 mg daily"), At(430, "see pharmacy")])
    assert plain.reasons == ()


def test_a_grid_row_without_an_answer_says_nothing() -> None:
    title = [At(50, "Have you ever had"), At(250, "Yes"), At(320, "No")]
    rows = ([At(50, "Diabetes"), At(320, "X")], [At(50, "Cancer")], [At(50, "Asthma"), At(250, "X")])
    assert problems("Medical history", title, *rows) == [("Diabetes", Assertion.ABSENT), ("Asthma", Assertion.PRESENT)]


def test_a_sign_that_is_no_answer_in_a_grid_is_a_question() -> None:
    title = [At(50, "Have you ever had"), At(250, "Yes"), At(320, "No")]
    (candidate,) = found("Medical history", title, [At(50, "Kidney stones"), At(250, "?")])
    assert {Reason.CHECKBOX_UNCLEAR, Reason.STATED_AS_UNCERTAIN} & set(candidate.reasons)


def test_never_is_a_no() -> None:
    title = [At(50, "Condition"), At(250, "You"), At(320, "Never")]
    assert problems("Medical history", title, [At(50, "Stroke"), At(320, "X")]) == [("Stroke", Assertion.ABSENT)]


def test_a_note_in_the_margin_about_something_else_leaves_its_neighbour_alone() -> None:
    told = found("Medical history", [At(50, "Gout"), At(430, "? codeine - maybe hives")])
    assert [each.reasons for each in told if isinstance(each.value, Problem)] == [()]
    assert any(Reason.STATED_AS_UNCERTAIN in each.reasons for each in told if isinstance(each.value, Allergy))
    beside = found("Current medications", [At(50, "Lisinopril 10 mg daily"), At(430, "codeine not this")])
    assert any(Reason.STATED_AS_UNCERTAIN in each.reasons for each in beside if isinstance(each.value, Medication))


def test_headings_judge_their_lists() -> None:
    assert problems("Problems ruled out", "Lyme disease", "Brittle nail complex", "Differential", "Bronchitis") == [
        ("Lyme disease", Assertion.ABSENT),
        ("Brittle nail complex", Assertion.ABSENT),
        ("Bronchitis", Assertion.POSSIBLE),
    ]
    resolved = [each.value for each in found("Resolved conditions", "Shingles")]
    assert isinstance(resolved[0], Problem)
    assert (resolved[0].assertion, resolved[0].status.value) == (Assertion.HISTORICAL, "resolved")


@pytest.mark.parametrize(
    "heading",
    [
        "Medications you have STOPPED:",
        "Medicines you no longer take",
        "Previous medications",
        "Medications taken in the past",
        "Discontinued drugs:",
    ],
)
def test_medicines_of_a_heading_that_says_so_are_stopped(heading: str) -> None:
    for lines in ([heading, "Digoxin"], [[At(50, heading), At(320, "Digoxin", region(RegionKind.FORM_FIELD, "f"))]]):
        (candidate,) = found(*lines)
        assert isinstance(candidate.value, Medication)
        assert (candidate.value.name, candidate.value.status) == ("Digoxin", MedicationStatus.STOPPED)


def test_a_heading_for_present_and_past_medicines_leaves_each_open() -> None:
    (candidate,) = found(
        "List all medications you take now or have taken in the past 6 months", "Prednisone 20 mg daily"
    )
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_a_field_far_to_the_right_is_no_note() -> None:
    lines = [[At(50, "Current medications"), At(400, "Metformin 500 mg", region(RegionKind.FORM_FIELD, "f"))]]
    (candidate,) = found("Medications", "please print", *lines)
    assert isinstance(candidate.value, Medication)
    assert candidate.reasons == ()


def test_a_ticked_condition_of_a_relative_is_family_history() -> None:
    for text in ("Heart disease (father)", "Heart disease - father", "Heart disease in my father"):
        (candidate,) = found("Medical history (check all that apply)", [At(50, "[x]"), At(75, text)])
        assert isinstance(candidate.value, FamilyHistory)
        assert (candidate.value.relation, candidate.value.condition) == ("father", "Heart disease")
    (apart,) = found("Medical history (check all that apply)", [At(50, "[x]"), At(75, "Gout"), At(300, "father")])
    assert isinstance(apart.value, FamilyHistory)


def test_a_condition_of_patient_and_relative_waits_for_a_person() -> None:
    theirs, own = found("Check all that apply", [At(50, "[x]"), At(75, "High blood pressure (self and mother)")])
    assert isinstance(theirs.value, FamilyHistory)
    assert isinstance(own.value, Problem)
    assert Reason.SPEAKS_OF_ANOTHER in own.reasons


def test_a_condition_of_somebody_else_is_in_doubt() -> None:
    (candidate,) = found("Check all that apply", [At(50, "[x]"), At(75, "Cancer (my wife)")])
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_a_grid_of_people_needs_no_heading() -> None:
    titles = [At(250, "You"), At(330, "Mother"), At(410, "Father"), At(490, "Never")]
    own, mother, never = found(
        titles,
        [At(50, "Asthma"), At(252, "X")],
        [At(50, "Stroke"), At(340, "X")],
        [At(50, "Gout"), At(500, "X")],
    )
    assert own.value == Problem("Asthma", Assertion.PRESENT, icd10="J45.909")
    assert isinstance(mother.value, FamilyHistory)
    assert (mother.value.relation, mother.value.condition) == ("Mother", "Stroke")
    assert isinstance(never.value, Problem)
    assert (never.value.name, never.value.assertion) == ("Gout", Assertion.ABSENT)


def test_columns_of_time_say_whether_it_is_now() -> None:
    titles = [At(50, "Condition"), At(250, "Current"), At(330, "Past"), At(410, "Never")]
    rows = [
        [At(50, "Asthma"), At(255, "X")],
        [At(50, "Stroke"), At(335, "X")],
        [At(50, "Gout"), At(415, "X")],
    ]
    assert problems("Medical conditions", titles, *rows) == [
        ("Asthma", Assertion.PRESENT),
        ("Stroke", Assertion.HISTORICAL),
        ("Gout", Assertion.ABSENT),
    ]


def test_a_grid_with_a_column_for_whose_it_is() -> None:
    titles = [At(50, "Condition"), At(250, "Yes"), At(330, "No"), At(410, "Who?")]
    own, theirs, unsure = found(
        "Medical history",
        titles,
        [At(50, "Asthma"), At(250, "[x]"), At(330, "[ ]")],
        [At(50, "Stroke"), At(250, "[x]"), At(330, "[ ]"), At(410, "my mother")],
        [At(50, "Diabetes"), At(250, "[x]"), At(330, "[ ]"), At(410, "borderline")],
    )
    assert isinstance(own.value, Problem)
    assert own.reasons == ()
    assert isinstance(theirs.value, FamilyHistory)
    assert theirs.value.relation == "mother"
    assert Reason.STATED_AS_UNCERTAIN in unsure.reasons


@pytest.mark.parametrize(
    ("chosen", "wanted"),
    [
        ("Yes", [("Gout", Assertion.PRESENT)]),
        ("No", [("Gout", Assertion.ABSENT)]),
        ("Select one", []),
    ],
)
def test_a_field_beside_a_name_answers_for_it(chosen: str, wanted: list[tuple[str, Assertion]]) -> None:
    line = [At(50, "Gout"), At(250, chosen, region(RegionKind.FORM_FIELD, "gout"))]
    assert problems("Medical history", line) == wanted


def test_fields_of_one_line_answer_for_the_name_before_each() -> None:
    line = [
        At(50, "Gout"),
        At(150, "Yes", region(RegionKind.FORM_FIELD, "gout")),
        At(250, "Asthma"),
        At(350, "No", region(RegionKind.FORM_FIELD, "asthma")),
        At(450, "Stroke"),
        At(550, "unsure", region(RegionKind.FORM_FIELD, "stroke")),
    ]
    gout, asthma, stroke = found("Medical history", line)
    assert [each.value.assertion for each in (gout, asthma) if isinstance(each.value, Problem)] == [
        Assertion.PRESENT,
        Assertion.ABSENT,
    ]
    assert Reason.CHECKBOX_UNCLEAR in stroke.reasons


def test_boxes_without_titles_beside_each_other_are_in_doubt() -> None:
    (candidate,) = found("Medical history", [At(50, "Asthma"), At(250, "[x]"), At(330, "[ ]")])
    assert candidate.reasons == (Reason.CHECKBOX_UNCLEAR,)


def test_an_answered_question_that_no_table_knows_is_kept() -> None:
    (candidate,) = found(
        [At(50, "Do you have a pacemaker?"), At(300, "[x]"), At(320, "Yes"), At(400, "[ ]"), At(420, "No")]
    )
    assert candidate.fact_type is FactType.OTHER
    assert candidate.text.value == "Do you have a pacemaker? [x] Yes"
    assert candidate.reasons == (Reason.SECTION_UNCLEAR,)


@pytest.mark.parametrize("answer", ["see attached list", "I don't know", "same as last visit", "?"])
def test_an_answer_that_names_nothing_is_a_question(answer: str) -> None:
    for heading in ("Current medications", "Allergies", "Past medical history", "Past surgeries"):
        (candidate,) = found(f"{heading}: {answer}")
        assert candidate.reasons == (Reason.ANSWER_INCOMPLETE,)


@pytest.mark.parametrize("line", ["Circle: Asthma  Gout", "Have you had any of these? Asthma, Gout"])
def test_what_is_printed_to_choose_from_is_in_doubt(line: str) -> None:
    candidates = found("Medical history", line)
    assert candidates
    assert all(Reason.STATED_AS_UNCERTAIN in each.reasons for each in candidates)


def test_none_of_these_beside_others_contradicts_them_all() -> None:
    none, gout = found(
        "Medical history (check all that apply)",
        [At(50, "[x]"), At(75, "Gout")],
        [At(50, "[x]"), At(75, "None of the above")],
    )
    assert isinstance(none.value, Statement)
    assert none.value.assertion is Assertion.ABSENT
    assert Reason.CONTRADICTED_IN_DOCUMENT in none.reasons
    assert Reason.CONTRADICTED_IN_DOCUMENT in gout.reasons


def test_none_ticked_alone_says_that_there_are_none() -> None:
    (none,) = found("Medications", [At(50, "[x]"), At(75, "None")])
    assert isinstance(none.value, Statement)
    assert (none.value.topic, none.value.assertion, none.reasons) == ("current_medications", Assertion.ABSENT, ())


def test_an_operation_that_never_was_is_denied() -> None:
    (candidate,) = found("Surgeries", "No surgeries since 2005")
    assert isinstance(candidate.value, Problem)
    assert candidate.value.assertion is Assertion.ABSENT


def test_a_heading_of_notes_hides_nothing() -> None:
    titles = [At(50, "Condition"), At(250, "Yes"), At(330, "No")]
    rows = [[At(50, "Asthma"), At(255, "X")], [At(50, "Stroke"), At(335, "X")]]
    assert problems("History", titles, *rows) == [("Asthma", Assertion.PRESENT), ("Stroke", Assertion.ABSENT)]
    (told,) = found("History", [At(50, "[x]"), At(75, "Gout")])
    assert Reason.SECTION_UNCLEAR in told.reasons


@pytest.mark.parametrize("line", ["Eggs - hives", "Egg", "I was allergic to eggs as a baby"])
def test_a_word_that_begins_like_an_example_is_none(line: str) -> None:
    (candidate,) = [each for each in found("Allergies", line) if isinstance(each.value, Allergy)]
    assert isinstance(candidate.value, Allergy)
    assert candidate.value.allergen == "egg"


def test_an_example_of_the_form_is_left_out() -> None:
    assert not [each for each in found("Allergies", "(e.g. penicillin)") if isinstance(each.value, Allergy)]


def test_a_condition_as_a_child_is_no_relatives() -> None:
    assert not [
        each for each in found("Past Medical History", "Asthma as a child") if isinstance(each.value, FamilyHistory)
    ]
    told = found("Past Medical History", "Gout - patient and brother")
    assert [(type(each.value).__name__, Reason.SPEAKS_OF_ANOTHER in each.reasons) for each in told] == [
        ("FamilyHistory", False),
        ("Problem", True),
    ]


def test_an_answer_about_people_titles_no_grid() -> None:
    told = found(
        "Past Medical History",
        [At(50, "Condition"), At(250, "Self"), At(400, "Family")],
        [At(50, "Diabetes"), At(250, "X")],
        [At(50, "Stroke"), At(250, "no"), At(400, "father")],
        [At(50, "Asthma"), At(250, "X")],
    )
    assert [each.value.name for each in told if isinstance(each.value, Problem)] == ["Diabetes", "Stroke", "Asthma"]
    (stroke,) = [each for each in told if isinstance(each.value, Problem) and each.value.name == "Stroke"]
    assert Reason.CHECKBOX_UNCLEAR in stroke.reasons


@pytest.mark.parametrize(
    "line",
    [
        "Medical history: 1) Hypertension 2) Gout 3) Anxiety (daughter)",
        "Medical history: 1. Hypertension 2. Gout 3. Anxiety (daughter)",
        "Medical history: Hypertension, gout, anxiety (daughter)",
        "Medical history: Hypertension / gout / anxiety (daughter)",
    ],
)
def test_a_relative_beside_one_item_of_a_list_has_that_one_alone(line: str) -> None:
    assert [name.casefold() for name, _ in problems(line)] == ["hypertension", "gout"]
    (theirs,) = [each.value for each in found(line) if isinstance(each.value, FamilyHistory)]
    assert (theirs.condition.casefold(), theirs.relation) == ("anxiety", "daughter")


def test_a_relative_before_a_list_has_all_of_it() -> None:
    assert problems("Medical history: Mother: gout, diabetes") == []


@pytest.mark.parametrize("answer", ["None", "none known", "no known conditions", "No"])
def test_that_there_is_nothing_is_said(answer: str) -> None:
    (told,) = found("Medical conditions:", answer)
    assert isinstance(told.value, Statement)
    assert (told.value.topic, told.value.assertion) == ("past_history", Assertion.ABSENT)


def test_medications_taken_somewhere_are_medications() -> None:
    (taken,) = found("Medications at school:", "Methylphenidate 10 mg at noon")
    assert isinstance(taken.value, Medication)
    assert taken.reasons == ()


def test_the_first_of_two_conditions_before_a_relative_waits_for_a_person() -> None:
    told = found("Past medical history", "Gout and anxiety (daughter)")
    doubts = {
        each.value.condition: Reason.SPEAKS_OF_ANOTHER in each.reasons
        for each in told
        if isinstance(each.value, FamilyHistory)
    }
    assert doubts == {"Gout": True, "anxiety": False}


def test_a_drug_beside_its_reaction_is_an_allergy() -> None:
    told = found(
        "Medication allergies table:",
        [At(50, "Drug"), At(200, "Reaction"), At(330, "Severity")],
        [At(50, "Amoxicillin"), At(200, "throat swelling"), At(330, "severe")],
    )
    assert [each.fact_type for each in told] == [FactType.ALLERGY]


def test_questions_below_operations_are_no_sure_procedures() -> None:
    told = found("Surgeries", "knee scope", "Pain 7/10", "PHQ-9 = 14", "Covid vaccine: Pfizer x3")
    doubted = [Reason.STATED_AS_UNCERTAIN in each.reasons for each in told if each.fact_type is FactType.PROCEDURE]
    assert doubted[0] is False
    assert all(doubted[1:])
