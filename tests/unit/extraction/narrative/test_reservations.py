from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.extraction.narrative.allergies import find_allergies
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.narrative.problems import find_problems
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation, label_reserves
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

OPEN = {
    EntryKind.MEDICATION: [
        "Was on warfarin 5 mg daily until 2019",
        "Patient's husband takes amlodipine 5 mg daily",
        "No aspirin",
        "Ibuprofen: avoid",
        "Trial of sertraline 50 mg failed",
        "Amlodipine 5 mg daily, entered in error",
        "Tramadol 50 mg, expired",
        "Atorvastatin 40 mg, refused",
        "Losartan 50 mg, pending",
        "thinks she takes lorazepam 1 mg",
        "Plavix 75 mg daily ?",
        "metoprolol 25 mg (wife's)",
        "Aspirin 325 or 81 mg",
        "Eliquis - about to start",
        "gave up Zoloft",
        "tried Ozempic",
        "Lisinopril 10 mg (see note)",
        "Lisinopril 10 mg daily (patient states she takes 20)",
        "Aspirin 81 mg daily vs 325",
        "Eliquis 5 mg BID starting after procedure",
        "Levothyroxine 100 mcg daily except Sunday",
        "Simvastatin 20 mg - replaced with atorvastatin",
    ],
    EntryKind.ALLERGY: [
        "Amoxicillin (label removed)",
        "Sulfa - mother says as child",
        "Peanut, severe, son's allergy, not patient",
        "Egg, hives, outgrown",
        "Morphine, itching, tolerated since",
        "Iodine, refuted",
        "Sulfa, rash, inactive",
        "Penicillin, entered in error",
        "Allergic to sulfa: Yes / No",
        "Latex allergy Y / N",
        "Aspirin ____",
        "Lisinopril 10 mg",
        "Used to be allergic to shellfish",
        "Grew out of milk allergy",
        "I was allergic to eggs as a baby",
        "Penicillin when I was little",
        "PCN: rash as infant",
    ],
    EntryKind.PROBLEM: [
        "Atrial fibrillation - in error, wrong chart",
        "Epilepsy, refuted",
        "Heart failure, differential",
        "COPD, active, mother's",
        "CKD stage 3, diagnosis doubtful",
        "Gout, to be confirmed",
        "Asthma: Used to",
        "Depression: in college",
        "Stroke: N/A",
        "Cancer scare - benign",
    ],
}
PLAIN = {
    EntryKind.MEDICATION: [
        "Metformin 500 mg twice daily with meals",
        "Ibuprofen 600 mg as needed for pain, do not exceed 3 a day",
        "Levothyroxine 50 mcg 30 min prior to breakfast",
        "Donepezil 10 mg at bedtime, given by daughter",
        "Insulin glargine 10 units, managed by his wife",
    ],
    EntryKind.ALLERGY: [
        "Penicillin - hives, severe",
        "Latex (contact dermatitis)",
        "Shellfish, anaphylaxis, active",
        "Shellfish since childhood",
    ],
    EntryKind.PROBLEM: ["Type 2 diabetes, not well controlled", "Hypertension since 2010", "Asthma without status"],
}


@pytest.mark.parametrize(("kind", "said"), [(kind, said) for kind, texts in OPEN.items() for said in texts])
def test_words_that_leave_an_entry_open(kind: EntryKind, said: str) -> None:
    assert has_reservation(said, kind)


@pytest.mark.parametrize(("kind", "said"), [(kind, said) for kind, texts in PLAIN.items() for said in texts])
def test_plain_entries_carry_no_reservation(kind: EntryKind, said: str) -> None:
    assert not has_reservation(said, kind)


HEADINGS = {
    EntryKind.MEDICATION: ("Current Medications", find_medications),
    EntryKind.ALLERGY: ("Allergies", find_allergies),
    EntryKind.PROBLEM: ("Problem List", find_problems),
}
TYPES = {
    EntryKind.MEDICATION: FactType.MEDICATION,
    EntryKind.ALLERGY: FactType.ALLERGY,
    EntryKind.PROBLEM: FactType.PROBLEM,
}


def first(kind: EntryKind, said: str) -> Candidate:
    heading, find = HEADINGS[kind]
    document = write_lines(heading, said)
    return find(read_passages(document), dates=document.dates)[0]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (EntryKind.MEDICATION, "Ibuprofen 600 mg: avoid"),
        (EntryKind.MEDICATION, "Was on warfarin 5 mg daily"),
        (EntryKind.ALLERGY, "Penicillin, entered in error"),
        (EntryKind.ALLERGY, "Aspirin, tolerated"),
        (EntryKind.PROBLEM, "Atrial fibrillation, entered in error"),
        (EntryKind.PROBLEM, "Atrial fibrillation - wrong chart"),
    ],
)
def test_a_listed_entry_with_a_reservation_goes_to_a_person(kind: EntryKind, said: str) -> None:
    candidate = first(kind, said)
    assert candidate.fact_type is TYPES[kind]
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


@pytest.mark.parametrize(
    "said", ["Will start apixaban 5 mg BID next week", "Consider adding semaglutide 0.25 mg weekly"]
)
def test_a_listed_plan_is_not_taken_yet(said: str) -> None:
    assert first(EntryKind.MEDICATION, said).value.status == "intended"  # type: ignore[union-attr]


def test_two_entries_of_one_ingredient_stay_two() -> None:
    document = write_lines("Current Medications", "metoprolol 25 mg every morning; metoprolol 50 mg nightly")
    found = find_medications(read_passages(document), dates=document.dates)
    said = [(each.value.strength, each.value.frequency) for each in found]  # type: ignore[union-attr]
    assert said == [("25 mg", "every morning"), ("50 mg", "nightly")]


def test_an_earlier_dose_is_no_dose() -> None:
    candidate = first(EntryKind.MEDICATION, "gabapentin 300 mg TID (was 100 mg)")
    assert Reason.DOSE_CHANGING in candidate.reasons


@pytest.mark.parametrize(
    ("said", "doubted"),
    [
        ("Hypertension (E11.9)", True),
        ("Type 1 diabetes mellitus E11.9", True),
        ("Asthma, J44.9", True),
        ("Asthma, J45.909", False),
        ("Hypertension (I10)", False),
        ("Type 2 diabetes mellitus (E11.22)", False),
    ],
)
def test_a_code_of_another_condition_is_a_doubt(said: str, doubted: bool) -> None:
    assert (Reason.CODE_CONTRADICTS_NAME in first(EntryKind.PROBLEM, said).reasons) is doubted


def test_what_stands_behind_a_comma_is_said_of_the_next_medicine() -> None:
    document = write_lines("Current Medications", "lisinopril 10mg qd, stopped metformin, wife's ambien 5mg")
    found = find_medications(read_passages(document), dates=document.dates)
    assert [each.value.status for each in found] == ["active", "stopped", "active"]  # type: ignore[union-attr]
    assert [Reason.STATED_AS_UNCERTAIN in each.reasons for each in found] == [False, False, True]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("metformin 500 mg, doesn't take it", EntryKind.MEDICATION),
        ("Gabapentin 300 mg TID - taking 2 tabs only at night", EntryKind.MEDICATION),
        ("Digoxin \u2717", EntryKind.MEDICATION),
        ("Cephalosporins OK", EntryKind.ALLERGY),
        ("Avoid NSAIDs due to CKD", EntryKind.ALLERGY),
        ("Aspirin, per mother", EntryKind.ALLERGY),
        ("COPD, Rule out", EntryKind.PROBLEM),
        ("COPD (per wife)", EntryKind.PROBLEM),
        ("Asthma vs COPD", EntryKind.PROBLEM),
        ("Stroke prevention", EntryKind.PROBLEM),
        ("(Y) N Asthma", EntryKind.PROBLEM),
        ("Cancer:", EntryKind.PROBLEM),
    ],
)
def test_words_of_entries_that_leave_them_open(said: str, kind: EntryKind) -> None:
    assert has_reservation(said, kind)


@pytest.mark.parametrize(
    "said", ["Metoprolol ER 50 mg, do not crush", "Tylenol 500 mg, not to exceed 4 g", "Eliquis, never skip a dose"]
)
def test_how_a_medicine_is_handled_leaves_nothing_open(said: str) -> None:
    assert not has_reservation(said, EntryKind.MEDICATION)


@pytest.mark.parametrize(
    ("line", "open_"),
    [
        ("None of these any more: Zoloft, Xanax", True),
        ("Mom's list: warfarin 5 mg, digoxin", True),
        ("Mine: metformin, lisinopril 10 mg", False),
        ("Blood pressure: lisinopril 10 mg, amlodipine 5 mg", False),
    ],
)
def test_a_label_speaks_for_all_entries_of_its_line(line: str, open_: bool) -> None:
    assert label_reserves(f"{line.partition(':')[0]}: ", EntryKind.MEDICATION) is open_
    document = write_lines("Current Medications", line)
    found = find_medications(read_passages(document), dates=document.dates)
    assert [Reason.STATED_AS_UNCERTAIN in each.reasons for each in found] == [open_, open_]
