from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Assertion, Problem
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.passages import Passage, read_passages
from arbiter_fhir.extraction.narrative.problems import find_problems
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.text_runs import run_of
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_forms import At, form_page
from tests.unit.extraction.clean_pages import write_lines


def find(*lines: str) -> tuple[Candidate, ...]:
    document = write_lines(*lines)
    return find_problems(read_passages(document), dates=document.dates)


def values(*lines: str) -> list[Problem]:
    return [each.value for each in find(*lines) if isinstance(each.value, Problem)]


def said(*lines: str) -> list[tuple[str, str]]:
    return [(each.name, each.assertion.value) for each in values(*lines)]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("HTN, DM2, no history of stroke", [("HTN", "present"), ("DM2", "present"), ("stroke", "absent")]),
        ("hypertension and hyperlipidemia", [("hypertension", "present"), ("hyperlipidemia", "present")]),
        ("childhood asthma", [("asthma", "historical")]),
        ("depression (resolved)", [("depression", "historical")]),
        ("?COPD", [("COPD", "possible")]),
        ("Diabetes mellitus, type 2", [("Diabetes mellitus, type 2", "present")]),
        (
            "Type 2 diabetes mellitus with diabetic nephropathy (E11.21)",
            [("Type 2 diabetes mellitus with diabetic nephropathy", "present")],
        ),
        ("Ehlers-Danlos syndrome", [("Ehlers-Danlos syndrome", "present")]),
        ("Asthma, mild intermittent", [("Asthma, mild intermittent", "present")]),
        ("None", []),
        ("Noncontributory", []),
        ("Mother had breast cancer", []),
    ],
)
def test_list_items(line: str, wanted: list[tuple[str, str]]) -> None:
    assert said("Past Medical History:", line) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Denies pneumonia.", [("pneumonia", "absent")]),
        ("Possible PE.", [("PE", "possible")]),
        ("History of atrial fibrillation.", [("atrial fibrillation", "historical")]),
        ("Mother had breast cancer.", []),
        ("No evidence of heart failure.", [("heart failure", "absent")]),
        ("She has fever and cough.", []),
        ("Denies fever or cough.", [("fever", "absent"), ("cough", "absent")]),
        ("Seen in the ED for gout.", [("gout", "present")]),
        ("Family history of colon cancer.", []),
        ("His wife has asthma.", []),
    ],
)
def test_sentences(line: str, wanted: list[tuple[str, str]]) -> None:
    assert said("HPI:", line) == wanted
    assert all(Reason.STATED_IN_PROSE in each.reasons for each in find("HPI:", line))


@pytest.mark.parametrize(
    "section",
    [
        "Family History:",
        "Allergies:",
        "Medications:",
        "Social History:",
        "Review of Systems:",
        "Labs:",
        "Reason for Referral:",
    ],
)
def test_other_sections_hold_no_problems(section: str) -> None:
    assert find(section, "diabetes, asthma, breast cancer") == ()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Essential hypertension", "I10"),
        ("Essential hypertension I10", "I10"),
        ("Hypertension (I11.9)", "I11.9"),
        ("Type 2 diabetes with neuropathy", None),
        ("Acute pancreatitis due to gallstones", None),
        ("Left hip osteoarthritis", None),
        ("Possible hypertension", None),
        ("Diabetes", None),
    ],
)
def test_codes_are_the_printed_ones_or_the_one_that_is_right(line: str, code: str | None) -> None:
    value = values("Problem List", line)[0]
    assert value.icd10 == code
    assert [coding.code for coding in value.codes] == ([code] if code and code in line else [])


def test_assessments_name_symptoms_too() -> None:
    assert said("Assessment:", "1. Hypertension - uncontrolled", "2. Chest pain, rule out MI") == [
        ("Hypertension", "present"),
        ("Chest pain", "present"),
        ("MI", "possible"),
    ]


def test_rows_under_a_header() -> None:
    read = values(
        "Problem            ICD-10      Status      Onset",
        "Hypertension       I10         Active      01/02/2010",
        "Migraine           G43.909     Resolved",
    )
    assert [(each.name, each.icd10, each.status.value) for each in read] == [
        ("Hypertension", "I10", "active"),
        ("Migraine", "G43.909", "resolved"),
    ]
    assert read[0].onset is not None
    assert read[0].onset.iso == "2010-01-02"


def test_unknown_and_doubted_items() -> None:
    (unknown,) = find("Problem List", "1. Ehlers-Danlos syndrome")
    assert unknown.reasons == (Reason.NAME_UNKNOWN,)
    (doubted,) = find("Problem List", "1. ? COPD")
    assert Reason.STATED_AS_UNCERTAIN in doubted.reasons
    assert values("Active Problems", "Gout")[0].status.value == "active"


def test_a_review_of_systems_says_what_is_absent() -> None:
    assert said("Review of Systems:", "Denies chest pain. Possible sleep apnea. Has cough.") == [
        ("chest pain", "absent"),
        ("sleep apnea", "possible"),
    ]


def test_a_note_beside_an_item_says_nothing_of_it() -> None:
    assert said("PMH:", "Hypertension            ? sulfa - maybe rash")[0] == ("Hypertension", "present")


@pytest.mark.parametrize(
    ("heading", "claim", "status"),
    [
        ("Diagnoses ruled out", "absent", "unknown"),
        ("RULED OUT:", "absent", "unknown"),
        ("Excluded conditions", "absent", "unknown"),
        ("Resolved Problem List", "historical", "resolved"),
        ("Inactive problems", "historical", "resolved"),
        ("Suspected diagnoses", "possible", "unknown"),
        ("Differential Diagnosis", "possible", "unknown"),
        ("Unresolved problems", "present", "unknown"),
    ],
)
def test_a_heading_says_what_its_plain_list_claims(heading: str, claim: str, status: str) -> None:
    found = values(heading, "Cellulitis", "- Celiac disease", "3. History of shingles", "Problems", "Gout")
    assert [(each.assertion.value, each.status.value) for each in found[:2]] == [(claim, status)] * 2
    assert found[2].assertion.value != "present"
    assert (found[-1].name, found[-1].assertion.value) == ("Gout", "present")


def test_a_verdict_before_a_list_in_one_line_speaks_of_that_line() -> None:
    assert said("Problems", "Ruled out: lupus, gout", "Asthma") == [
        ("lupus", "absent"),
        ("gout", "absent"),
        ("Asthma", "present"),
    ]


def test_what_calls_itself_the_patients_own_under_such_a_heading_is_a_question() -> None:
    plain, active, told = find(
        "Problems ruled out", "Lyme disease", "Gout, active", "Pt has had asthma; he has asthma"
    )[:3]
    assert Reason.STATED_AS_UNCERTAIN not in plain.reasons
    assert Reason.STATED_AS_UNCERTAIN in active.reasons
    assert Reason.STATED_AS_UNCERTAIN in told.reasons


@pytest.mark.parametrize("beside", ["resolved 2019", "No", "denies", "wife", "?"])
def test_a_cell_beside_a_name_may_take_it_back(beside: str) -> None:
    page = form_page([[At(50, "Asthma"), At(250, beside)]])
    runs = (run_of(page, page.words[:1]), run_of(page, page.words[1:]))
    asthma = find_problems([Passage(SectionKind.PROBLEMS, runs, is_row=True)])[0]
    assert Reason.STATED_AS_UNCERTAIN in asthma.reasons


def test_a_cell_beside_a_name_that_is_another_name_takes_nothing_back() -> None:
    page = form_page([[At(50, "Asthma"), At(250, "Gout")]])
    runs = (run_of(page, page.words[:1]), run_of(page, page.words[1:]))
    assert [each.reasons for each in find_problems([Passage(SectionKind.PROBLEMS, runs, is_row=True)])] == [(), ()]


@pytest.mark.parametrize(
    "line",
    ["Stroke prevention", "Diabetes education", "Exposure to tuberculosis", "Asthma vs COPD", "None except asthma"],
)
def test_a_longer_name_that_says_it_is_not_there_is_in_doubt(line: str) -> None:
    (candidate,) = find("Problems:", line)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_rule_out_with_a_hyphen_is_no_name() -> None:
    assert said("Problems:", "Rule-out gout") == [("gout", "possible")]


def test_what_was_removed_before_a_name_may_have_denied_it() -> None:
    page = form_page(["[ADDRESS_1], gout", "Gout, [PERSON_1]"])
    runs = [run_of(page, [word for word in page.words if word.line == line]) for line in (0, 1)]
    first, second = (find_problems([Passage(SectionKind.PROBLEMS, (run,))])[-1] for run in runs)
    assert Reason.STATED_AS_UNCERTAIN in first.reasons
    assert Reason.STATED_AS_UNCERTAIN not in second.reasons


def test_a_bare_answer_under_an_unknown_title_leaves_its_row_open() -> None:
    document = write_lines(
        "Problem         Year       Resolved?", "Pneumonia       2010       Yes", "Gout            2015"
    )
    first, second = find_problems(read_passages(document), dates=document.dates)
    assert Reason.STATED_AS_UNCERTAIN in first.reasons
    assert second.reasons == ()


def test_a_doubt_said_of_the_item_before_is_itself_in_doubt() -> None:
    first, second = find("Problems:", "r/o OSA, obesity")
    assert Reason.STATED_AS_UNCERTAIN not in first.reasons
    assert Reason.STATED_AS_UNCERTAIN in second.reasons


@pytest.mark.parametrize("heading", ["Denies:", "No history of:", "Does not have:", "Never had:", "Patient denies"])
def test_a_heading_that_denies_speaks_for_its_list(heading: str) -> None:
    assert said(heading, "Asthma", "Gout") == [("Asthma", "absent"), ("Gout", "absent")]


@pytest.mark.parametrize("line", ["Her dog has diabetes.", "The patient in the next bed has influenza."])
def test_what_somebody_near_has_is_not_the_patients(line: str) -> None:
    assert said("HPI:", line) == []


def test_what_the_patient_shares_with_a_relative_goes_to_a_person() -> None:
    (gout,) = find("Past Medical History", "Gout - patient and brother")
    assert isinstance(gout.value, Problem)
    assert (gout.value.name, gout.value.assertion) == ("Gout", Assertion.PRESENT)
    assert Reason.SPEAKS_OF_ANOTHER in gout.reasons
    assert not find("Past Medical History", "Gout - brother")


def test_room_air_is_no_arthritis() -> None:
    assert said("HPI:", "Her saturation was 88% on RA.") == []
    assert said("HPI:", "She has RA.") == [("RA", "present")]


@pytest.mark.parametrize(
    ("line", "doubted"),
    [
        ("She was diagnosed with lupus in 2015 but this was later refuted.", True),
        ("Does she have psoriasis No", True),
        ("Heart disease: not that I know of", True),
        ("Asthma: as a kid", True),
        ("She has gout.", False),
        ("She has asthma, no longer treated.", False),
    ],
)
def test_a_condition_that_the_sentence_takes_back_waits_for_a_person(line: str, doubted: bool) -> None:
    found = find("History of present illness:", line)
    assert found
    assert all((Reason.STATED_AS_UNCERTAIN in each.reasons) is doubted for each in found)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Cancer No", [("Cancer", "absent")]),
        ("cancer-no, gout", [("cancer", "absent"), ("gout", "present")]),
        ("cancer = no; hypertension", [("cancer", "absent"), ("hypertension", "present")]),
        ("seizures/no", [("seizures", "absent")]),
        ("cancer - N", [("cancer", "absent")]),
    ],
)
def test_a_bare_no_behind_a_listed_condition_denies_it(line: str, wanted: list[tuple[str, str]]) -> None:
    assert said("Past Medical History", line) == wanted


def test_a_no_behind_a_list_denies_its_last_item_and_leaves_the_others_to_a_person() -> None:
    found = find("Past Medical History", "asthma, cancer - no, gout")
    doubted = {each.value.name: Reason.STATED_AS_UNCERTAIN in each.reasons for each in found}  # type: ignore[union-attr]
    assert doubted == {"asthma": True, "cancer": False, "gout": False}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Breast cancer HER2-negative", ("Breast cancer HER2-negative", "present", False)),
        ("Breast cancer (ER+/PR+/HER2-neg)", ("Breast cancer", "present", False)),
        ("Gastritis (H. pylori: negative)", ("Gastritis", "present", True)),
        ("Rheumatoid arthritis (anti-CCP: neg)", ("Rheumatoid arthritis", "absent", True)),
        ("Migraine - aura: no", ("Migraine", "absent", True)),
        ("hepatitis C: negative", ("hepatitis C", "absent", False)),
        ("hepatitis C - neg", ("hepatitis C", "absent", False)),
    ],
)
def test_a_no_to_other_words_denies_no_condition_for_sure(line: str, wanted: tuple[str, str, bool]) -> None:
    (found,) = find("Past Medical History", line)
    assert isinstance(found.value, Problem)
    doubted = Reason.STATED_AS_UNCERTAIN in found.reasons
    assert (found.value.name, found.value.assertion.value, doubted) == wanted
