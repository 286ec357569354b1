"""Results of the golden reports; none of them is in the samples that the rules were written beside."""

from __future__ import annotations

from devstack.samples import Analyte, Panel

__all__ = [
    "BLOOD_COUNT",
    "CARDIAC",
    "COAGULATION",
    "DIABETES",
    "ELECTROLYTES",
    "INFECTION",
    "IRON",
    "LIPIDS",
    "LIVER",
    "LONG_NAMES",
    "MISREAD_PRONE",
    "RENAL",
    "THYROID",
    "URINE",
]

_A = Analyte

RENAL = Panel(
    "Renal Function Panel",
    (
        _A("Urea Nitrogen (BUN)", "34", "mg/dL", "6 - 24", "H", "high", "31", ("31", "27")),
        _A("Creatinine", "2.08", "mg/dL", "0.76 - 1.27", "H", "high", "1.91", ("1.91", "1.64")),
        _A("eGFR", "33", "mL/min/1.73m2", ">59", "L", "low", "37", ("37", "44")),
        _A("Uric Acid", "8.4", "mg/dL", "3.8 - 8.4", "", "", "7.9", ("7.9", "")),
        _A("Phosphorus", "4.9", "mg/dL", "2.8 - 4.1", "H", "high", "4.6", ("4.6", "4.0")),
        _A("Magnesium", "1.8", "mg/dL", "1.6 - 2.3", "", "", "1.9", ("1.9", "2.0")),
    ),
    specimen="Serum",
)

LIVER = Panel(
    "Hepatic Function Panel",
    (
        _A("AST", "88", "U/L", "10 - 40", "H", "high", "64"),
        _A("ALT", "112", "U/L", "7 - 56", "H", "high", "79"),
        _A("Alkaline Phosphatase", "131", "U/L", "44 - 147", "", "", "126"),
        _A("GGT", "96", "U/L", "8 - 61", "H", "high", "88"),
        _A("Bilirubin, Total", "1.8", "mg/dL", "0.1 - 1.2", "H", "high", "1.5"),
        _A("Bilirubin, Direct", "0.6", "mg/dL", "0.0 - 0.3", "H", "high", "0.4"),
        _A("Albumin", "3.1", "g/dL", "3.5 - 5.0", "L", "low", "3.4"),
        _A("Total Protein", "6.4", "g/dL", "6.0 - 8.3", "", "", "6.6"),
    ),
    specimen="Serum",
)

IRON = Panel(
    "Anemia Studies",
    (
        _A("Iron", "31", "ug/dL", "50 - 170", "L", "low", "44"),
        _A("TIBC", "441", "ug/dL", "250 - 450", "", "", "430"),
        _A("Iron Saturation", "7", "%", "15 - 50", "L", "low", "10"),
        _A("Ferritin", "6.2", "ng/mL", "13.0 - 150.0", "L", "low", "8.9"),
        _A("Vitamin B12", "211", "pg/mL", "232 - 1245", "L", "low", "260"),
        _A("Folate", "5.1", "ng/mL", ">3.0", "", "", "6.0"),
    ),
    specimen="Serum",
)

COAGULATION = Panel(
    "Coagulation",
    (
        _A("Prothrombin Time", "28.4", "sec", "9.4 - 12.5", "H", "high", "25.1"),
        _A("INR", "2.6", "", "0.9 - 1.1", "H", "high", "2.3"),
        _A("aPTT", "41", "sec", "24 - 36", "H", "high", "38"),
        _A("Fibrinogen", "512", "mg/dL", "200 - 400", "H", "high", "476"),
    ),
    specimen="Plasma",
)

CARDIAC = Panel(
    "Cardiac Markers",
    (
        _A("BNP", "612", "pg/mL", "<100", "H", "high", "540"),
        _A("Creatine Kinase", "204", "U/L", "39 - 308", "", "", "188"),
        _A("C-Reactive Protein", "88.2", "mg/L", "0.0 - 8.0", "H", "high", "41.6"),
        _A("Lactate Dehydrogenase", "301", "U/L", "121 - 224", "H", "high", "276"),
    ),
    specimen="Plasma",
)

ELECTROLYTES = Panel(
    "Basic Metabolic Panel",
    (
        _A("Sodium", "128", "mmol/L", "136 - 145", "L", "low", "131"),
        _A("Potassium", "3.1", "mmol/L", "3.5 - 5.1", "L", "low", "3.4"),
        _A("Chloride", "92", "mmol/L", "98 - 107", "L", "low", "95"),
        _A("CO2", "31", "mmol/L", "22 - 29", "H", "high", "30"),
        _A("Anion Gap", "5", "mmol/L", "3 - 11", "", "", "6"),
        _A("Glucose", "411", "mg/dL", "65 - 99", "HH", "vhigh", "287"),
        _A("Calcium", "8.2", "mg/dL", "8.6 - 10.2", "L", "low", "8.4"),
    ),
    specimen="Serum",
)

BLOOD_COUNT = Panel(
    "Complete Blood Count",
    (
        _A("WBC", "3.2", "10^3/uL", "4.0 - 11.0", "L", "low", "3.9"),
        _A("RBC", "5.61", "10^6/uL", "4.20 - 5.80", "", "", "5.48"),
        _A("Hemoglobin", "17.6", "g/dL", "13.2 - 16.6", "H", "high", "17.1"),
        _A("Hematocrit", "52.8", "%", "38.3 - 48.6", "H", "high", "51.0"),
        _A("MCV", "94.1", "fL", "80.0 - 100.0", "", "", "93.1"),
        _A("MCH", "31.4", "pg", "27.0 - 33.0", "", "", "31.2"),
        _A("MCHC", "33.3", "g/dL", "32.0 - 36.0", "", "", "33.5"),
        _A("RDW", "12.9", "%", "11.5 - 14.5", "", "", "13.0"),
        _A("Platelet Count", "98", "10^3/uL", "150 - 400", "L", "low", "121"),
    ),
    specimen="Whole blood",
)

LIPIDS = Panel(
    "Lipid Profile",
    (
        _A("Total Cholesterol", "264", "mg/dL", "<200", "H", "high", "248"),
        _A("Triglycerides", "342", "mg/dL", "<150", "H", "high", "301"),
        _A("HDL Cholesterol", "31", "mg/dL", ">39", "L", "low", "33"),
        _A("LDL Cholesterol", "165", "mg/dL", "<100", "H", "high", "155"),
        _A("Non-HDL Cholesterol", "233", "mg/dL", "<130", "H", "high", "215"),
    ),
    specimen="Serum",
)

DIABETES = Panel(
    "Glycemic Control",
    (
        _A("Hemoglobin A1c", "11.4", "%", "4.8 - 5.6", "H", "high", "10.2", ("10.2", "9.1")),
        _A("Glucose", "287", "mg/dL", "65 - 99", "H", "high", "241", ("241", "198")),
        _A("C-Peptide", "4.9", "ng/mL", "1.1 - 4.4", "H", "high", "4.1", ("4.1", "")),
    ),
    specimen="Serum",
)

THYROID = Panel(
    "Thyroid Function",
    (
        _A("TSH", "14.800", "uIU/mL", "0.450 - 4.500", "H", "high", "9.230"),
        _A("T4, Free", "0.61", "ng/dL", "0.82 - 1.77", "L", "low", "0.74"),
        _A("T3, Free", "2.1", "pg/mL", "2.0 - 4.4", "", "", "2.4"),
    ),
    specimen="Serum",
)

URINE = Panel(
    "Urinalysis, Complete",
    (
        _A("Appearance", "Cloudy", "", "Clear", "A", "yes", "Clear"),
        _A("Specific Gravity", "1.024", "", "1.005 - 1.030", "", "", "1.015"),
        _A("pH", "8.0", "", "5.0 - 8.0", "", "", "6.5"),
        _A("Protein", "2+", "", "Negative", "A", "yes", "Negative"),
        _A("Glucose", "Negative", "", "Negative", "", "", "Negative"),
        _A("Blood", "Trace", "", "Negative", "A", "yes", "Negative"),
        _A("Nitrite", "Positive", "", "Negative", "A", "yes", "Negative"),
        _A("Leukocyte Esterase", "3+", "", "Negative", "A", "yes", "Negative"),
    ),
    specimen="Urine",
)

INFECTION = Panel(
    "Infection and Immunity",
    (
        _A("ANA Titer", "1:640", "", "<1:40", "A", "yes", "1:320"),
        _A("Hepatitis C Antibody", "Non-Reactive", "", "Non-Reactive", "", "", "Non-Reactive"),
        _A("Hepatitis B Surface Antibody", "Reactive", "", "Non-Reactive", "A", "yes", "Non-Reactive"),
        _A("SARS-CoV-2 RNA", "Not Detected", "", "Not Detected", "", "", "Not Detected"),
        _A("Rheumatoid Factor", "<10", "IU/mL", "<14", "", "", "11"),
        _A("ESR", "74", "mm/hr", "0 - 20", "H", "high", "52"),
        _A("Prealbumin", "See note", "mg/dL", "20 - 40", "", "", "18"),
        _A("Ceruloplasmin", "QNS", "mg/dL", "19 - 39", "", "", "27", resulted=False),
        _A("Aldolase", "Pending", "U/L", "3.3 - 10.3", "", "", "6.1", resulted=False),
    ),
    specimen="Serum",
)

LONG_NAMES = Panel(
    "Special Chemistry",
    (
        _A("Immunoglobulin A, Quantitative, Serum", "231", "mg/dL", "87 - 352"),
        _A("Sex Hormone Binding Globulin, Serum", "58.2", "nmol/L", "16.5 - 75.9"),
        _A("Luteinizing Hormone (LH), Serum", "7.4", "mIU/mL", "1.7 - 8.6"),
        _A(
            "Carcinoembryonic Antigen (CEA), Serum", "2.9", "ng/mL", "0.0 - 4.7", comment="Lot 2207, 4 replicates of 3."
        ),
    ),
    specimen="Serum",
)

#: Numbers that recognizers like to turn into others: 1/7, 3/8, 5/6, 0/8, a lost point, a doubled digit.
MISREAD_PRONE = Panel(
    "Chemistry",
    (
        _A("Creatinine", "0.88", "mg/dL", "0.57 - 1.00", "", ""),
        _A("Potassium", "3.9", "mmol/L", "3.5 - 5.1", "", ""),
        _A("Calcium", "8.6", "mg/dL", "8.6 - 10.3", "", ""),
        _A("Sodium", "138", "mmol/L", "136 - 145", "", ""),
        _A("Chloride", "111", "mmol/L", "98 - 107", "H", "high"),
        _A("Glucose", "71", "mg/dL", "70 - 99", "", ""),
        _A("Albumin", "3.8", "g/dL", "3.5 - 5.0", "", ""),
        _A("Total Protein", "6.5", "g/dL", "6.0 - 8.3", "", ""),
        _A("Bilirubin, Total", "0.1", "mg/dL", "0.1 - 1.2", "", ""),
        _A("TSH", "0.011", "uIU/mL", "0.450 - 4.500", "L", "low"),
        _A("Ferritin", "1,101", "ng/mL", "15 - 150", "H", "high"),
        _A("Magnesium", "1.7", "mg/dL", "1.6 - 2.3", "", ""),
        _A("Phosphorus", "3.3", "mg/dL", "2.5 - 4.5", "", ""),
        _A("Hemoglobin A1c", "5.5", "%", "4.0 - 5.6", "", ""),
    ),
    specimen="Serum",
)
