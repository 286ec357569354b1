"""What a format declares is replaced as a whole, whatever it looks like, and looked for everywhere else."""

from __future__ import annotations

from datetime import date

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.declared import declared_values
from arbiter_fhir.deid.folding import fold
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.clinical_date import DatePrecision
from arbiter_fhir.domain.deid import CandidateField, DeidentifiedDocument, IdentifierRole
from arbiter_fhir.domain.document import Page
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.region import DeclaredContent, RegionKind, RegionMark
from tests.unit.deid.regioned_pages import Holding, regioned_document, regioned_page

D = DeclaredContent

MESSAGE = """\
PID-3   Patient ID      Q7
PID-5   Patient name    Precious   Chance   Q
PID-7   Date of birth   19620410
PID-8   Sex             F
NK1-2   Name            Mercy   Will
OBR-16  Ordering        Stone   Hunter
OBR-22  Reported        20260428141503.22-0500
OBX-3   Test            Hodgkin cell marker
OBX-5   Value           Reed Sternberg cells seen
NTE-3   Comment         Mercy was told. Precious Chance called on 4/29. Hunter agrees with Dr. Stone."""
HOLDINGS = (
    Holding("PID[1]-3.1", ("Q7",), D.PATIENT_MRN),
    Holding("PID[1]-5.1", ("Precious",), D.PATIENT_NAME),
    Holding("PID[1]-5.2", ("Chance",), D.PATIENT_NAME),
    Holding("PID[1]-5.3", ("Q",), D.PATIENT_NAME),
    Holding("PID[1]-7", ("19620410",), D.PATIENT_BIRTH_DATE),
    Holding("PID[1]-8", ("F",), D.PATIENT_SEX),
    Holding("NK1[1]-2.1", ("Mercy",), D.RELATIVE_NAME),
    Holding("NK1[1]-2.2", ("Will",), D.RELATIVE_NAME),
    Holding("OBR[1]-16.2", ("Stone",), D.CLINICIAN_NAME),
    Holding("OBR[1]-16.3", ("Hunter",), D.CLINICIAN_NAME),
    Holding("OBR[1]-22", ("20260428141503.22-0500",), D.DATE),
    Holding("OBX[1]-3.2", ("Hodgkin cell marker",), D.CLINICAL),
    Holding("OBX[1]-5", ("Reed Sternberg cells seen",), D.CLINICAL),
    Holding(
        "NTE[1]-3",
        ("Mercy was told. Precious Chance called on 4/29. Hunter agrees with Dr. Stone.",),
        D.NARRATIVE,
    ),
)


def page_of_message() -> Page:
    page = regioned_page(MESSAGE, *HOLDINGS)
    sex = page.text.index("Sex F") + 4
    middle = page.text.index("Chance Q") + 7
    fixed = {"PID[1]-8": ((sex, sex + 1),), "PID[1]-5.3": ((middle, middle + 1),)}
    regions = [
        type(each)(each.kind, each.path, fixed.get(each.path, each.spans), None, (), each.declares)
        for each in page.regions
    ]
    return Page(
        page.number, page.text, page.words, page.route, page.width_points, page.height_points, None, tuple(regions)
    )


def clean(
    deidentifier: PresidioDeidentifier, *pages: Page, patient: ChartPatient | None = None
) -> DeidentifiedDocument:
    return deidentifier.deidentify(regioned_document(*pages), patient=patient)


def test_whole_fields_are_replaced_and_names_joined(deidentifier: PresidioDeidentifier) -> None:
    made = clean(deidentifier, page_of_message())
    text = made.pages[0].text.value
    lines = text.split("\n")
    assert lines[0].endswith("[MRN_1]")
    name = lines[1].split()[-3:]
    assert len(set(name)) == 1
    assert name[0].startswith("[PERSON_")
    assert made.phi.values[name[0]][0] == "Precious, Chance Q"
    for word in ("Precious", "Chance", "Mercy", "Will", "Stone", "Hunter", "19620410", "20260428", "4/29"):
        assert word not in text, word


def test_terms_in_clinical_fields_stay(deidentifier: PresidioDeidentifier) -> None:
    text = clean(deidentifier, page_of_message()).pages[0].text.value
    assert "Hodgkin cell marker" in text
    assert "Reed Sternberg cells seen" in text


def test_one_person_has_one_placeholder_in_field_and_prose(deidentifier: PresidioDeidentifier) -> None:
    lines = clean(deidentifier, page_of_message()).pages[0].text.value.split("\n")
    patient, relative, clinician = (lines[index].split()[-1] for index in (1, 4, 5))
    assert len({patient, relative, clinician}) == 3
    assert lines[-1].startswith(f"NTE-3 Comment {relative} was told. {patient} called on")
    assert lines[-1].endswith(f"{clinician} agrees with Dr. {clinician}.")


def test_candidates_carry_their_roles(deidentifier: PresidioDeidentifier) -> None:
    made = clean(deidentifier, page_of_message())
    found = {(each.field, each.role): each.value for each in made.candidates.items if each.labelled}
    assert found[CandidateField.NAME, IdentifierRole.PATIENT] == "Precious, Chance Q"
    assert found[CandidateField.NAME, IdentifierRole.RELATIVE] == "Mercy, Will"
    assert found[CandidateField.NAME, IdentifierRole.CLINICIAN] == "Stone, Hunter"
    assert found[CandidateField.BIRTH_DATE, IdentifierRole.PATIENT] == "1962-04-10"
    assert found[CandidateField.SEX, IdentifierRole.PATIENT] == "F"
    assert found[CandidateField.MRN, IdentifierRole.PATIENT] == "Q7"


def test_time_stamps_keep_their_clock_and_precision(deidentifier: PresidioDeidentifier) -> None:
    made = clean(deidentifier, page_of_message())
    lines = made.pages[0].text.value.split("\n")
    assert made.dates[lines[2].split()[-1]].iso == "1962-04-10"
    assert made.dates[lines[6].split()[-1]].iso == "2026-04-28T14:15"


def test_a_year_or_month_alone_is_a_date_where_it_is_declared(deidentifier: PresidioDeidentifier) -> None:
    page = regioned_page(
        "Born 1962\nOnset 201907\nSince 1999",
        Holding("PID-7", ("1962",), D.PATIENT_BIRTH_DATE),
        Holding("PRB-2", ("201907",), D.DATE),
    )
    made = clean(deidentifier, page)
    lines = made.pages[0].text.value.split("\n")
    year, month = (made.dates[line.split()[-1]] for line in lines[:2])
    assert (year.precision, year.day) == (DatePrecision.YEAR, date(1962, 1, 1))
    assert month.iso == "2019-07"
    assert lines[2] == "Since 1999"


def test_a_misspelt_patient_is_still_the_charts_patient(
    deidentifier: PresidioDeidentifier, patient: ChartPatient
) -> None:
    page = regioned_page(
        "Name   GRAVES   ROZE\nNote   Rose Graves slept well.",
        Holding("PID-5.1", ("GRAVES",), D.PATIENT_NAME),
        Holding("PID-5.2", ("ROZE",), D.PATIENT_NAME),
        Holding("NTE-3", ("Rose Graves slept well.",), D.NARRATIVE),
    )
    made = clean(deidentifier, page, patient=patient)
    assert made.pages[0].text.value == "Name [PERSON_1] [PERSON_1]\nNote [PERSON_1] slept well."


def test_a_relative_of_the_same_family_is_somebody_else(
    deidentifier: PresidioDeidentifier, patient: ChartPatient
) -> None:
    page = regioned_page(
        "Name   Graves   Rose\nNext   Graves   Ottoline",
        Holding("PID-5.1", ("Graves",), D.PATIENT_NAME),
        Holding("PID-5.2", ("Rose",), D.PATIENT_NAME),
        Holding("NK1-2.1", (["Graves", "Ottoline"][0],), D.RELATIVE_NAME),
        Holding("NK1-2.2", ("Ottoline",), D.RELATIVE_NAME),
    )
    second = page.text.rindex("Graves")
    regions = list(page.regions)
    regions[2] = type(regions[2])(RegionKind.FIELD, "NK1-2.1", ((second, second + 6),), None, (), D.RELATIVE_NAME)
    page = Page(1, page.text, page.words, page.route, 612.0, 792.0, None, tuple(regions))
    lines = clean(deidentifier, page, patient=patient).pages[0].text.value.split("\n")
    assert lines[0].split()[-1] != lines[1].split()[-1]


def test_a_field_in_one_piece_is_read_in_its_own_order() -> None:
    page = regioned_page("SMITH&VAN^JOHN^A^JR^DR", Holding("PID-5", ("SMITH&VAN^JOHN^A^JR^DR",), D.PATIENT_NAME))
    folded = fold(page.text)
    values = declared_values(page.regions, 1, folded, Reading(folded.text))
    assert [value.display for value in values] == ["SMITH VAN, JOHN A JR"]


def test_clinical_fields_still_lose_hard_identifiers_and_chart_names(
    deidentifier: PresidioDeidentifier, patient: ChartPatient
) -> None:
    value = "Positive, call 217-555-0142 re Kowalczyk 987-65-4320 Babinski Foley"
    page = regioned_page(value, Holding("OBX-5", (value,), D.CLINICAL))
    text = clean(deidentifier, page, patient=patient).pages[0].text.value
    assert "217-555" not in text
    assert "Kowalczyk" not in text
    assert "987-65" not in text
    assert text.endswith("Babinski Foley")


def test_date_cells_are_dates_and_times_are_not(deidentifier: PresidioDeidentifier) -> None:
    page = regioned_page(
        "20260410   08:30",
        Holding("Labs!A1", ("20260410",), None, RegionKind.CELL, marks=(RegionMark.DATE_VALUE,)),
        Holding("Labs!B1", ("08:30",), None, RegionKind.CELL, marks=(RegionMark.DATE_VALUE,)),
    )
    assert clean(deidentifier, page).pages[0].text.value == "[DATE_1] 08:30"


def test_names_of_form_fields_are_labels(deidentifier: PresidioDeidentifier) -> None:
    page = regioned_page(
        "grace may\n4/10/62\nlisinopril 10 mg\nsee chart",
        Holding("form1[0].Page1[0].PatientName[0]", ("grace may",), kind=RegionKind.FORM_FIELD),
        Holding("txtDOB", ("4/10/62",), kind=RegionKind.FORM_FIELD),
        Holding("Medication1", ("lisinopril 10 mg",), kind=RegionKind.FORM_FIELD),
        Holding("Phone", ("see chart",), kind=RegionKind.FORM_FIELD),
    )
    made = clean(deidentifier, page)
    assert made.pages[0].text.value == "[PERSON_1]\n[DATE_1]\nlisinopril 10 mg\nsee chart"
    assert {(each.field, each.value) for each in made.candidates.items} == {
        (CandidateField.NAME, "grace may"),
        (CandidateField.BIRTH_DATE, "4/10/62"),
    }
