"""Eight designs of a clinical workbook; each gives the file and what its cells state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType

from openpyxl.comments import Comment
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from arbiter_fhir.domain.statement import Assertion
from devstack.golden.claims import ANY_CERTAINTY, DOUBTED, Med, allergy, medication, no_allergies, problem, vital
from devstack.golden.paper_clock import on_paper
from devstack.golden.patients import FOLK
from devstack.golden.workbook.writer import Book, lab
from devstack.samples import Person

__all__ = ["DESIGNS", "PATIENT_OF"]

#: Whose workbook each design is.
PATIENT_OF: Mapping[str, Person] = MappingProxyType(
    {
        "long": FOLK["Kettlewell"],
        "wide": FOLK["Dragomirescu"],
        "across": FOLK["Quillfeather"],
        "lists": FOLK["Pemberly"],
        "summary": FOLK["Yamanashi"],
        "formulas": FOLK["Thibodeaux"],
        "hidden": FOLK["Wisniewski"],
        "epoch": FOLK["Skarsgaard"],
    }
)


def _long() -> Book:
    """One result in each row, units and ranges in columns of their own."""
    book = Book()
    sheet = book.sheet("Lab Results")
    row = book.head(sheet, PATIENT_OF["long"], title="Outside laboratory results")
    book.row(sheet, row, ("Collected", "Test", "Result", "Units", "Reference range", "Flag"), bold=True)
    for name, value, shape, unit, reference, flag, word in (
        ("Hemoglobin A1c", 7.4, "0.0", "%", "4.8 - 5.6", "H", "high"),
        ("Glucose", 151, "0", "mg/dL", "70 - 99", "H", "high"),
        ("Creatinine", 1.1, "0.00", "mg/dL", "0.76 - 1.27", None, None),
        ("Sodium", 141, "0", "mmol/L", "134 - 144", None, None),
        ("TSH", 2.5, "0.00", "uIU/mL", "0.45 - 4.50", None, None),
        ("Platelets", 1012, "#,##0", "x10E3/uL", "150 - 450", "H", "high"),
        ("C-Reactive Protein", "<0.5", "@", "mg/L", "0.0 - 4.9", None, None),
    ):
        row += 1
        shown = {"0.0": "{:.1f}", "0.00": "{:.2f}", "0": "{:.0f}", "#,##0": "{:,}", "@": "{}"}[shape].format(value)
        claim = lab(name, shown, unit, "2026-03-11", reference, flag=word)
        cells = (date(2026, 3, 11), name, value, unit, reference, flag)
        book.row(sheet, row, cells, claim=claim, at=3, formats={1: "mm/dd/yyyy", 3: shape})
    return book


def _wide() -> Book:
    """A flowsheet: one row for each date, tests in columns, units in the titles."""
    book = Book()
    sheet = book.sheet("Flowsheet")
    row = book.head(sheet, PATIENT_OF["wide"])
    tests = (("Potassium", "mmol/L"), ("Creatinine", "mg/dL"), ("Hemoglobin", "g/dL"))
    book.row(sheet, row, ("Date", *(f"{name} ({unit})" for name, unit in tests)), bold=True)
    for day, values in (
        (date(2026, 1, 6), ("4.4", "0.92", "12.8")),
        (date(2026, 2, 10), ("4.1", "0.95", "12.1")),
        (date(2026, 3, 17), ("4.7", None, "11.6")),
    ):
        row += 1
        numbers = [None if value is None else float(value) for value in values]
        book.row(sheet, row, (day, *numbers), formats={3: "0.00"})
        for column, ((name, unit), value) in enumerate(zip(tests, values, strict=True), start=2):
            if value is not None:
                book.state(sheet, row, column, lab(name, value, unit, day.isoformat()))
    return book


def _across() -> Book:
    """Tests in rows, dates in columns, range and unit at the left."""
    book = Book()
    sheet = book.sheet("Cumulative")
    row = book.head(sheet, PATIENT_OF["across"], title="Cumulative report")
    days = (date(2025, 9, 4), date(2025, 12, 11), date(2026, 3, 5))
    book.row(
        sheet, row, ("Analyte", "Unit", "Ref. range", *days), formats={4: "d-mmm-yy", 5: "d-mmm-yy", 6: "d-mmm-yy"}
    )
    for name, unit, reference, values in (
        ("LDL Cholesterol", "mg/dL", "<100", ("162", "131", "98")),
        ("HDL Cholesterol", "mg/dL", ">40", ("41", "43", "46")),
        ("Triglycerides", "mg/dL", "<150", ("210", "188", "147")),
        ("ALT", "U/L", "7 - 56", ("33", "38", "36")),
    ):
        row += 1
        book.row(sheet, row, (name, unit, reference, *(int(value) for value in values)))
        for column, (day, value) in enumerate(zip(days, values, strict=True), start=4):
            book.state(sheet, row, column, lab(name, value, unit, day.isoformat(), reference))
    return book


def _lists() -> Book:
    """A sheet each for medications, allergies, problems and vital signs."""
    book = Book()
    sheet = book.sheet("Medications")
    row = book.head(sheet, PATIENT_OF["lists"])
    book.row(sheet, row, ("Medication", "Strength", "Dose", "Route", "Frequency"), bold=True)
    for med in (
        Med("Metformin", "500 mg", "1 tablet", "", "PO", "BID"),
        Med("Lisinopril", "10 mg", "1 tablet", "", "PO", "daily"),
        Med("Montelukast", "10 mg", "1 tablet", "", "PO", "at bedtime"),
    ):
        row += 1
        cells = (med.name, med.strength, med.dose, med.route, med.frequency)
        book.row(sheet, row, cells, claim=medication(med.name, med), at=1)
    sheet = book.sheet("Allergies")
    book.row(sheet, 1, ("Allergen", "Reaction", "Severity"), bold=True)
    for row, each in enumerate((("Penicillin", "hives", "moderate"), ("Latex", "rash", "mild")), start=2):
        book.row(sheet, row, each, claim=allergy(each[0], *each), at=1)
    sheet = book.sheet("Problems")
    book.row(sheet, 1, ("Problem", "ICD-10", "Status"), bold=True)
    for row, each in enumerate(
        (
            ("Asthma", "J45.909", "active"),
            ("Type 2 diabetes mellitus", "E11.9", "active"),
            ("Shingles", "B02.9", "resolved"),
        ),
        start=2,
    ):
        claim = problem(each[0], each[0], Assertion.PRESENT, Assertion.HISTORICAL, icd10=each[1], status=each[2])
        book.row(sheet, row, each, claim=claim, at=1)
    sheet = book.sheet("Vitals")
    book.row(sheet, 1, ("Date", "Blood pressure (mmHg)", "Heart rate (bpm)", "Weight (kg)"), bold=True)
    for row, (day, pressure, rate, weight) in enumerate(
        ((date(2026, 2, 2), "138/84", "76", "81.6"), (date(2026, 3, 16), "132/80", "72", "80.9")), start=2
    ):
        book.row(sheet, row, (day, pressure, int(rate), float(weight)))
        for column, (name, value, unit) in enumerate(
            (("Blood pressure", pressure, "mmHg"), ("Heart rate", rate, "bpm"), ("Weight", weight, "kg")), start=2
        ):
            for claim in vital(f"{name}{row}", name, value, unit):
                book.state(sheet, row, column, claim)
    return book


def _summary() -> Book:
    """Labels and values below each other, a merged title, a note with numbers, a comment on a cell."""
    book = Book()
    sheet = book.sheet("Summary")
    sheet.merge_cells("A1:D1")
    sheet["A1"] = "Clinical summary"
    row = 3
    person = PATIENT_OF["summary"]
    for label, value in (("Name", person.full_name), ("Birth date", person.birth_date), ("Chart no.", person.mrn)):
        book.row(sheet, row, (label, value), formats={2: "mm/dd/yyyy"})
        row += 1
    book.row(sheet, row + 1, ("Collection date", date(2026, 4, 14)), formats={2: "mm/dd/yyyy"})
    row += 2
    for name, value, unit, reference in (
        ("Ferritin", "9.5", "ng/mL", "15 - 150"),
        ("Vitamin B12", "288", "pg/mL", "232 - 1245"),
        ("Folate", "7.1", "ng/mL", ">3.0"),
    ):
        row += 1
        claim = replace(lab(name, value, unit, "2026-04-14", reference), certainty=ANY_CERTAINTY)
        book.row(sheet, row, (name, float(value), unit, reference), claim=claim, at=2)
    sheet.cell(row, 2).comment = Comment("Repeat in 3 months; was 6.6 in 2024", "Nurse")
    book.row(sheet, row + 2, ("Notes", "Goal for ferritin is above 50; 2 tablets of iron were advised in 2024."))
    book.row(sheet, row + 3, ("Allergies", "NKDA"), claim=no_allergies("none", "NKDA"), at=2)
    return book


def _formulas() -> Book:
    """Formulas with and without a stored value, an error value."""
    book = Book()
    sheet = book.sheet("Lipids")
    row = book.head(sheet, PATIENT_OF["formulas"])
    book.row(sheet, row, ("Date", "Test", "Result", "Units", "Range"), bold=True)
    day = date(2026, 2, 19)
    first = row + 1
    for name, value, reference in (("Cholesterol, Total", 204, "<200"), ("HDL Cholesterol", 52, ">40")):
        row += 1
        claim = lab(name, str(value), "mg/dL", "2026-02-19", reference)
        book.row(sheet, row, (day, name, value, "mg/dL", reference), claim=claim, at=3)
    row += 1
    claim = lab("Non-HDL Cholesterol", "152", "mg/dL", "2026-02-19", "<130")
    book.row(sheet, row, (day, "Non-HDL Cholesterol", f"=C{first}-C{first + 1}", "mg/dL", "<130"), claim=claim, at=3)
    book.cached[("Lipids", f"C{row}")] = "152"
    row += 1
    book.row(sheet, row, (day, "LDL Cholesterol", f"=C{first}*0.6", "mg/dL", "<100"))
    row += 1
    book.row(sheet, row, (day, "Triglycerides", "#N/A", "mg/dL", "<150"))
    return book


def _hidden() -> Book:
    """A hidden row and a hidden sheet beside what everybody sees."""
    book = Book()
    sheet = book.sheet("Results")
    row = book.head(sheet, PATIENT_OF["hidden"])
    book.row(sheet, row, ("Date", "Test", "Value", "Unit", "Normal range"), bold=True)
    for name, value, unit, reference, is_hidden in (
        ("BNP", "412", "pg/mL", "<100", False),
        ("Troponin T", "88", "ng/L", "<14", True),
        ("Magnesium", "1.9", "mg/dL", "1.6 - 2.3", False),
    ):
        row += 1
        claim = lab(name, value, unit, "2026-01-27", reference)
        if is_hidden:
            claim = replace(claim, certainty=DOUBTED)
            sheet.row_dimensions[row].hidden = True
        book.row(sheet, row, (date(2026, 1, 27), name, float(value), unit, reference), claim=claim, at=3)
    secret = book.sheet("Old")
    secret.sheet_state = "hidden"
    book.row(secret, 1, ("Date", "Test", "Value", "Unit", "Normal range"))
    claim = replace(lab("Digoxin", "2.6", "ng/mL", "2025-11-03", "0.8 - 2.0"), certainty=DOUBTED)
    book.row(secret, 2, (date(2025, 11, 3), "Digoxin", 2.6, "ng/mL", "0.8 - 2.0"), claim=claim, at=3)
    return book


def _epoch() -> Book:
    """Dates counted from 1904, times of day, a far-away cell that stretches the used range."""
    book = Book()
    book.workbook.epoch = CALENDAR_MAC_1904
    sheet = book.sheet("INR log")
    row = book.head(sheet, PATIENT_OF["epoch"], birth_format="yyyy-mm-dd")
    book.row(sheet, row, ("Drawn", "INR", "Hemoglobin (g/dL)"), bold=True)
    for moment, inr, hemoglobin in (
        (on_paper(2026, 1, 5, 8, 30), "2.4", "13.9"),
        (on_paper(2026, 1, 19, 9, 15), "3.6", "13.5"),
        (on_paper(2026, 2, 2, 8, 45), "2.0", "13.7"),
    ):
        row += 1
        shapes = {1: "mm/dd/yyyy hh:mm", 2: "0.0"}
        book.row(sheet, row, (moment, float(inr), float(hemoglobin)), formats=shapes)
        when = moment.strftime("%Y-%m-%dT%H:%M")
        book.state(sheet, row, 2, replace(lab("INR", inr, "", when), certainty=ANY_CERTAINTY))
        book.state(sheet, row, 3, lab("Hemoglobin", hemoglobin, "g/dL", when))
    sheet.cell(60000, 40, " ")
    return book


DESIGNS: Mapping[str, Callable[[], Book]] = MappingProxyType(
    {
        "long": _long,
        "wide": _wide,
        "across": _across,
        "lists": _lists,
        "summary": _summary,
        "formulas": _formulas,
        "hidden": _hidden,
        "epoch": _epoch,
    }
)
