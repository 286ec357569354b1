"""Invented results that reports are made of; values, ranges and flags belong together."""

from __future__ import annotations

from dataclasses import replace

from devstack.samples.report import Analyte, Panel

__all__ = ["CBC", "CHEMISTRY", "DIABETES", "LIPIDS", "LONG_NAMES", "NOTES", "SEROLOGY", "THYROID", "URINALYSIS"]

_A = Analyte

DIABETES = Panel(
    "Diabetes Monitoring",
    (
        _A("Hemoglobin A1c", "8.1", "%", "4.0 - 5.6", "H", "high", "7.6", ("7.6", "7.9")),
        _A("Glucose, Fasting", "142", "mg/dL", "70 - 99", "H", "high", "131", ("131", "128")),
    ),
    specimen="Whole blood",
)

LIPIDS = Panel(
    "Lipid Panel",
    (
        _A("Cholesterol, Total", "212", "mg/dL", "< 200", "H", "high", "225", ("225", "231")),
        _A("HDL Cholesterol", "38", "mg/dL", ">= 40", "L", "low", "41", ("41", "39")),
        _A("Triglycerides", "187", "mg/dL", "< 150", "H", "high", "160", ("160", "")),
        _A("LDL Cholesterol", "148", "mg/dL", "< 100", "H", "high", "152", ("152", "160")),
        _A("VLDL Cholesterol", "26", "mg/dL", "5 - 40", "", "", "29", ("", "32")),
    ),
    specimen="Serum",
)

CHEMISTRY = Panel(
    "Comprehensive Metabolic Panel",
    (
        _A("Glucose", "105", "mg/dL", "70 - 99", "H", "high", "98", ("98", "101")),
        _A("BUN", "17", "mg/dL", "8 - 27", "", "", "15", ("15", "16")),
        _A("Creatinine", "1.34", "mg/dL", "0.57 - 1.00", "H", "high", "0.98", ("0.98", "0.95")),
        _A("eGFR", ">60", "mL/min/1.73m2", ">= 60", "", "", ">60", (">60", ">60")),
        _A("Sodium", "139", "mmol/L", "134 - 144", "", "", "141", ("141", "140")),
        _A("Potassium", "6.2", "mmol/L", "3.5 - 5.2", "HH", "vhigh", "4.4", ("4.4", "4.1")),
        _A("Chloride", "101", "mmol/L", "96 - 106", "", "", "102", ("102", "103")),
        _A("Carbon Dioxide, Total", "23", "mmol/L", "20 - 29", "", "", "24", ("24", "25")),
        _A("Calcium", "9.4", "mg/dL", "8.7 - 10.3", "", "", "9.6", ("9.6", "9.5")),
        _A("Protein, Total", "7.0", "g/dL", "6.0 - 8.5", "", "", "7.1", ("7.1", "7.2")),
        _A("Albumin", "4.2", "g/dL", "3.8 - 4.8", "", "", "4.3", ("4.3", "4.4")),
        _A("Bilirubin, Total", "0.4", "mg/dL", "0.0 - 1.2", "", "", "0.5", ("0.5", "0.4")),
        _A("Alkaline Phosphatase", "88", "IU/L", "44 - 121", "", "", "90", ("90", "86")),
        _A("AST (SGOT)", "24", "IU/L", "0 - 40", "", "", "22", ("22", "27")),
        _A("ALT (SGPT)", "61", "IU/L", "0 - 32", "H", "high", "30", ("30", "29")),
    ),
    specimen="Serum",
)

CBC = Panel(
    "CBC with Differential",
    (
        _A("WBC", "11.8", "x10E3/uL", "3.4 - 10.8", "H", "high", "9.1"),
        _A("RBC", "4.41", "x10E6/uL", "3.77 - 5.28", "", "", "4.50"),
        _A("Hemoglobin", "10.2", "g/dL", "11.1 - 15.9", "L", "low", "12.4"),
        _A("Hematocrit", "31.9", "%", "34.0 - 46.6", "L", "low", "37.0"),
        _A("MCV", "84", "fL", "79 - 97", "", "", "86"),
        _A("Platelets", "1,012", "x10E3/uL", "150 - 450", "H", "high", "390"),
        _A("Neutrophils", "71", "%", "Not Estab.", "", "", "66"),
        _A("Lymphs", "19", "%", "Not Estab.", "", "", "23"),
        _A("Neutrophils (Absolute)", "8.4", "x10E3/uL", "1.4 - 7.0", "H", "high", "6.0"),
    ),
    specimen="Whole blood",
)

THYROID = Panel(
    "Thyroid",
    (
        _A("TSH", "0.35", "uIU/mL", "0.45 - 4.50", "L", "low", "0.61"),
        _A("Free T4", "1.62", "ng/dL", "0.82 - 1.77", "", "", "1.50"),
        _A("Vitamin D, 25-Hydroxy", "18.4", "ng/mL", "30.0 - 100.0", "L", "low", "22.0"),
        _A("Ferritin", "9", "ng/mL", "15 - 150", "L", "low", "14"),
    ),
    specimen="Serum",
)

URINALYSIS = Panel(
    "Urinalysis",
    (
        _A("Color", "Yellow", "", "Yellow", "", "", "Yellow"),
        _A("Specific Gravity", "1.021", "", "1.005 - 1.030", "", "", "1.018"),
        _A("pH", "5.5", "", "5.0 - 7.5", "", "", "6.0"),
        _A("Protein", "Trace", "", "Negative", "A", "yes", "Negative"),
        _A("Glucose", "Negative", "", "Negative", "", "", "Negative"),
        _A("Ketones", "Negative", "", "Negative", "", "", "Negative"),
        _A("Leukocyte Esterase", "1+", "", "Negative", "A", "yes", "Negative"),
        _A("WBC", "6-10", "/hpf", "0 - 5", "A", "yes", "0-5"),
        _A("Bacteria", "None seen", "", "None seen", "", "", "Few"),
    ),
    specimen="Urine",
)

SEROLOGY = Panel(
    "Serology",
    (
        _A("ANA Titer", "1:160", "", "< 1:80", "A", "yes", "1:80"),
        _A("Hepatitis B Surface Antigen", "Negative", "", "Negative", "", "", "Negative"),
        _A("HIV Ag/Ab Combo", "Non-Reactive", "", "Non-Reactive", "", "", "Non-Reactive"),
        _A("RPR", "Reactive", "", "Non-Reactive", "A", "yes", "Non-Reactive"),
        _A("C-Reactive Protein", "<0.5", "mg/L", "0.0 - 4.9", "", "", "1.2"),
        _A("Rheumatoid Factor", "See note", "IU/mL", "< 14", "", "", "12"),
        _A("Hepatitis C Antibody", "TNP", "", "Negative", "", "", "Negative", resulted=False),
        _A("Homocysteine", "Pending", "umol/L", "< 15", "", "", "11", resulted=False),
    ),
    specimen="Serum",
)

LONG_NAMES = Panel(
    "Endocrinology",
    (
        _A("Thyroid Stimulating Hormone (Ultrasensitive)", "5.92", "uIU/mL", "0.45 - 4.50"),
        _A("Vitamin D, 25-Hydroxy, Total, Immunoassay", "18.4", "ng/mL", "30.0 - 100.0"),
        _A("Parathyroid Hormone, Intact", "44", "pg/mL", "15 - 65"),
        _A(
            "Cortisol, Morning",
            "11.3",
            "ug/dL",
            "6.2 - 19.4",
            comment="Drawn 08:10, 2 tubes of 3 mL, see 2024 method.",
        ),
        _A("Prostate Specific Antigen, Total", "0.9", "ng/mL", "0.0 - 4.0"),
    ),
    specimen="Serum",
)

#: Sentences with numbers that are no results of the report.
NOTES: tuple[str, ...] = (
    "Goal for most adults with diabetes: A1c below 7.0 % (Goal: <7.0). Prior studies used 6.5 as a cut-off.",
    "Prediabetes 5.7 - 6.4 %; diabetes 6.5 % or more. Call 800-555-0199 with questions about these results.",
    "Fasting LDL target <70 mg/dL in patients at very high risk, per 2018 guidance.",
)


def with_flags_as(panel: Panel, marks: dict[str, str]) -> Panel:
    """The same panel with other flag marks, for laboratories that print ``*`` or ``High``."""
    return replace(
        panel,
        analytes=tuple(replace(analyte, flag=marks.get(analyte.flag, analyte.flag)) for analyte in panel.analytes),
    )
