"""What stands in the name's column and is no part of the name: a flag before it, a unit or a code behind it."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.analyte import is_loinc
from arbiter_fhir.extraction.laboratory.analytes import analytes_of_loinc, find_analyte
from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.flags import is_flag
from arbiter_fhir.extraction.laboratory.geometry import Fragment, text_of
from arbiter_fhir.extraction.laboratory.units import clean_unit, ucum_of
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["code_doubts", "part_name"]


def part_name(parts: dict[Part, tuple[Fragment, ...]]) -> None:
    """Take code, unit and flag out of a row's name.

    Args:
        parts: Of the row; changed in place.
    """
    _part_code_from_name(parts)
    _part_unit_from_name(parts)
    _part_flag_from_name(parts)


def _part_flag_from_name(parts: dict[Part, tuple[Fragment, ...]]) -> None:
    """A flag before a name (``H Sodium``) is the row's flag, where the name is known without it and not with it."""
    name = parts.get(Part.NAME, ())
    if Part.FLAG in parts or len(name) < 2 or not is_flag(name[0].text):
        return
    if find_analyte(text_of(name).rstrip(":")) is None and find_analyte(text_of(name[1:]).rstrip(":")) is not None:
        parts[Part.FLAG], parts[Part.NAME] = name[:1], name[1:]


def _part_unit_from_name(parts: dict[Part, tuple[Fragment, ...]]) -> None:
    """A unit in brackets or behind a comma at the end of a name (``Glucose (mg/dL)``) is the row's unit."""
    name = parts.get(Part.NAME, ())
    if Part.UNIT in parts or len(name) < 2:
        return
    last, before = name[-1].text, name[-2].text
    marked = (last.startswith("(") and last.endswith(")")) or before.endswith(",")
    start, end = clean_unit(last)
    if marked and ucum_of(last[start:end]) is not None:
        parts[Part.NAME], parts[Part.UNIT] = name[:-1], name[-1:]


def code_doubts(parts: dict[Part, tuple[Fragment, ...]], codes: Sequence[str]) -> list[str]:
    """A printed code of another test than the one that is named: which of them is right is not ours to say."""
    beside = [each.text.strip("()[],:") for each in parts.get(Part.BETWEEN, ())]
    printed = [code for code in (*codes, *beside) if is_loinc(code)]
    named = find_analyte(text_of(parts.get(Part.NAME, ())).rstrip(":"))
    coded = [{analyte.key for analyte in analytes_of_loinc(code)} for code in printed]
    differs = named is not None and any(keys and named.key not in keys for keys in coded)
    return [Reason.CODE_CONTRADICTS_NAME.value] if differs else []


def _part_code_from_name(parts: dict[Part, tuple[Fragment, ...]]) -> None:
    """A LOINC code at the end of a name (``Glucose [2345-7]``, ``Sodium (LOINC 2951-2)``) is no part of it."""
    name = parts.get(Part.NAME, ())
    if len(name) < 2 or not is_loinc(name[-1].text.strip("()[],:")):
        return
    end = len(name) - 1
    if end > 1 and name[end - 1].text.strip("()[],:").casefold() == "loinc":
        end -= 1
    parts[Part.NAME], parts[Part.BETWEEN] = name[:end], (*name[end:], *parts.get(Part.BETWEEN, ()))
