"""What the names of form fields say: ``PatientName``, ``form1[0].Page1[0].DOB[0]`` are labels like printed ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from arbiter_fhir.deid.dates import parse_stamp
from arbiter_fhir.deid.labels import FieldKind, Label, label_of
from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.deid.staff_codes import is_staff_code
from arbiter_fhir.domain.deid import IdentifierRole
from arbiter_fhir.domain.region import DeclaredContent, Region, RegionKind

__all__ = ["declared_by_name", "label_of_field"]

#: Where a small letter meets a capital, or a letter a digit: ``PatientName2`` has three words.
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)")
_INDEX: Final = re.compile(r"\[\d+\]|#")
_NUMBER: Final = re.compile(r"\s+\d+$")
#: Words in front of a name that say what sort of widget it is.
_WIDGET: Final = re.compile(r"^(?:txt|text|fld|field|tb|input|form|str|dt|date)\s+", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_SIGN: Final = re.compile(r"\d")

_CONTENTS: Final[Mapping[FieldKind, DeclaredContent]] = {
    FieldKind.DATE: DeclaredContent.DATE,
    FieldKind.ACCOUNT: DeclaredContent.ACCOUNT,
    FieldKind.ACCESSION: DeclaredContent.ACCESSION,
    FieldKind.NUMBER: DeclaredContent.IDENTIFIER,
    FieldKind.LICENSE: DeclaredContent.LICENSE,
    FieldKind.SSN: DeclaredContent.PATIENT_SSN,
    FieldKind.EMAIL: DeclaredContent.EMAIL,
    FieldKind.BIRTH_DATE: DeclaredContent.PATIENT_BIRTH_DATE,
    FieldKind.MRN: DeclaredContent.PATIENT_MRN,
    FieldKind.SEX: DeclaredContent.PATIENT_SEX,
}
_NAMES: Final[Mapping[IdentifierRole, DeclaredContent]] = {
    IdentifierRole.PATIENT: DeclaredContent.PATIENT_NAME,
    IdentifierRole.RELATIVE: DeclaredContent.RELATIVE_NAME,
    IdentifierRole.CLINICIAN: DeclaredContent.CLINICIAN_NAME,
    IdentifierRole.UNKNOWN: DeclaredContent.PERSON_NAME,
}


def label_of_field(path: str) -> Label | None:
    """The label that a form field's name is; ``None`` where it is no known one."""
    last = _INDEX.sub("", path).split(".")[-1]
    words = _NUMBER.sub("", " ".join(_HUMP.sub(" ", last.replace("_", " ").replace("-", " ")).split()))
    for phrase in (words, _WIDGET.sub("", words)):
        label = label_of(phrase)
        if label is not None:
            return label
    return None


def declared_by_name(region: Region, text: str, lexicon: Lexicon) -> DeclaredContent | None:
    """What a form field's name declares of its content; ``None`` where the content is no such thing.

    A name only says what the form asks for; people also write *see above* into it. So the text has to look like it.

    Args:
        region: Any region.
        text: What stands in it.
        lexicon: Word lists.
    """
    label = label_of_field(region.path) if region.kind is RegionKind.FORM_FIELD else None
    if label is None:
        return None
    words = [plain(word) for word in _WORD.findall(text)]
    has_digit = _SIGN.search(text) is not None
    match label.kind:
        case FieldKind.NAME:
            # "Collected By: CPT": whoever did it, by initials that are an abbreviation too.
            code = label.done_by and len(text.split()) == 1 and is_staff_code(text.strip(), lexicon, by_people=True)
            fits = code or any(not lexicon.is_only_word(word) for word in words)
            content = _NAMES[label.role]
        case FieldKind.PHONE:
            patient = label.role is IdentifierRole.PATIENT
            fits, content = has_digit, DeclaredContent.PATIENT_PHONE if patient else DeclaredContent.PHONE
        case FieldKind.ADDRESS:
            patient = label.role is IdentifierRole.PATIENT
            fits = has_digit or any(not lexicon.is_only_word(word) for word in words)
            content = DeclaredContent.PATIENT_ADDRESS if patient else DeclaredContent.ADDRESS
        case FieldKind.DATE | FieldKind.BIRTH_DATE:
            fits, content = parse_stamp(text) is not None, _CONTENTS[label.kind]
        case FieldKind.SEX:
            fits, content = bool(words) or len(text) == 1, _CONTENTS[label.kind]
        case FieldKind.EMAIL:
            fits, content = "@" in text, _CONTENTS[label.kind]
        case kind if kind in _CONTENTS:
            fits, content = has_digit, _CONTENTS[kind]
        case _:
            return None
    return content if fits else None
