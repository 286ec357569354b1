"""Synthetic patients and laboratories of the golden set; telephone numbers are from the 555-01xx range."""

from __future__ import annotations

from datetime import date

from devstack.samples import Clinic, Person

__all__ = ["LABORATORIES", "PATIENTS"]

PATIENTS: tuple[Person, ...] = (
    Person(
        given="Hyacinth",
        middle="Adaeze",
        family="Brackenbury-Osei",
        birth_date=date(1958, 7, 23),
        sex="Female",
        mrn="MRN-7730418",
        street="216 Persimmon Road",
        city="Dubuque",
        state="IA",
        postal_code="52003",
        phone="(563) 555-0127",
    ),
    Person(
        given="Xiomara",
        middle="",
        family="Delgadillo",
        birth_date=date(1993, 2, 9),
        sex="Female",
        mrn="00419926",
        street="61 Cottonwood Court",
        city="Pueblo",
        state="CO",
        postal_code="81004",
        phone="719-555-0164",
    ),
    Person(
        given="Seamus",
        middle="Padraig",
        family="O'Callaghan",
        birth_date=date(1946, 11, 30),
        sex="Male",
        mrn="C-884-20617",
        street="940 Ferry Landing",
        city="Camden",
        state="ME",
        postal_code="04843",
        phone="207.555.0139",
    ),
    Person(
        given="Thanh",
        middle="",
        family="Nguyen",
        birth_date=date(1971, 9, 14),
        sex="Male",
        mrn="PT0093155",
        street="18 Juniper Court",
        city="Renton",
        state="WA",
        postal_code="98055",
        phone="(425) 555-0148",
    ),
    Person(
        given="Grace",
        middle="Elspeth",
        family="Parkinson",
        birth_date=date(1962, 4, 3),
        sex="Female",
        mrn="55-310-778",
        street="33 Wheatfield Avenue",
        city="Salina",
        state="KS",
        postal_code="67401",
        phone="785-555-0111",
    ),
    Person(
        given="Oluwaseun",
        middle="",
        family="Adebayo",
        birth_date=date(1984, 12, 17),
        sex="Male",
        mrn="M2208814",
        street="7 Saltmarsh Way",
        city="Beaufort",
        state="SC",
        postal_code="29902",
        phone="(843) 555-0173",
    ),
)

LABORATORIES: tuple[Clinic, ...] = (
    Clinic(
        "Tallgrass Pathology Laboratory",
        "880 Industrial Loop",
        "Waterloo, IA 50701",
        "319-555-0182",
        "Dr. Bartholomew Nwachukwu",
    ),
    Clinic(
        "Front Range Medical Center",
        "1200 Clinic Plaza",
        "Pueblo, CO 81003",
        "(719) 555-0106",
        "Saoirse Delacroix, MD",
    ),
    Clinic(
        "Penobscot Diagnostic Services",
        "45 Mill Race Lane",
        "Rockland, ME 04841",
        "207-555-0151",
        "Dr. Ildiko Szymanski",
    ),
)
