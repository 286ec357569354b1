"""Generated pages about generated patients: every identifier that was written in is known, form by form.

The name lists are this module's own and share no more with the product's lists than chance gives.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date

from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.tenant import PatientId

GIVEN = [
    "Anneliese",
    "Thaddeus",
    "Philippa",
    "Seamus",
    "Hyacinth",
    "Oluwaseun",
    "Xiomara",
    "Ottoline",
    "Emeka",
    "Ildiko",
    "Saoirse",
    "Bartholomew",
    "Fenella",
    "Ignatius",
    "Temperance",
    "Obadiah",
    "Quynh",
    "Rashida",
    "Wojtek",
    "Zainabu",
    "April",
    "Rose",
    "Grace",
    "Will",
    "Hope",
    "Faith",
    "Mercedes",
    "June",
    "Iris",
    "Dean",
]
FAMILY = [
    "Vandermolen",
    "Castellanos-Whyte",
    "O'Callaghan",
    "Brackenbury",
    "Thorvaldsen",
    "Nwachukwu",
    "Delgadillo",
    "Szymanski",
    "Okonkwo-Reyes",
    "Brzezinski",
    "Delacroix",
    "Persson",
    "Quintanilla",
    "Abernathy",
    "Parkinson",
    "Graves",
    "Young",
    "White",
    "Bishop",
    "Long",
    "May",
    "Bell",
    "Rivers",
    "Mercer",
    "Fitzwilliam",
    "Tanizaki",
    "Hallgrimsson",
    "Mbeki-Jones",
    "Stavropoulos",
    "Yildiz",
]
STREETS = ["Persimmon", "Wheatfield", "Saltmarsh", "Marigold", "Larkspur", "Quarrystone", "Hollybrook", "Fennimore"]
CITIES = ["Kalkaska", "Dubuque", "Salina", "Beaufort", "Renton", "Camden", "Pueblo", "Rockland"]

FORMS = (
    "Patient: {last}, {first} {initial}.   DOB: {dob_us}   MRN: {mrn}   Sex: F",
    "PATIENT NAME: {last_caps}, {first_caps}    ACCT: {mrn}    D.O.B. {dob_text}",
    "{first} {last} was seen on {visit} for follow-up.",
    "{title} {last} reports fatigue. {first} denies chest pain.",
    "Call {first} at {phone} or {phone_dots}; email {email}.",
    "Lives at {street}, {city}, {state} {zip}.",
    "SSN {ssn}. Member ID {member}. Birth date {dob_iso}.",
    "Emergency contact: {relative} (sibling). {relative_first} agrees.",
    "Electronically signed by {clinician}, MD on {visit_text}.",
    "{last_caps}'S CHART WAS REVIEWED. {first}'s sister called about {first} {last}.",
    "Re: {initial_first}. {last} / {dob_short} / {mrn_spaced}",
    "cc: Dr. {clinician_last}, {city} office, fax {phone_plain}",
    "{last}-\n{first} {last}\nMRN {mrn}",
    "{misread} seen again; {first} {last} tolerated metformin 500 mg twice daily.",
)
CLINICAL = (
    "Hemoglobin A1c 8.1 % 4.0-5.6 H\nGlucose 182 mg/dL 70-99 H\nCreatinine 0.9 mg/dL 0.6-1.2",
    "TSH 2.31 uIU/mL 0.45-4.50\nVitamin B12 450 pg/mL 200-1100\nANA 1:80",
    "White blood cell count 7.2 K/uL. Rose bengal stain negative. Graves disease on methimazole 10 mg daily.",
    "Parkinson's disease on carbidopa-levodopa 25/100 mg three times daily. Bishop score 6. Long QT excluded.",
    "Will return in 2 weeks. May increase to 1/2 tab every 6 months. BP 120/80. Young woman in no distress.",
)


@dataclass(frozen=True, slots=True)
class GeneratedNote:
    """A page, the chart's patient, and the words that must be gone."""

    text: str
    clinical: str
    patient: ChartPatient
    clinician: ChartClinician
    secrets: tuple[str, ...]
    #: Secrets that are no ordinary or clinical word: nowhere on the page may they be left.
    distinct: tuple[str, ...]


def _misread(word: str) -> str:
    return word.replace("l", "1", 1) if "l" in word else word.replace("o", "0", 1)


def generate(seed: int) -> GeneratedNote:
    """The note of a seed."""
    pick = random.Random(seed)
    first, last = pick.choice(GIVEN), pick.choice(FAMILY)
    relative_first, clinician_first = (pick.choice([name for name in GIVEN[:20] if name != first]) for _ in range(2))
    clinician_last = pick.choice([name for name in FAMILY[:14] if name != last])
    born = date(pick.randint(1930, 2005), pick.randint(1, 12), pick.randint(1, 28))
    visit = date(2026, pick.randint(1, 4), pick.randint(1, 28))
    digits = "".join(pick.choice("23456789") for _ in range(20))
    phone = f"({digits[:3]}) {digits[3:6]}-0{digits[6:9]}"
    mrn = f"{digits[9:16]}"
    ssn = f"9{digits[:2]}-{digits[3:5]}-{digits[5:9]}"
    house, street, city = digits[2:6], pick.choice(STREETS), pick.choice(CITIES)
    code = f"{digits[10:15]}"
    email = f"{first.lower()}.{last.lower().replace(chr(39), '')}@mail.example"
    values = {
        "first": first, "last": last, "initial": "A", "last_caps": last.upper(), "first_caps": first.upper(),
        "title": pick.choice(["Mr.", "Ms.", "Mrs."]), "initial_first": first[0], "misread": _misread(last),
        "dob_us": f"{born:%m/%d/%Y}", "dob_text": f"{born:%B} {born.day}, {born.year}", "dob_iso": born.isoformat(),
        "dob_short": f"{born.month}/{born.day}/{born.year % 100:02d}", "visit": f"{visit:%m/%d/%Y}",
        "visit_text": f"{visit:%d-%b-%Y}", "mrn": mrn, "mrn_spaced": f"{mrn[:3]} {mrn[3:]}", "phone": phone,
        "phone_dots": phone[1:4] + "." + phone[6:9] + "." + phone[10:],
        "phone_plain": phone[1:4] + phone[6:9] + phone[10:],
        "email": email, "street": f"{house} {street} Lane", "city": city, "state": "MI", "zip": code, "ssn": ssn,
        "member": f"XKJ{digits[4:13]}", "relative": f"{relative_first} {last}", "relative_first": relative_first,
        "clinician": f"{clinician_first} {clinician_last}", "clinician_last": clinician_last,
    }  # fmt: skip
    chosen = pick.sample(FORMS, 7)
    clinical = pick.choice(CLINICAL)
    lines = [form.format(**values) for form in chosen]
    patient = ChartPatient(
        patient_id=PatientId(seed + 1), given=first, middle="Anne", family=last, suffix="", birth_date=born,
        sex="Female", mrn=mrn, ssn=ssn, phones=(phone,), emails=(email,), street=f"{house} {street} Lane", city=city,
        state="MI", postal_code=code, relatives=(f"{relative_first} {last}",),
        other_identifiers=(f"XKJ{digits[4:13]}",),
    )  # fmt: skip
    numbers = (mrn, ssn, phone[10:], phone[1:4] + phone[6:9], house, code, f"XKJ{digits[4:13]}", email)
    written = tuple(number for number in numbers if any(number in line for line in lines))
    dates = tuple(text for key, text in values.items() if key.startswith(("dob", "visit")))
    names = (relative_first, clinician_last, city, street, _misread(last), *last.split("-"))
    distinct = tuple(
        name for name in names if name not in {"White", "Young", "Bishop", "Long", "May", "Bell", "Graves", "Parkinson"}
    )
    return GeneratedNote(
        "\n".join([*lines[:4], clinical, *lines[4:]]),
        clinical,
        patient,
        ChartClinician(clinician_first, clinician_last),
        (*written, *dates, f"{first} {last}", f"{last}, {first}", f"{last.upper()}, {first.upper()}"),
        distinct,
    )
