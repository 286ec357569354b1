from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Allergy, Assertion, NoKnownAllergies
from arbiter_fhir.extraction.narrative.allergies import find_allergies
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def find(*lines: str, confidence: float | None = None) -> tuple[Candidate, ...]:
    document = write_lines(*lines, confidence=confidence)
    return find_allergies(read_passages(document), dates=document.dates)


def values(*lines: str) -> list[Allergy]:
    return [each.value for each in find(*lines) if isinstance(each.value, Allergy)]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            "Penicillin (hives), sulfa - rash and itching, latex",
            [("penicillins", "hives"), ("sulfonamide antibiotics", "rash and itching"), ("latex", "")],
        ),
        ("Penicillin: anaphylaxis; codeine - nausea", [("penicillins", "anaphylaxis"), ("codeine", "nausea")]),
        ("Lisinopril causes cough", [("lisinopril", "cough")]),
        ("Sulfa (Bactrim) -> hives", [("sulfonamide antibiotics", "hives")]),
        ("Cipro (tendon rupture)", [("ciprofloxacin", "tendon rupture")]),
        ("Peanuts, tree nuts and shellfish", [("peanut", ""), ("tree nuts", ""), ("shellfish", "")]),
        ("Penicillin - rash, no anaphylaxis", [("penicillins", "rash")]),
        ("IV contrast - flushing and hives", [("iodinated contrast", "flushing and hives")]),
    ],
)
def test_list_items(line: str, wanted: list[tuple[str, str]]) -> None:
    assert [(each.allergen, each.reaction) for each in values("Allergies:", line)] == wanted


def test_severity_is_as_printed_and_never_made_up() -> None:
    (severe,) = values("Allergies: Penicillin - severe rash")
    (grave,) = values("Allergies: Penicillin - anaphylaxis")
    assert (severe.severity, grave.severity) == ("severe", "")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Allergies: NKDA", NoKnownAllergies.DRUG_ALLERGIES),
        ("Allergies: NKA", NoKnownAllergies.ALLERGIES),
        ("Allergies: No known drug allergies", NoKnownAllergies.DRUG_ALLERGIES),
        ("Allergies: no known allergies to medications", NoKnownAllergies.DRUG_ALLERGIES),
        ("Allergies: None", NoKnownAllergies.ALLERGIES),
        ("Food allergies: none", NoKnownAllergies.FOOD_ALLERGIES),
        ("Drug allergies: none known", NoKnownAllergies.DRUG_ALLERGIES),
        ("Allergies: Denies", NoKnownAllergies.ALLERGIES),
        ("HPI: He has no known drug allergies.", NoKnownAllergies.DRUG_ALLERGIES),
    ],
)
def test_none_known_is_a_fact_of_its_own(line: str, kind: NoKnownAllergies) -> None:
    (value,) = values(line)
    assert value.none_known is kind
    assert value.substance in line


def test_none_known_but_for_one_is_one() -> None:
    assert [(each.none_known, each.allergen) for each in values("Allergies: NKDA except sulfa")] == [
        (None, "sulfonamide antibiotics")
    ]


@pytest.mark.parametrize("line", ["?Ibuprofen", "Ibuprofen?", "possible ibuprofen allergy", "Ibuprofen - unsure"])
def test_uncertain_ones_go_to_a_person(line: str) -> None:
    (found,) = find("Allergies:", line)
    assert Reason.STATED_AS_UNCERTAIN in found.reasons


def test_rows_under_a_header() -> None:
    found = find(
        "Allergen        Reaction        Severity     Date",
        "Penicillin      Hives           Moderate     02/03/2019",
        "Xyzzol          Rash            Mild",
        "NKFA",
    )
    read = [each.value for each in found]
    assert [(v.substance, v.allergen, v.reaction, v.severity) for v in read if isinstance(v, Allergy)] == [
        ("Penicillin", "penicillins", "Hives", "Moderate"),
        ("Xyzzol", "", "Rash", "Mild"),
        ("NKFA", "", "", ""),
    ]
    first = read[0]
    assert isinstance(first, Allergy)
    assert first.onset is not None
    assert first.onset.iso == "2019-02-03"
    assert Reason.NAME_UNKNOWN in found[1].reasons


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("She is allergic to penicillin and develops hives.", [("penicillins", "hives", "present")]),
        ("Sulfa allergy noted.", [("sulfonamide antibiotics", "", "present")]),
        ("No latex allergy.", [("latex", "", "absent")]),
        ("Her mother is allergic to aspirin.", []),
        ("Tolerates aspirin well.", []),
        ("Seasonal allergies in spring.", []),
        ("Takes penicillin daily.", []),
        ("? sulfa - maybe rash as a child", [("sulfonamide antibiotics", "rash", "possible")]),
        ("penicillin - 500 mg", []),
    ],
)
def test_sentences(line: str, wanted: list[tuple[str, str, str]]) -> None:
    assert [(each.allergen, each.reaction, each.assertion.value) for each in values("HPI:", line)] == wanted


def test_denied_and_outgrown_ones_are_told_as_such() -> None:
    assert [each.assertion for each in values("Allergies: Latex: no")] == [Assertion.ABSENT]
    assert [each.assertion for each in values("Allergies: Egg - outgrew in childhood")] == [Assertion.HISTORICAL]


def test_unknown_misread_and_weak_names() -> None:
    (unknown,) = find("Allergies: Zofranol (headache)")
    assert unknown.reasons == (Reason.NAME_UNKNOWN,)
    (misread,) = find("Allergies: amoxicilin - rash")
    assert misread.reasons == (Reason.NAME_MISREAD,)
    (weak,) = find("Allergies: latex", confidence=60.0)
    assert weak.reasons == (Reason.VALUE_READ_DOUBTFUL,)
    assert find("Family History: allergic to penicillin") == ()


@pytest.mark.parametrize("line", ["Penicillin - tolerates amoxicillin", "Codeine - none", "Penicillin none"])
def test_a_reaction_that_is_none_and_another_medicine_that_is_borne_leave_it_open(line: str) -> None:
    found = find("Allergies:", line)
    assert all(Reason.STATED_AS_UNCERTAIN in each.reasons for each in found)
    assert found


def test_a_list_that_names_another_person_is_not_passed_over() -> None:
    (theirs,) = find("Allergies:", "Penicillin (mother is allergic)")
    assert isinstance(theirs.value, Allergy)
    assert (theirs.value.allergen, theirs.value.assertion) == ("penicillins", Assertion.FAMILY)
    assert Reason.SPEAKS_OF_ANOTHER in theirs.reasons
    assert theirs.text.value == "Allergy of another person: Penicillin (mother is allergic)"
    assert not find("Her mother is allergic to penicillin.")


def test_an_exception_in_a_sentence_is_an_allergy() -> None:
    line = "She has no known drug allergies except sulfa, which gave her hives, and she sleeps badly."
    (found,) = find("History of present illness:", line)
    assert isinstance(found.value, Allergy)
    assert (found.value.allergen, found.value.assertion) == ("sulfonamide antibiotics", Assertion.PRESENT)
    assert found.value.reaction == "hives"


def test_no_known_food_allergies_say_so() -> None:
    (found,) = find("Allergies:", "NKFA")
    assert isinstance(found.value, Allergy)
    assert found.value.none_known is NoKnownAllergies.FOOD_ALLERGIES
    assert found.text.value == "Stated: no known food allergies (NKFA)"


def test_an_entry_without_a_reaction_is_in_doubt() -> None:
    (found,) = find("Allergies:", "Contrast dye: no reaction reported")
    assert Reason.STATED_AS_UNCERTAIN in found.reasons


@pytest.mark.parametrize("line", ["Eliquis 5 1 tab 2x day", "Trulicity 1.5 weekly Sunday", "Lasix 40 1/2 tab MWF"])
def test_an_entry_that_is_told_as_taken_is_no_sure_allergy(line: str) -> None:
    assert all(Reason.STATED_AS_UNCERTAIN in each.reasons for each in find("Allergies:", line))
    assert find("Allergies:", line)


def test_a_year_is_no_amount() -> None:
    (found,) = find("Allergies:", "Penicillin 1985 (hives)")
    assert Reason.STATED_AS_UNCERTAIN not in found.reasons


def test_an_allergy_of_childhood_told_in_a_sentence_is_in_doubt() -> None:
    (found,) = find("History of present illness:", "She was allergic to cats as a child.")
    assert Reason.STATED_AS_UNCERTAIN in found.reasons


def test_a_review_of_systems_is_no_substance() -> None:
    found = values("Allergies:", "latex. ROS neg for CP/SOB.")
    assert [each.allergen for each in found] == ["latex"]
