"""Synthetic people and clinics: nobody in here was ever alive, every telephone number is from the 555-01xx range."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

__all__ = ["CLINICS", "PEOPLE", "Clinic", "Person"]


@dataclass(frozen=True, slots=True)
class Person:
    """A synthetic patient as a document header shows him, and as a chart may hold him.

    Attributes:
        sex: ``Female`` or ``Male``.
        phone: NANP number as printed, such as ``(217) 555-0142``.
    """

    given: str
    middle: str
    family: str
    birth_date: date
    sex: str
    mrn: str
    street: str
    city: str
    state: str
    postal_code: str
    phone: str

    @property
    def full_name(self) -> str:
        """Given, middle and family name in this order."""
        return " ".join(part for part in (self.given, self.middle, self.family) if part)

    @property
    def family_first(self) -> str:
        """``Family, Given M`` as laboratories print it."""
        initial = f" {self.middle[0]}" if self.middle else ""
        return f"{self.family}, {self.given}{initial}"


@dataclass(frozen=True, slots=True)
class Clinic:
    """A synthetic laboratory with its address block and the clinician who ordered."""

    name: str
    street: str
    city_line: str
    phone: str
    clinician: str


PEOPLE: tuple[Person, ...] = (
    Person(
        "Marisol",
        "Ines",
        "Ferreira-Quist",
        date(1961, 11, 4),
        "Female",
        "MRN-4471902",
        "418 Larkspur Lane",
        "Peoria",
        "IL",
        "61602",
        "(309) 555-0142",
    ),
    Person(
        "Desmond",
        "Okoro",
        "Halvorsen",
        date(1954, 3, 27),
        "Male",
        "0088412",
        "27 Quarry Hill Road Apt 6",
        "Duluth",
        "MN",
        "55802",
        "218-555-0177",
    ),
    Person(
        "Priyanka",
        "",
        "Balasubramanian",
        date(1987, 8, 15),
        "Female",
        "PT-300918",
        "9 Tamarack Court",
        "Salem",
        "OR",
        "97301",
        "503.555.0119",
    ),
    Person(
        "Theodore",
        "James",
        "Lindqvist",
        date(1949, 12, 2),
        "Male",
        "772-0041-8",
        "1530 Old Mill Street",
        "Augusta",
        "ME",
        "04330",
        "(207) 555-0108",
    ),
    Person(
        "Wen",
        "",
        "Zhao",
        date(1990, 5, 6),
        "Female",
        "MR00051277",
        "88 Harbor View Drive",
        "Tacoma",
        "WA",
        "98402",
        "253-555-0163",
    ),
    Person(
        "Rosalind",
        "Mae",
        "Whitcombe",
        date(1938, 1, 19),
        "Female",
        "5520931",
        "602 Chapel Street",
        "Macon",
        "GA",
        "31201",
        "(478) 555-0155",
    ),
)

CLINICS: tuple[Clinic, ...] = (
    Clinic(
        "Prairie Reference Laboratory",
        "2200 Commerce Parkway",
        "Springfield, IL 62703",
        "217-555-0190",
        "Dr. Anneliese Kowalczyk",
    ),
    Clinic(
        "Northlake Regional Hospital", "75 Lakeshore Avenue", "Duluth, MN 55805", "(218) 555-0131", "Samuel Adeyemi, MD"
    ),
    Clinic(
        "Cascade Clinical Diagnostics", "4410 Foundry Road", "Portland, OR 97209", "503-555-0104", "Dr. Lucia Marchetti"
    ),
)
