"""Clinical sentences in which nobody is named stay to the letter, whatever their words are besides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.domain.identity import ChartPatient
from tests.unit.deid.written_pages import write_document

#: Abbreviations that are states, degrees, titles or names as well.
ABBREVIATIONS = [
    "Denies MI, CHF, CVA.",
    "Denies MI, CHF",
    "Hx: Stroke, MI, CHF.",
    "No Prior MI, no stents.",
    "Acute MI, inferior wall.",
    "Father MI, mother CVA.",
    "Troponin Negative, MI ruled out.",
    "Repeat CT, MRI and PET.",
    "Chest X-ray, PA and lateral",
    "Lungs Clear, PA and lateral views.",
    "Diagnosed with Lupus, MS, and RA.",
    "Give MS, 2 mg IV.",
    "On MS Contin 15 mg, OR morphine IR",
    "Dilated LA, LV normal.",
    "Reduced CO, CI 2.1.",
    "Sedated, IN and extubated.",
    "Ambulating Independently, OR with a walker.",
    "Refer to PT, OT and ST.",
    "Abdomen Soft, NT, ND, +BS.",
    "Neck Supple, NC. Head NC, AT.",
    "Denies HI, SI.",
    "Electrolytes Normal, CO low",
    "Culture: Pseudomonas, PA, resistant.",
    "Condition Good, OK for discharge.",
    "On NC, 2L. Oxygen NC, 2 L.",
    "Notified MD, PA at bedside.",
    "Allergies: Sulfa, PCN, ASA.",
    "Seen by ID. Seen by GI, who advised EGD.",
    "FH: Father - MI at 60. Mother - MS. Brother - DM, MI.",
    "Calcium, PTH, Mg and Vit D.",
]
#: Letters and words, causes, days of doses, months that are verbs, scores, devices.
PHRASES = [
    "Scheduled C-section at 39 weeks",
    "Delivered by C-section.",
    "C-spine clear, T-spine and L-spine normal.",
    "N-acetylcysteine given, L-carnitine held.",
    "Complicated by Sepsis.",
    "Complicated by Pneumonia and MI.",
    "Worsened by Cold, relieved by Rest.",
    "Diabetes controlled by Diet and Metformin.",
    "Confirmed by Biopsy. Measured by Doppler. Removed by Laser.",
    "Taken by Mouth. Inhaled by Nebulizer.",
    "Followed by Radiation.",
    "Warfarin 5 mg Mon/Wed/Fri, 2.5 mg Tue/Thu.",
    "Warfarin 5 mg daily except 7.5 mg on Mondays and Fridays.",
    "May return if worse. May take ibuprofen.",
    "March fracture of the second metatarsal.",
    "Take with food and May repeat once.",
    "Mini-Mental 28/30. Beck 14. PHQ-9 12.",
    "Kelly clamp; Thomas splint; Ted hose.",
    "Mother: Alzheimer's. Mom has Graves. Aunt with Crohn's, uncle with Hodgkin's.",
    "ED physician notified; ED denies knowledge. Called ED, spoke with the charge nurse.",
    "Given at 10:11 AM. Labs: WBC 7.2.",
    "Hemoglobin Aic 8.1 %",
    "Hawkins and Neer positive. Hawkins positive, Neer negative.",
    "McMurray positive, Lachman and Drawer tests negative.",
    "Failed step-up therapy. Step-Up Therapy started.",
    "Sed rate 40. Sed Rate 22 mm/hr.",
    "Hemolyzed specimen, interpret with caution. Haemolysed. Lipaemic sample.",
    "Factor V Leiden: Not detected",
    "Kappa Light Chain 12.1 mg/L. hCG, Qual",
    "Vit d low, Vit D 18 ng/mL.",
    "Max dose 40 mg. Max Dose reached.",
    "WHAT IS THE LATEST HEMOGLOBIN?",
    "WHEN WAS THE LAST MAMMOGRAM? WHAT DOSE OF METFORMIN?",
    "Family history: Peanut (brother), Asthma (sister).",
    "Allergies: Peanut (child), Penicillin",
    "Wolff Parkinson White syndrome; Von Willebrand factor; Bence Jones protein.",
    "Iron, Vitamin D. Influenza, Type A.",
    "Physical Therapy will see. Metformin will need review. Surgery will follow.",
    "Blood was sent. MASS WAS FOUND ON CT.",
]


@pytest.mark.parametrize("text", [*ABBREVIATIONS, *PHRASES])
def test_clinical_sentences_stay(deidentifier: PresidioDeidentifier, text: str) -> None:
    clean = deidentifier.deidentify(write_document(text), patient=None, clinicians=())
    assert clean.pages[0].text.value == text


@pytest.mark.parametrize("text", ABBREVIATIONS)
def test_they_stay_in_the_chart_of_somebody_named_alike(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, text: str
) -> None:
    alike = replace(
        patient, given="Ed", middle="", family="Asa", other_given=(), former_family=(), relatives=("Ana May",)
    )
    clean = deidentifier.deidentify(write_document(text), patient=alike, clinicians=())
    assert clean.pages[0].text.value == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Called ED, spoke with Ed.", "Called ED, spoke with [PERSON_1]."),
        ("Ed denies pain in the ED.", "[PERSON_1] denies pain in the ED."),
        ("ED WAS COUNSELED", "[PERSON_1] WAS COUNSELED"),
    ],
)
def test_a_name_goes_where_the_abbreviation_stays(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, text: str, kept: str
) -> None:
    named = replace(patient, given="Ed", middle="", family="Vance", other_given=(), former_family=())
    clean = deidentifier.deidentify(write_document(text), patient=named, clinicians=())
    assert clean.pages[0].text.value == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Married to Autumn since 1984, two sons.", "Married to [PERSON_1] since 1984, two sons."),
        ("Message from Autumn today.", "Message from [PERSON_1] today."),
        ("Seen by May today.", "Seen by [PERSON_1] today."),
        ("Will stop by May.", "Will stop by [DATE_1]."),
        ("Fluzone given. Name alert: MAY", "Fluzone given. Name alert: [PERSON_1]"),
    ],
)
def test_a_season_is_somebody_where_the_chart_knows_her(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, text: str, kept: str
) -> None:
    named = replace(patient, given="Autumn", middle="", family="May", other_given=(), former_family=())
    clean = deidentifier.deidentify(write_document(text), patient=named, clinicians=())
    assert clean.pages[0].text.value == kept


@pytest.mark.parametrize(
    "text",
    [
        "Seen by Sedlakova, PA for wound care.",
        "MS Thibodeaux was seen.",
        "Raised in Butte, MT and moved on.",
        "Salina, KS",
        "12 Larkmoor Rd, Butte, MT",
        "Reviewed by Pepper, RN today.",
    ],
)
def test_people_and_towns_beside_such_letters_go(deidentifier: PresidioDeidentifier, text: str) -> None:
    clean = deidentifier.deidentify(write_document(text), patient=None, clinicians=())
    left = clean.pages[0].text.value
    assert not any(word in left for word in ("Sedlakova", "Thibodeaux", "Butte", "Salina", "Pepper", "Larkmoor"))
