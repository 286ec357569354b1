"""The rows that a fresh OpenEMR 7.0.1 holds: categories, lists, users, facility, globals."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LIST_OPTIONS_FILE = Path(__file__).with_name("list_options.tsv")


@dataclass(frozen=True, slots=True)
class Category:
    """A document category.

    Attributes:
        id: Its number in a default installation.
        name: Shown name.
        parent: Number of the category above it; 0 for the root.
        codes: Such as ``LOINC:34133-9``; mostly empty.
        aco_spec: Access control object.
    """

    id: int
    name: str
    parent: int
    codes: str = ""
    aco_spec: str = "patients|docs"


CATEGORIES = (
    Category(1, "Categories", 0),
    Category(2, "Lab Report", 1),
    Category(3, "Medical Record", 1),
    Category(4, "Patient Information", 1),
    Category(5, "Patient ID card", 4),
    Category(6, "Advance Directive", 1, "LOINC:LP173418-7"),
    Category(7, "Do Not Resuscitate Order", 6, "LOINC:84095-9"),
    Category(8, "Durable Power of Attorney", 6, "LOINC:64298-3"),
    Category(9, "Living Will", 6, "LOINC:75320-2"),
    Category(10, "Patient Photograph", 4),
    Category(11, "CCR", 1),
    Category(12, "CCD", 1, "LOINC:34133-9"),
    Category(13, "CCDA", 1),
    Category(14, "Eye Module", 1),
    Category(15, "Communication - Eye", 14),
    Category(16, "Encounters - Eye", 14),
    Category(17, "Imaging - Eye", 14),
    Category(18, "OCT - Eye", 17),
    Category(19, "FA/ICG - Eye", 17),
    Category(20, "External Photos - Eye", 17),
    Category(21, "AntSeg Photos - Eye", 17),
    Category(22, "Optic Disc - Eye", 17),
    Category(23, "Fundus - Eye", 17),
    Category(24, "Radiology - Eye", 17),
    Category(25, "VF - Eye", 17),
    Category(26, "Drawings - Eye", 17),
    Category(27, "Onsite Portal", 1),
    Category(28, "Patient", 27),
    Category(29, "Reviewed", 27, "LOINC:LP173394-0"),
    Category(30, "FHIR Export Document", 1, "LOINC:LP173421-1", "admin|super"),
    Category(31, "Invoices", 1, "", "encounters|coding"),
)

VISIT_CATEGORIES = (
    (1, "no_show", "No Show"),
    (2, "in_office", "In Office"),
    (5, "office_visit", "Office Visit"),
    (9, "established_patient", "Established Patient"),
    (10, "new_patient", "New Patient"),
    (12, "health_and_behavioral_assessment", "Health and Behavioral Assessment"),
    (13, "preventive_care_services", "Preventive Care Services"),
    (14, "ophthalmological_services", "Ophthalmological Services"),
)
"""Number, constant and name of the calendar's categories that visits are of."""

CODE_TYPES = (("CVX", 100), ("ICD10", 102))
"""Key and number of code types (table ``code_types``)."""

CVX_CODES = (
    ("03", "measles, mumps and rubella virus vaccine", "MMR"),
    ("33", "pneumococcal polysaccharide vaccine, 23 valent", "pneumococcal polysaccharide PPV23"),
    ("43", "hepatitis B vaccine, adult dosage", "Hep B, adult"),
    (
        "113",
        "tetanus and diphtheria toxoids, adsorbed, preservative free, for adult use",
        "Td (adult) preservative free",
    ),
    ("115", "tetanus toxoid, reduced diphtheria toxoid, and acellular pertussis vaccine, adsorbed", "Tdap"),
    ("140", "Influenza, seasonal, injectable, preservative free", "Influenza, seasonal, injectable, preservative free"),
    ("150", "Influenza, injectable, quadrivalent, preservative free", "influenza, injectable, quadrivalent"),
    ("187", "zoster vaccine recombinant", "zoster recombinant"),
    ("216", "pneumococcal conjugate vaccine, 20 valent", "PCV20"),
)
"""Code, text and short text of some vaccines (table ``codes``)."""

GLOBALS: Mapping[str, str] = {
    "rest_fhir_api": "0",
    "rest_api": "0",
    "rest_system_scopes_api": "0",
    "rest_portal_api": "0",
    "site_addr_oath": "",
    "oauth_password_grant": "0",
    "oauth_app_manual_approval": "0",
    "drive_encryption": "1",
    "document_storage_method": "0",
    "secure_upload": "1",
    "api_log_option": "2",
    "gbl_time_zone": "",
    "generate_doc_thumb": "0",
    "units_of_measurement": "1",
}
"""Values right after installation (observed): every API is off."""

USERS = (
    {"id": 1, "username": "admin", "fname": "Administrator", "lname": "Administrator", "authorized": 1, "active": 1,
     "facility_id": 3, "calendar": 1, "portal_user": 0},
    {"id": 2, "username": "phimail-service", "fname": None, "lname": "phiMail Service", "authorized": 0, "active": 0,
     "facility_id": 0, "calendar": 0, "portal_user": 0},
    {"id": 3, "username": "portal-user", "fname": None, "lname": "Patient Portal User", "authorized": 0, "active": 0,
     "facility_id": 0, "calendar": 0, "portal_user": 0},
    {"id": 4, "username": "oe-system", "fname": "System", "lname": "System Operation User", "authorized": 0,
     "active": 0, "facility_id": 0, "calendar": 0, "portal_user": 0},
)  # fmt: skip
"""Built-in accounts; number 4 is the one that system tokens act as (observed in ``api_log``)."""

SYSTEM_USERNAME = "oe-system"

FACILITY = {"id": 3, "name": "Your Clinic Name Here", "country_code": "", "primary_business_entity": 1}


def nested_set() -> dict[int, tuple[int, int]]:
    """Returns left and right number of every category, from a walk through the tree in order of ids."""
    children: dict[int, list[int]] = {}
    for category in CATEGORIES:
        children.setdefault(category.parent, []).append(category.id)
    bounds: dict[int, tuple[int, int]] = {}

    def walk(category_id: int, left: int) -> int:
        right = left + 1
        for child in children.get(category_id, []):
            right = walk(child, right)
        bounds[category_id] = (left, right)
        return right + 1

    walk(CATEGORIES[0].id, 1)
    return bounds


def list_options() -> list[dict[str, str | int]]:
    """Returns the rows of ``list_options.tsv`` with their place in the list."""
    places: dict[str, int] = {}
    rows: list[dict[str, str | int]] = []
    with LIST_OPTIONS_FILE.open(encoding="utf-8", newline="") as lines:
        for line in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            list_id = line["list_id"]
            places[list_id] = places.get(list_id, 0) + 10
            rows.append(
                {
                    "list_id": list_id,
                    "option_id": line["option_id"],
                    "title": line["title"] or "",
                    "codes": line["codes"] or "",
                    "activity": int(line["activity"]),
                    "seq": places[list_id],
                }
            )
    return rows
