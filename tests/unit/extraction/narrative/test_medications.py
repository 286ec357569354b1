from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Medication, MedicationStatus
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def find(*lines: str, confidence: float | None = None) -> tuple[Candidate, ...]:
    document = write_lines(*lines, confidence=confidence)
    return find_medications(read_passages(document), dates=document.dates)


def value(candidate: Candidate) -> Medication:
    assert isinstance(candidate.value, Medication)
    return candidate.value


#: A list, what it says: ingredient, strength, dose, frequency, status.
LISTED = [
    ("Metformin HCl ER 500 mg PO BID with meals", "metformin", "500 mg", "", "BID with meals", "active"),
    ("- lisinopril 20mg once daily", "lisinopril", "20mg", "", "once daily", "active"),
    ("1. Lantus 24 units at bedtime", "insulin glargine", "", "24 units", "at bedtime", "active"),
    ("Eliquis (apixaban) 5 mg twice daily", "apixaban", "5 mg", "", "twice daily", "active"),
    ("Albuterol HFA 2 puffs q4h prn", "albuterol", "", "2 puffs", "q4h", "active"),
    ("Advair Diskus 250/50 1 puff BID", "fluticasone / salmeterol", "", "1 puff", "BID", "active"),
    ("lisinopril-HCTZ 20-12.5 mg daily", "hydrochlorothiazide / lisinopril", "20-12.5 mg", "", "daily", "active"),
    ("Vitamin D3 2000 units daily", "cholecalciferol", "", "2000 units", "daily", "active"),
    ("ASA 81 mg daily", "aspirin", "81 mg", "", "daily", "active"),
    ("Warfarin 5 mg - on hold", "warfarin", "5 mg", "", "", "on-hold"),
    ("Ibuprofen 600 mg TID (discontinued)", "ibuprofen", "600 mg", "", "TID", "stopped"),
    ("Prednisone 20 mg daily - completed", "prednisone", "20 mg", "", "daily", "stopped"),
    ("Sertraline 50 mg - not taking", "sertraline", "50 mg", "", "", "not-taken"),
    ("Atorvastatin 40 mg every night", "atorvastatin", "40 mg", "", "every night", "active"),
    ("Ozempic 0.5 mg once weekly", "semaglutide", "0.5 mg", "", "once weekly", "active"),
    ("Nitroglycerin 0.4 mg SL as needed", "nitroglycerin", "0.4 mg", "", "", "active"),
    ("amoxicillin 875 mg q12h x 10 days", "amoxicillin", "875 mg", "", "q12h", "active"),
    ("Levothyroxine 88 mcg every morning", "levothyroxine", "88 mcg", "", "every morning", "active"),
    ("Fluticasone nasal spray 2 sprays each nostril daily", "fluticasone", "", "2 sprays", "daily", "active"),
    ("Tylenol #3 1 tab q6h prn pain", "acetaminophen / codeine", "", "1 tab", "q6h", "active"),
]


@pytest.mark.parametrize(("line", "ingredient", "strength", "dose", "frequency", "status"), LISTED)
def test_list_items(line: str, ingredient: str, strength: str, dose: str, frequency: str, status: str) -> None:
    (found,) = find("Current Medications:", line)
    read = value(found)
    assert (read.ingredient, read.strength, read.dose, read.frequency, read.status.value) == (
        ingredient,
        strength,
        dose,
        frequency,
        status,
    )
    assert read.name in line
    assert " ".join(word.text for word in found.words) in line


def test_rows_under_a_header() -> None:
    found = find(
        "Medication         Dose       Route     Frequency        Reason",
        "Amlodipine         5 mg       PO        once daily       blood pressure",
        "Zyflamend          1 capsule  oral      twice a day",
        "none",
    )
    read = [value(candidate) for candidate in found]
    assert [(each.name, each.strength, each.dose, each.route, each.frequency) for each in read] == [
        ("Amlodipine", "5 mg", "", "PO", "once daily"),
        ("Zyflamend", "", "1 capsule", "oral", "twice a day"),
    ]
    assert read[0].indication == "blood pressure"
    assert found[1].reasons == (Reason.NAME_UNKNOWN,)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("He takes lisinopril 10 mg daily.", [("lisinopril", "active")]),
        ("Stopped atorvastatin because of myalgia.", [("atorvastatin", "stopped")]),
        ("Start metformin 500 mg daily.", [("metformin", "intended")]),
        ("He is not taking aspirin.", [("aspirin", "not-taken")]),
        ("His mother takes warfarin 5 mg.", []),
        ("Allergic to penicillin.", []),
        ("Lithium level was normal.", []),
        ("Calcium was 9.1 and potassium was 4.2.", []),
        ("Discussed aspirin.", []),
    ],
)
def test_sentences_count_only_where_they_say_that_it_is_taken(line: str, wanted: list[tuple[str, str]]) -> None:
    found = find("HPI:", line)
    assert [(value(each).ingredient, value(each).status.value) for each in found] == wanted
    assert all(Reason.STATED_IN_PROSE in each.reasons for each in found)


@pytest.mark.parametrize("section", ["Allergies:", "Family History:", "Labs:", "Immunizations:"])
def test_other_sections_hold_no_medications(section: str) -> None:
    assert find(section, "Penicillin 500 mg daily") == ()


def test_unknown_and_misread_names() -> None:
    (unknown,) = find("Medications", "Zorbamax 10 mg daily")
    assert (value(unknown).name, value(unknown).ingredient, unknown.reasons) == ("Zorbamax", "", (Reason.NAME_UNKNOWN,))
    (misread,) = find("Medications", "Metforrnin 500 mg daily")
    assert (value(misread).name, value(misread).ingredient) == ("Metforrnin", "metformin")
    assert misread.reasons == (Reason.NAME_MISREAD,)
    assert find("HPI:", "Takes Zorbamax 10 mg daily.") == ()
    assert find("Medications", "None") == ()


def test_weak_reading_of_the_name_or_the_number_is_a_question() -> None:
    (weak,) = find("Medications", "Lisinopril 10 mg daily", confidence=70.0)
    assert Reason.VALUE_READ_DOUBTFUL in weak.reasons
    (sure,) = find("Medications", "Lisinopril 10 mg daily", confidence=96.0)
    assert sure.reasons == ()


def test_several_in_one_line_and_dates() -> None:
    found = find("Meds: metformin 500 mg BID, lisinopril 10 mg daily (stopped 01/02/2024), aspirin")
    assert [(value(each).ingredient, value(each).status) for each in found] == [
        ("metformin", MedicationStatus.ACTIVE),
        ("lisinopril", MedicationStatus.STOPPED),
        ("aspirin", MedicationStatus.ACTIVE),
    ]
    stopped = value(found[1]).stopped
    assert stopped is not None
    assert stopped.iso == "2024-01-02"


def test_f1_over_the_lists_is_at_least_095() -> None:
    right = wanted = got = 0
    for line, *truth in LISTED:
        found = find("Medications", line)
        wanted += 1
        got += len(found)
        right += sum(
            [read.ingredient, read.strength, read.dose, read.frequency, read.status.value] == truth
            for read in map(value, found)
        )
    assert 2 * right / (wanted + got) >= 0.95


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            "He takes losartan 50 mg apixaban 5 mg (discontinued) atorvastatin 40 mg nightly.",
            {"losartan": "active", "apixaban": "stopped", "atorvastatin": "active"},
        ),
        ("He takes losartan 50 mg (held) and atorvastatin 40 mg.", {"losartan": "on-hold", "atorvastatin": "active"}),
        (
            "He takes losartan 50 mg and atorvastatin 40 mg (both stopped).",
            dict.fromkeys(("losartan", "atorvastatin"), "stopped"),
        ),
    ],
)
def test_a_bracket_in_a_sentence_speaks_of_the_name_before_it(line: str, wanted: dict[str, str]) -> None:
    found = find(line)
    assert {value(each).ingredient: value(each).status for each in found} == wanted


def test_changes_say_what_ends_and_never_what_is_taken() -> None:
    document = write_lines(
        "Medication changes: stop lisinopril, start amlodipine 5 mg, metoprolol, warfarin 5 mg daily"
    )
    found = find_medications(read_passages(document))
    assert [(value(each).ingredient, value(each).status.value) for each in found] == [
        ("lisinopril", "stopped"),
        ("amlodipine", "intended"),
        ("metoprolol", "intended"),
        ("warfarin", "intended"),
    ]
    assert all(Reason.STATED_IN_PROSE in each.reasons for each in found)


@pytest.mark.parametrize("line", ["Metoprolol", "Metoprolol 50 mg daily", "increase metoprolol to 50 mg"])
def test_what_is_merely_named_among_changes_is_a_question(line: str) -> None:
    (candidate,) = find("Changes to medications", line)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_a_list_goes_on_below_a_line_of_changes() -> None:
    *_, last = find(
        "Medications", "Metformin 500 mg daily", "Medication changes: stop lisinopril", "Losartan 50 mg daily"
    )
    assert (value(last).ingredient, value(last).status.value, last.reasons) == ("losartan", "active", ())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("warfarin 5 mg MWF, 2.5 mg other days", Reason.DOSE_CHANGING),
        ("metformin 500 mg every morning, 1000 mg every evening", Reason.DOSE_CHANGING),
        ("Coumadin 2.5", Reason.UNIT_MISSING),
        ("Insulin glargine 10 mg at bedtime", Reason.IMPLAUSIBLE_VALUE),
    ],
)
def test_amounts_that_no_single_dose_tells(line: str, reason: Reason) -> None:
    (candidate,) = find("Medications", line)
    assert reason in candidate.reasons


def test_one_dose_in_two_units_is_one_dose() -> None:
    for line in ("lisinopril 10 mg tablet, take 20 mg daily", "Vitamin D3 50 mcg (2000 units) daily"):
        (candidate,) = find("Medications", line)
        assert candidate.reasons == ()


@pytest.mark.parametrize(
    ("line", "status"),
    [("metformin 500 mg (not anymore)", "stopped"), ("lisinopril 10 mg, no longer needs it", "stopped")],
)
def test_what_is_not_taken_any_more(line: str, status: str) -> None:
    (candidate,) = find("Medications", line)
    assert value(candidate).status.value == status


def test_a_bracket_is_a_purpose_only_where_it_can_be_one() -> None:
    (stopped,), (purpose,) = (
        find("Medications", "Warfarin 5 mg (stopped)"),
        find("Medications", "Warfarin 5 mg (clots)"),
    )
    assert (value(stopped).indication, value(purpose).indication) == ("", "clots")


@pytest.mark.parametrize(
    "line", ["If she develops a rash, stop amoxicillin 500 mg.", "She was on prednisone 20 mg until March."]
)
def test_a_case_that_may_come_and_a_time_that_is_over_are_in_doubt(line: str) -> None:
    (candidate,) = find("HPI:", line)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_an_unknown_title_ends_a_list_of_stopped_medications() -> None:
    stopped, *others = find(
        "STOP taking:",
        "aspirin 81 mg daily",
        "CONTINUE taking:",
        "metoprolol 25 mg daily",
        "STOP taking:",
        "Later:",
        "apixaban 5 mg daily",
    )
    assert value(stopped).status.value == "stopped"
    assert [value(each).status.value for each in others] == ["active", "unknown"]
    assert Reason.STATED_AS_UNCERTAIN in others[1].reasons


def test_a_status_before_a_colon_labels_all_that_follows() -> None:
    found = find("Medications: lisinopril 10 mg daily; STOPPED: warfarin 5 mg, aspirin 81 mg; metformin 500 mg BID")
    assert [(value(each).ingredient, value(each).status.value) for each in found] == [
        ("lisinopril", "active"),
        ("warfarin", "stopped"),
        ("aspirin", "stopped"),
        ("metformin", "active"),
    ]


@pytest.mark.parametrize(
    "line", ["Lisinopril 10 mg daily*", "Lisinopril 10 mg daily\u2020", "Lisinopril 10 mg\u00b9 daily"]
)
def test_a_mark_that_sends_to_a_note_leaves_an_entry_open(line: str) -> None:
    (candidate,) = find("Medications", line)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_headings_of_what_was_tried_and_of_what_to_avoid() -> None:
    (tried,) = find("Medications tried and failed", "metformin 500 mg")
    (avoided,) = find("Medications to avoid", "ibuprofen 200 mg")
    assert value(tried).status.value == "stopped"
    assert Reason.STATED_AS_UNCERTAIN in avoided.reasons


def test_two_times_of_one_medicine_are_in_doubt() -> None:
    (candidate,) = find("Medications", "lisinopril 10 mg daily (twice daily per patient)")
    assert Reason.DOSE_CHANGING in candidate.reasons


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Levothyroxine 50 mcg \u2192 75 mcg", Reason.DOSE_CHANGING),
        ("clopidogrel 75 mg until next summer", Reason.STATED_AS_UNCERTAIN),
        ("Ozempic 0.5 mg weekly, awaiting approval", Reason.STATED_AS_UNCERTAIN),
    ],
)
def test_what_changes_ends_or_has_not_begun_is_in_doubt(line: str, reason: Reason) -> None:
    (candidate,) = find("Medications", line)
    assert reason in candidate.reasons


def test_a_replaced_medicine_is_in_doubt() -> None:
    new, old = find("Medications", "losartan 50 mg, replaced lisinopril")
    assert Reason.STATED_AS_UNCERTAIN in old.reasons
    assert value(new).ingredient == "losartan"


def test_a_label_of_stopped_ones_in_a_list_holds_for_its_line() -> None:
    stopped, taken = find("Medications", "Discontinued: warfarin 5 mg", "Metformin 500 mg daily")
    assert [value(each).status.value for each in (stopped, taken)] == ["stopped", "active"]


@pytest.mark.parametrize(
    ("line", "doubted"),
    [
        ("She stopped taking omeprazole 20 mg in June but restarted it last week.", True),
        ("She stopped taking omeprazole 20 mg in June.", False),
    ],
)
def test_what_was_stopped_and_begun_again_waits_for_a_person(line: str, doubted: bool) -> None:
    (found,) = find("History of present illness:", line)
    assert (Reason.STATED_AS_UNCERTAIN in found.reasons) is doubted


def test_a_dose_that_was_changed_is_no_silence() -> None:
    (found,) = find("History of present illness:", "Lisinopril was increased from 10 to 20 mg.")
    assert value(found).ingredient == "lisinopril"
    assert Reason.DOSE_CHANGING in found.reasons


def test_a_brand_in_brackets_behind_its_kind_is_one_medication() -> None:
    (found,) = find("Medications:", "insulin (Lantus) 18 units at night")
    read = value(found)
    assert (read.ingredient, read.dose, read.frequency) == ("insulin glargine", "18 units", "at night")


@pytest.mark.parametrize(
    "line",
    [
        "Please advise on whether warfarin can be stopped.",
        "We discussed starting gabapentin 300 mg at night; she declined.",
        "Trial of sertraline 50 mg failed.",
    ],
)
def test_what_is_only_asked_about_or_came_to_nothing_waits_for_a_person(line: str) -> None:
    assert all(Reason.STATED_AS_UNCERTAIN in each.reasons for each in find("History of present illness:", line))
    assert find("History of present illness:", line)


def test_a_verb_before_the_next_name_is_said_of_that_one() -> None:
    found = find("Plan:", "Start amlodipine 5 mg, hold lisinopril 20 mg.")
    assert [(value(each).ingredient, value(each).status) for each in found] == [
        ("amlodipine", MedicationStatus.INTENDED),
        ("lisinopril", MedicationStatus.ON_HOLD),
    ]


@pytest.mark.parametrize(
    ("line", "doubted", "certain"),
    [
        (
            "lisinopril 20 mg daily, aspirin 81 mg. Husband takes warfarin 5 mg, metoprolol. Metformin 500 mg BID.",
            {"warfarin", "metoprolol"},
            {"lisinopril", "metformin"},
        ),
        (
            "aspirin 81 mg. Her elderly mother who lives with her takes donepezil 10 mg. Metformin 500 mg BID.",
            {"donepezil"},
            {"metformin"},
        ),
        ("aspirin 81 mg daily, pillbox filled by wife; metformin 500 mg BID", set(), {"aspirin", "metformin"}),
    ],
)
def test_what_a_sentence_says_of_another_person_is_doubted(line: str, doubted: set[str], certain: set[str]) -> None:
    found = {value(each).ingredient: Reason.STATED_AS_UNCERTAIN in each.reasons for each in find("Medications", line)}
    assert {name for name, open_ in found.items() if open_} >= doubted
    assert {name for name, open_ in found.items() if not open_} >= certain
