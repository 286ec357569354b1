"""What a person puts in place of a misread field, read as the extractor reads a page.

Numbers, units, dates and words of fixed lists are checked; what follows from a field (number, code, flag, ingredient)
is worked out again. A text that is no value of its field is refused, never bent.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.fact import AbnormalFlag, FactType, FactValue, LabResult
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    Problem,
    Statement,
    Susceptibility,
    SusceptibilityInterpretation,
)
from arbiter_fhir.errors import ErrorCode, ReviewError
from arbiter_fhir.extraction.correction_doubts import doubtful_field
from arbiter_fhir.extraction.laboratory.analytes import find_analyte, loinc_of, specimen_class, takes_no_unit
from arbiter_fhir.extraction.laboratory.flags import derive_flag
from arbiter_fhir.extraction.laboratory.ranges import is_range, parse_range
from arbiter_fhir.extraction.laboratory.units import is_unit_like, ucum_of
from arbiter_fhir.extraction.laboratory.values import ValueKind, parse_value
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.conditions import conditions
from arbiter_fhir.extraction.terminology.medicines import medicines

__all__ = ["FieldCorrections"]

_Fields = dict[str, Any]

#: Fields that people may correct, for each class of values; codes and numbers follow from them.
EDITABLE: Final[Mapping[type, tuple[str, ...]]] = {
    LabResult: (
        *("test_name", "value", "unit", "reference_range", "abnormal_flag"),
        *("collection_date", "report_date", "specimen"),
    ),
    Medication: (
        *("name", "strength", "dose", "form", "route", "frequency"),
        *("indication", "status", "started", "stopped"),
    ),
    Allergy: ("substance", "reaction", "severity", "assertion", "onset"),
    Problem: ("name", "assertion", "status", "onset"),
    FamilyHistory: ("relation", "condition", "assertion", "age_at_onset"),
    Statement: ("text", "assertion"),
    Susceptibility: ("organism", "drug", "interpretation", "value", "unit", "specimen", "collection_date"),
}
#: Fields without which a fact says nothing.
_NEEDED: Final = frozenset({"test_name", "value", "name", "substance", "condition", "text", "organism", "drug"})
_WORDS: Final[Mapping[str, type[StrEnum]]] = {
    "abnormal_flag": AbnormalFlag,
    "assertion": Assertion,
    "interpretation": SusceptibilityInterpretation,
}
_DATES: Final = frozenset({"collection_date", "report_date", "started", "stopped", "onset"})
#: The forms of `ClinicalDate.iso`, of the centuries that papers are from; a zone is none of them.
_ISO: Final = re.compile(r"(?:19|20|21)\d\d(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?)?)?", re.ASCII)
_AGE: Final = re.compile(r"\d{1,3}")
_MIC: Final = re.compile(r"(?:<=|>=|<|>)?\s?\d+(?:\.\d+)?(?:/\d+(?:\.\d+)?)?")
_UNSET: Final = ("", "none")
#: Unicode categories of what nobody sees: controls, directions and joiners, halves of pairs, private and free places.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


class FieldCorrections:
    """Meets `ports.reviews.CorrectionReader`."""

    def editable(self, value: FactValue) -> Sequence[str]:
        """Names of the fields that a person may correct."""
        return EDITABLE[type(value)]

    def doubtful(self, fact_type: FactType, value: FactValue) -> str:
        """As `CorrectionReader.doubtful`."""
        return doubtful_field(fact_type, value)

    def corrected(self, fact_type: FactType, value: FactValue, corrections: Mapping[str, str]) -> FactValue:
        """The value with these fields replaced, and what follows from them worked out again.

        Args:
            fact_type: A vital sign has a unit of its own kind; its name is no analyte.
            value: As it was read.
            corrections: Field name to text; dates as ISO: ``2026``, ``2026-04``, ``2026-04-10``, ``2026-04-10T08:30``.

        Raises:
            ReviewError: E_REVIEW_INVALID, with a sentence that names the field and repeats nothing.
        """
        unknown = set(corrections) - set(self.editable(value))
        if unknown:
            raise _invalid("A field was named that cannot be corrected.")
        given: _Fields = {name: _read(name, " ".join(text.split()), value) for name, text in corrections.items()}
        made: FactValue = dataclasses.replace(value, **given)
        # A flag that a person gives holds, also where it is the one that was printed.
        changed = {name for name, new in given.items() if new != getattr(value, name) or name == "abnormal_flag"}
        return _DERIVED.get(type(made), _as_given)(fact_type, made, frozenset(changed))


def _invalid(message: str) -> ReviewError:
    return ReviewError(ErrorCode.REVIEW_INVALID, message)


def _read(name: str, text: str, value: FactValue) -> object:
    """One field's value from the text that was typed."""
    label = name.replace("_", " ")
    if any(unicodedata.category(each) in _UNSEEN for each in text):
        raise _invalid(f"The field '{label}' holds a character that cannot be printed; type it anew.")
    if any(each.isdecimal() and not each.isascii() for each in text):
        raise _invalid(f"The field '{label}' holds digits that the chart cannot count with; type 0 to 9.")
    if name in _NEEDED and not text:
        raise _invalid(f"The field '{label}' cannot be empty.")
    if name in _DATES:
        return _date(label, text)
    words = _WORDS.get(name) or (type(getattr(value, name)) if name == "status" else None)
    if words is not None:
        return _word(label, text, words)
    if name == "age_at_onset" and text and not _AGE.fullmatch(text):
        raise _invalid("An age is a number of years.")
    return text


def _date(label: str, text: str) -> ClinicalDate | None:
    if text.casefold() in _UNSET:
        return None
    try:
        when = ClinicalDate.parse_iso(text.replace(" ", "T")) if _ISO.fullmatch(text) else None
    except ValueError:
        when = None
    if when is None:
        raise _invalid(f"The field '{label}' is no date; write it as 2026-04-10 or 2026-04-10T08:30.")
    return when


def _word(label: str, text: str, words: type[StrEnum]) -> StrEnum | None:
    if text.casefold() in _UNSET and words in {AbnormalFlag, SusceptibilityInterpretation}:
        return None
    found = next((word for word in words if word.value.casefold() == text.casefold()), None)
    if found is None:
        raise _invalid(f"The field '{label}' takes one of: {', '.join(word.value for word in words)}.")
    return found


def _as_given(_fact_type: FactType, value: FactValue, _changed: frozenset[str]) -> FactValue:
    return value


def _lab(fact_type: FactType, value: FactValue, changed: frozenset[str]) -> FactValue:
    """Number, unit code, test code and flag follow from what is printed."""
    if not isinstance(value, LabResult):
        return value
    parsed = parse_value(value.value)
    if parsed is None or parsed.kind is ValueKind.NOT_RESULTED:
        raise _invalid("The field 'value' is no result: write a number, or the word that the report prints.")
    if value.unit and "unit" in changed and not is_unit_like(value.unit):
        raise _invalid("The field 'unit' is no unit that is known; write it as the report prints it.")
    if value.reference_range and "reference_range" in changed and not is_range(value.reference_range):
        raise _invalid("The field 'reference range' is no range.")
    analyte = find_analyte(value.test_name)
    needs_unit = parsed.kind is ValueKind.NUMBER and (analyte is None or not takes_no_unit(analyte))
    if fact_type is FactType.LAB_RESULT and needs_unit and not value.unit:
        raise _invalid("A number needs its unit: correct the field 'unit' as well.")
    made = dataclasses.replace(value, numeric=parsed.numeric, comparator=parsed.comparator, ucum=ucum_of(value.unit))
    if "test_name" in changed and made.test_name:
        made = dataclasses.replace(made, loinc=None, codes=())
    if changed & {"test_name", "unit", "specimen"} and not made.codes and fact_type is FactType.LAB_RESULT:
        specimen = specimen_class(made.specimen, made.test_name, made.panel)
        unit = made.ucum or ""
        known = loinc_of(analyte, unit=unit, specimen=specimen) if analyte is not None else None
        made = dataclasses.replace(made, loinc=known)
    if "abnormal_flag" in changed:
        return dataclasses.replace(made, flag_printed="", flag_derived=False)
    return _with_flag(made) if changed & {"value", "reference_range"} else made


def _with_flag(lab: LabResult) -> LabResult:
    """The flag that value and range give. A printed one was printed for what stood there before: it is dropped."""
    limits = parse_range(lab.reference_range) if lab.reference_range else None
    derived = None
    if limits is not None and lab.numeric is not None:
        derived = derive_flag(lab.numeric, lab.comparator, limits)
    return dataclasses.replace(lab, flag_printed="", abnormal_flag=derived, flag_derived=derived is not None)


def _medication(_: FactType, value: FactValue, changed: frozenset[str]) -> FactValue:
    if not isinstance(value, Medication) or "name" not in changed:
        return value
    found = medicines().get(value.name)
    if found is None:
        return dataclasses.replace(value, ingredient="", rxnorm=None, codes=())
    return dataclasses.replace(value, ingredient=found.ingredient, rxnorm=found.rxcui, codes=())


def _allergy(_: FactType, value: FactValue, changed: frozenset[str]) -> FactValue:
    if not isinstance(value, Allergy) or "substance" not in changed:
        return value
    found = allergens().get(value.substance)
    if found is None:
        return dataclasses.replace(value, allergen="", none_known=None, rxnorm=None, codes=())
    return dataclasses.replace(value, allergen=found.name, none_known=None, rxnorm=found.rxcui, codes=())


def _problem(_: FactType, value: FactValue, changed: frozenset[str]) -> FactValue:
    if not isinstance(value, Problem) or "name" not in changed:
        return value
    found = conditions().get(value.name)
    return dataclasses.replace(value, icd10=found.icd10 if found is not None else None, codes=())


def _susceptibility(_: FactType, value: FactValue, changed: frozenset[str]) -> FactValue:
    if not isinstance(value, Susceptibility) or "value" not in changed:
        return value
    if not _MIC.fullmatch(value.value):
        raise _invalid("The field 'value' is no concentration or zone.")
    parsed = parse_value(value.value)
    return dataclasses.replace(value, numeric=parsed.numeric if parsed is not None else None)


_DERIVED: Final[Mapping[type, Callable[[FactType, FactValue, frozenset[str]], FactValue]]] = {
    LabResult: _lab,
    Medication: _medication,
    Allergy: _allergy,
    Problem: _problem,
    Susceptibility: _susceptibility,
}
