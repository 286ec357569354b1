"""Which fields hold identifiers, and whose: what data types alone do not tell.

*Source*: HL7 v2.5.1 chapters 3 (patient administration), 4 (orders), 6 (finance) and 7 (observations); table 0203
(identifier types).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arbiter_fhir.documents.hl7v2.data_types import Holding
from arbiter_fhir.domain.region import DeclaredContent

__all__ = ["declared_by_identifier_type", "declared_of"]

_PATIENT: Final = {
    Holding.NAME: DeclaredContent.PATIENT_NAME,
    Holding.PLACE: DeclaredContent.PATIENT_ADDRESS,
    Holding.PHONE: DeclaredContent.PATIENT_PHONE,
}

#: By type, where the field says nothing of its own.
_BY_HOLDING: Final[Mapping[str, DeclaredContent]] = {
    Holding.CODE: DeclaredContent.CLINICAL,
    Holding.WORDING: DeclaredContent.CLINICAL,
    Holding.TEXT: DeclaredContent.NARRATIVE,
    Holding.DATE: DeclaredContent.DATE,
    Holding.NAME: DeclaredContent.PERSON_NAME,
    Holding.IDENTIFIER: DeclaredContent.IDENTIFIER,
    Holding.ORGANIZATION: DeclaredContent.ORGANIZATION,
    Holding.PLACE: DeclaredContent.ADDRESS,
    Holding.PHONE: DeclaredContent.PHONE,
    Holding.EMAIL: DeclaredContent.EMAIL,
    Holding.DATA: DeclaredContent.CLINICAL,
}

#: Types that name people who treat or serve, unless their field says otherwise.
_STAFF_TYPES: Final = frozenset({"XCN", "CN", "PPN", "CNN", "NDL"})

#: Segments about the patient's family and those who pay: their XPN names are a relative's, their identifiers nobody's
#: in particular.
_RELATIVE_SEGMENTS: Final = frozenset({"NK1"})

#: Fields of plain types that hold identifiers, by their first letters or all.
_WHOLE: Final[Mapping[tuple[str, int], DeclaredContent]] = {
    ("MSH", 2): DeclaredContent.CLINICAL,
    ("MSH", 10): DeclaredContent.IDENTIFIER,
    ("PID", 7): DeclaredContent.PATIENT_BIRTH_DATE,
    ("PID", 8): DeclaredContent.PATIENT_SEX,
    ("PID", 12): DeclaredContent.ADDRESS,
    ("PID", 19): DeclaredContent.PATIENT_SSN,
    ("PID", 23): DeclaredContent.ADDRESS,
    ("PV1", 5): DeclaredContent.ACCOUNT,
    ("NK1", 37): DeclaredContent.IDENTIFIER,
    ("GT1", 12): DeclaredContent.IDENTIFIER,
    ("GT1", 19): DeclaredContent.IDENTIFIER,
    ("IN1", 8): DeclaredContent.ACCOUNT,
    ("IN1", 28): DeclaredContent.ACCOUNT,
    ("IN1", 36): DeclaredContent.ACCOUNT,
    ("IN1", 46): DeclaredContent.ACCOUNT,
    ("IN1", 52): DeclaredContent.ADDRESS,
    ("IN2", 1): DeclaredContent.IDENTIFIER,
    ("IN2", 2): DeclaredContent.IDENTIFIER,
    ("IN2", 6): DeclaredContent.IDENTIFIER,
    ("IN2", 8): DeclaredContent.IDENTIFIER,
    ("IN2", 10): DeclaredContent.IDENTIFIER,
    ("OBR", 18): DeclaredContent.ACCESSION,
    ("OBR", 19): DeclaredContent.ACCESSION,
    ("OBR", 20): DeclaredContent.ACCESSION,
    ("OBR", 21): DeclaredContent.ACCESSION,
    ("OBX", 4): DeclaredContent.CLINICAL,
    ("OBX", 7): DeclaredContent.CLINICAL,
    ("OBX", 15): DeclaredContent.ORGANIZATION,
    ("RXA", 15): DeclaredContent.CLINICAL,
    ("TXA", 16): DeclaredContent.IDENTIFIER,
}

#: What the identifiers of a field are.
_IDENTIFIERS: Final[Mapping[tuple[str, int], DeclaredContent]] = {
    ("PID", 2): DeclaredContent.PATIENT_MRN,
    ("PID", 3): DeclaredContent.PATIENT_MRN,
    ("PID", 4): DeclaredContent.PATIENT_MRN,
    ("PID", 18): DeclaredContent.ACCOUNT,
    ("PID", 20): DeclaredContent.LICENSE,
    ("PV1", 19): DeclaredContent.ACCOUNT,
    ("PV1", 50): DeclaredContent.ACCOUNT,
    **{("ORC", number): DeclaredContent.ACCESSION for number in (2, 3, 4, 8)},
    **{("OBR", number): DeclaredContent.ACCESSION for number in (2, 3, 29, 51, 52, 53, 54)},
    **{("SPM", number): DeclaredContent.ACCESSION for number in (2, 3, 30, 31, 32)},
    **{("SAC", number): DeclaredContent.ACCESSION for number in (1, 2, 3, 4)},
    **{("TXA", number): DeclaredContent.ACCESSION for number in (12, 13, 14, 15)},
    ("OBX", 21): DeclaredContent.ACCESSION,
}

#: Fields that name other people than their type or segment tells.
_NAMES: Final[Mapping[tuple[str, int], DeclaredContent]] = {
    ("PID", 5): DeclaredContent.PATIENT_NAME,
    ("PID", 9): DeclaredContent.PATIENT_NAME,
    ("PID", 6): DeclaredContent.RELATIVE_NAME,
    ("QRD", 8): DeclaredContent.PERSON_NAME,
    ("MRG", 7): DeclaredContent.PERSON_NAME,
}

#: Fields of the patient's address and telephones.
_PATIENTS_OWN: Final = frozenset({("PID", 11), ("PID", 13), ("PID", 14), ("PID", 40)})

#: Table 0203: identifier types that are no record number of the patient.
_BY_IDENTIFIER_TYPE: Final[Mapping[str, DeclaredContent]] = {
    "SS": DeclaredContent.PATIENT_SSN,
    "SSN": DeclaredContent.PATIENT_SSN,
    "DL": DeclaredContent.LICENSE,
    "DLN": DeclaredContent.LICENSE,
    "AN": DeclaredContent.ACCOUNT,
    "VN": DeclaredContent.ACCOUNT,
    "BA": DeclaredContent.ACCOUNT,
    "ACSN": DeclaredContent.ACCESSION,
    **dict.fromkeys(
        [
            "MA",
            "MB",
            "MC",
            "MCD",
            "MCR",
            "PPN",
            "PN",
            "BR",
            "NI",
            "NH",
            "HC",
            "TAX",
            "EI",
            "EN",
            "MI",
            "WC",
            "MS",
            "PRC",
            "CZ",
            "GI",
            "SN",
            "NHSNBR",
            "NHSNMBR",
            "NHS",
            "NNGBR",
            "INS",
            "WP",
            "PC",
            "XX",
            "U",
            "HCN",
            "JHN",
            "DN",
            "DR",
            "DEA",
            "NPI",
            "UPIN",
        ],
        DeclaredContent.IDENTIFIER,
    ),
}


def declared_of(segment: str, number: int, data_type: str, holding: str) -> DeclaredContent:
    """What a component is, by its field and by what its type says that it holds."""
    whole = _WHOLE.get((segment, number))
    if whole is not None:
        return whole
    if holding == Holding.IDENTIFIER:
        return _IDENTIFIERS.get((segment, number), DeclaredContent.IDENTIFIER)
    if holding == Holding.NAME:
        return _name_of(segment, number, data_type)
    if (segment, number) in _PATIENTS_OWN and holding in _PATIENT:
        return _PATIENT[Holding(holding)]
    return _BY_HOLDING[holding]


def _name_of(segment: str, number: int, data_type: str) -> DeclaredContent:
    own = _NAMES.get((segment, number))
    if own is not None:
        return own
    if data_type in _STAFF_TYPES:
        return DeclaredContent.CLINICIAN_NAME
    return DeclaredContent.RELATIVE_NAME if segment in _RELATIVE_SEGMENTS else DeclaredContent.PERSON_NAME


def declared_by_identifier_type(identifier_type: str) -> DeclaredContent | None:
    """What a patient's identifier is by its type (CX.5); ``None`` where it may be a record number."""
    return _BY_IDENTIFIER_TYPE.get(identifier_type.strip().upper())
