"""Five people. Nobody in here was ever alive."""

from __future__ import annotations

from devstack.ehr.people.lines import Allergy, ChartStory, Drug, Order, Panel, Prescription, Problem, Vaccine, Visit
from devstack.ehr.people.panels import results

__all__ = ["STORIES", "ChartStory"]

_TWICE_DAILY, _DAILY, _AT_NIGHT = 1, 9, 16
_OFFICE, _PREVENTIVE = 5, 13


def _signs(pressure: str, pulse: int, weight: float, height: float = 0, **more: str) -> tuple[tuple[str, str], ...]:
    systolic, diastolic = pressure.split("/")
    plain = {"bps": systolic, "bpd": diastolic, "pulse": str(pulse), "weight": str(weight), **more}
    if height:
        # Pounds and inches: 703 is the factor of the index in these units.
        plain |= {"height": str(height), "BMI": f"{703 * weight / height**2:.1f}"}
    return tuple(plain.items())


DIABETES = ChartStory(
    "Leocadia",
    "Brannigan-Osei",
    "Female",
    61,
    visits=(
        Visit(1130, "Annual physical", _signs("146/88", 78, 201, 64, temperature="98.4"), _PREVENTIVE),
        Visit(770, "Diabetes follow-up", _signs("142/86", 76, 197.5)),
        Visit(402, "Diabetes follow-up", _signs("138/84", 74, 194, 64, oxygen_saturation="97")),
        Visit(213, "Diabetes follow-up, foot tingling", _signs("136/82", 72, 190.5)),
        Visit(34, "Medication review", _signs("132/80", 70, 187, 64, temperature="98.2", respiration="14")),
    ),
    panels=(
        Panel(1120, "Hemoglobin A1c", results(a1c="8.9", glucose="188")),
        Panel(765, "Hemoglobin A1c", results(a1c="8.1", glucose="162")),
        Panel(398, "Metabolic panel", results(a1c="7.6", creatinine="0.9", egfr="72", potassium="4.4", sodium="139")),
        Panel(396, "Lipid panel", results(cholesterol="212", ldl="131", hdl="44", triglycerides="184")),
        Panel(210, "Hemoglobin A1c", results(a1c="7.4", acr="42")),
        Panel(30, "Metabolic panel", results(a1c="7.1", creatinine="1.0", egfr="64", potassium="4.6", sodium="140")),
    ),
    orders=(
        Order(30, ("Lipid panel",)),
        Order(28, ("Diabetic retinal photography",), kind="imaging"),
        Order(700, ("C-peptide",), status="canceled"),
    ),
    problems=(
        Problem("Type 2 diabetes mellitus", "ICD10:E11.9", 2950),
        Problem("Essential hypertension", "ICD10:I10", 3300),
        Problem("Mixed hyperlipidemia", "ICD10:E78.2", 2600),
        Problem("Acute bronchitis", "ICD10:J20.9", 980, 965),
    ),
    allergies=(
        Allergy("Penicillin", "hives", "moderate", 9000, "RXNORM:7980"),
        Allergy("Lisinopril", "shortness_of_breath", "severe", 2500, "RXNORM:29046"),
    ),
    drugs=(
        Drug("Metformin 1000 mg tablet", "1 tablet twice daily with meals", 2900, diagnosis="RXNORM:6809"),
        Drug("Aspirin 81 mg tablet", "1 tablet daily", 2400),
        Drug("Glipizide 5 mg tablet", "1 tablet daily before breakfast", 2000, 1120),
    ),
    prescriptions=(
        Prescription("Losartan", "52175", "50", 34, _DAILY, "Hypertension"),
        Prescription("Atorvastatin", "83367", "40", 396, _AT_NIGHT, "Hyperlipidemia"),
        Prescription(
            "Amoxicillin", "723", "500", 980, _TWICE_DAILY, "Bronchitis", quantity="14", refills=0, active=False
        ),
    ),
    vaccines=(Vaccine("140", 410), Vaccine("216", 390), Vaccine("115", 2700), Vaccine("140", 45, "Refused")),
)

KIDNEY = ChartStory(
    "Augustin",
    "Velterop",
    "Male",
    74,
    visits=(
        Visit(900, "Hypertension follow-up", _signs("158/92", 66, 178, 69)),
        Visit(520, "Hypertension follow-up", _signs("150/88", 64, 176)),
        Visit(190, "Swollen ankles", _signs("148/84", 68, 183, 69, oxygen_saturation="95")),
        Visit(20, "Kidney function review", _signs("138/78", 62, 177, 69, temperature="97.9")),
    ),
    panels=(
        Panel(890, "Metabolic panel", results(creatinine="1.5", egfr="49", potassium="4.7", bun="24")),
        Panel(512, "Metabolic panel", results(creatinine="1.7", egfr="42", potassium="4.9", bun="29")),
        Panel(186, "Metabolic panel", results(creatinine="1.9", egfr="37", potassium="5.3", bun="34", sodium="137")),
        Panel(186, "Urine albumin", results(acr="310")),
        Panel(16, "Metabolic panel", results(creatinine="2.1", egfr="32", potassium="5.6", bun="38", sodium="138")),
        Panel(16, "Blood count", results(hemoglobin="10.8", ferritin="88", platelets="214", wbc="6.1")),
    ),
    orders=(
        Order(16, ("Renal ultrasound",), kind="imaging"),
        Order(14, ("Parathyroid hormone", "Phosphate"), "routed"),
    ),
    problems=(
        Problem("Chronic kidney disease stage 3b", "ICD10:N18.32", 900),
        Problem("Essential hypertension", "ICD10:I10", 5600),
        Problem("Gout", "ICD10:M10.9", 4200),
    ),
    allergies=(Allergy("Sulfamethoxazole / trimethoprim", "hives", "mild", 6100),),
    drugs=(Drug("Ibuprofen 400 mg tablet", "as needed for gout pain", 1500, 185),),
    prescriptions=(
        Prescription("Amlodipine", "17767", "10", 190, _DAILY, "Hypertension"),
        Prescription("Allopurinol", "519", "100", 700, _DAILY, "Gout"),
        Prescription("Furosemide", "4603", "20", 188, _DAILY, "Edema"),
    ),
    vaccines=(Vaccine("33", 3100), Vaccine("187", 800), Vaccine("187", 700), Vaccine("140", 60)),
)

ANTICOAGULATION = ChartStory(
    "Ottoline",
    "Farquharson",
    "Female",
    68,
    visits=(
        Visit(365, "Atrial fibrillation follow-up", _signs("128/76", 92, 151, 63)),
        Visit(120, "INR check", _signs("126/74", 84, 150)),
        Visit(12, "INR check, bruising", _signs("124/72", 80, 149, 63), _OFFICE),
    ),
    panels=(
        Panel(118, "INR", results(inr="2.4")),
        Panel(75, "INR", results(inr="1.7")),
        Panel(40, "INR", results(inr="2.9")),
        Panel(12, "INR", results(inr="4.1")),
        Panel(360, "Blood count", results(hemoglobin="12.6", platelets="188", wbc="7.2")),
    ),
    orders=(Order(12, ("INR",)),),
    problems=(
        Problem("Atrial fibrillation", "ICD10:I48.91", 1900),
        Problem("Hypothyroidism", "ICD10:E03.9", 4000),
    ),
    drugs=(
        Drug("Warfarin 5 mg tablet", "as directed by INR", 1850, diagnosis="RXNORM:11289"),
        Drug("Levothyroxine 75 mcg tablet", "1 tablet every morning", 3900),
    ),
    prescriptions=(Prescription("Metoprolol succinate", "6918", "50", 365, _DAILY, "Rate control"),),
    vaccines=(Vaccine("115", 1500), Vaccine("150", 400)),
    none_stated=("allergy",),
)

THYROID = ChartStory(
    "Ignatius",
    "Pellworm",
    "Male",
    45,
    visits=(
        Visit(430, "Fatigue", _signs("122/78", 58, 205, 71, temperature="97.6")),
        Visit(95, "Thyroid follow-up", _signs("120/76", 66, 198, 71)),
    ),
    panels=(
        Panel(425, "Thyroid function", results(tsh="9.8", cholesterol="246", ldl="158", hdl="39")),
        Panel(330, "Thyroid function", results(tsh="5.2")),
        Panel(92, "Thyroid function", results(tsh="2.1", alt="31")),
    ),
    problems=(Problem("Hypothyroidism", "ICD10:E03.9", 425),),
    allergies=(Allergy("Peanut", "unassigned", "severe", 15000),),
    prescriptions=(Prescription("Levothyroxine", "10582", "100", 330, _DAILY, "Hypothyroidism", unit=7),),
    vaccines=(Vaccine("113", 2100),),
)

PREVENTION = ChartStory(
    "Saoirse",
    "Lindqvist-Adeyemi",
    "Female",
    29,
    visits=(Visit(200, "Preventive visit", _signs("112/68", 64, 134, 66, temperature="98.6"), _PREVENTIVE),),
    panels=(Panel(198, "Blood count", results(hemoglobin="11.2", ferritin="9", platelets="301", wbc="5.4")),),
    orders=(Order(198, ("Ferritin",), status="pending"),),
    problems=(Problem("Iron deficiency anemia", "ICD10:D50.9", 198),),
    vaccines=(Vaccine("03", 9800), Vaccine("115", 1300), Vaccine("43", 5000, "Not_Administered")),
    none_stated=("allergy", "medication"),
)

#: By what they are about.
STORIES = {
    "diabetes": DIABETES,
    "kidney": KIDNEY,
    "anticoagulation": ANTICOAGULATION,
    "thyroid": THYROID,
    "prevention": PREVENTION,
}
