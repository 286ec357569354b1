"""More invented people for forms, letters, workbooks, packets and messages; telephone numbers are 555-01xx."""

from __future__ import annotations

from datetime import date

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.evals.cases import KnownIdentifier
from devstack.golden.expectations import name_identifiers
from devstack.samples import Person

__all__ = ["FOLK", "person_identifiers"]


def _person(name: str, born: date, sex: str, numbers: str, address: str) -> Person:
    """``name`` is given|middle|family, ``numbers`` record|telephone, ``address`` street|city|state|postal code."""
    mrn, phone = numbers.split("|")
    given, middle, family = name.split("|")
    street, city, state, postal_code = address.split("|")
    return Person(given, middle, family, born, sex, mrn, street, city, state, postal_code, phone)


FOLK: dict[str, Person] = {
    person.family: person
    for person in (
        _person(
            "Leocadia|Wren|Pemberly",
            date(1967, 5, 12),
            "Female",
            "8841207|(815) 555-0136",
            "77 Thistledown Way|Galena|IL|61036",
        ),
        _person(
            "Bartek||Wisniewski",
            date(1951, 9, 3),
            "Male",
            "MR-660418|313-555-0118",
            "1409 Alder Crossing|Hamtramck|MI|48212",
        ),
        _person(
            "Nkechi|Ada|Ezeudu",
            date(1989, 1, 27),
            "Female",
            "22-903-441|785.555.0187",
            "302 Bluestem Terrace|Lawrence|KS|66044",
        ),
        _person(
            "Torvald|E|Skarsgaard",
            date(1943, 7, 8),
            "Male",
            "C4471120|(563) 555-0190",
            "5 Gristmill Hollow|Decorah|IA|52101",
        ),
        _person(
            "Marguerite||Thibodeaux",
            date(1975, 12, 19),
            "Female",
            "90077316|985-555-0142",
            "228 Bayou Vista Road|Houma|LA|70360",
        ),
        _person(
            "Hikaru||Yamanashi",
            date(1996, 3, 30),
            "Male",
            "PX-118-2093|503-555-0125",
            "41 Saltgrass Court|Astoria|OR|97103",
        ),
        _person(
            "Concepcion|Luz|Villarreal",
            date(1958, 10, 21),
            "Female",
            "0552918|(956) 555-0161",
            "916 Mesquite Flats Drive|Laredo|TX|78040",
        ),
        _person(
            "Ambrose|Fitzgerald|Quillfeather",
            date(1936, 2, 14),
            "Male",
            "M7719034|802-555-0109",
            "12 Lantern Street|Rutland|VT|05701",
        ),
        _person(
            "Ileana||Dragomirescu",
            date(1982, 6, 6),
            "Female",
            "441-77-20A|509.555.0175",
            "650 Copperleaf Drive|Yakima|WA|98901",
        ),
        _person(
            "Rufus|Obadiah|Kettlewell",
            date(1961, 11, 25),
            "Male",
            "7330415|309-555-0154",
            "88 Windrow Avenue|Moline|IL|61265",
        ),
    )
}

_STREET_WORDS = {"Road", "Terrace", "Court", "Avenue", "Street", "Drive", "Way", "Crossing", "Hollow", "Vista", "Flats"}


def person_identifiers(
    person: Person,
    *,
    dates: tuple[str, ...] = ("%m/%d/%Y",),
    address: bool = True,
    phone: bool = True,
    mrn: bool = True,
) -> tuple[KnownIdentifier, ...]:
    """What says who somebody is, as printed; ``dates`` are the formats in which the birth date stands on the page."""
    found = name_identifiers(person.full_name)
    found += [
        KnownIdentifier(kind=IdentifierKind.DATE, text=text)
        for text in dict.fromkeys([*(person.birth_date.strftime(shape) for shape in dates), str(person.birth_date)])
    ]
    if mrn:
        found.append(KnownIdentifier(kind=IdentifierKind.MRN, text=person.mrn))
    if phone:
        found.append(KnownIdentifier(kind=IdentifierKind.PHONE, text=person.phone))
    if address:
        streets = [word for word in person.street.split() if word.isalpha() and word not in _STREET_WORDS]
        found += [KnownIdentifier(kind=IdentifierKind.ADDRESS, text=text) for text in (person.street, *streets)]
        found.append(KnownIdentifier(kind=IdentifierKind.ADDRESS, text=person.postal_code))
        found.append(KnownIdentifier(kind=IdentifierKind.LOCATION, text=person.city))
    return tuple(found)
