"""Units as printed and the UCUM code that each stands for.

*Source*: UCUM 2.1 (ucum.org); the printed forms are curated in ``data/units.tsv``. A printed unit that could mean two
codes has no entry, so that a unit is either mapped to exactly one code or to none.
"""

from __future__ import annotations

import re
from functools import cache

from arbiter_fhir.extraction.tables import read_table

__all__ = ["clean_unit", "is_unit_like", "longest_unit", "normalise_unit", "respell_unit", "ucum_of", "unit_of_range"]

#: The longest printed unit has this many words (``% of total Hgb``, ``mL / min / 1.73 m2``).
MAX_UNIT_WORDS = 5

_SHAPE = re.compile(
    r"""^(?:
        [a-zµμ\d.^*()\[\]]{1,12}/[a-zµμ\d.^*()\[\]/²³]{1,16}   # mg/dL, x10E3/uL, mL/min/1.73m2
        |/[a-z]{2,6}                                            # /hpf
        |%
        )$""",
    re.IGNORECASE | re.VERBOSE,
)
_WORDS_AFTER_PERCENT = {"%oftotalhgb", "%oftotalhemoglobin", "%ngsp", "%hgb", "%oftotal", "%oftotalhb"}
_BARE = frozenset(
    {
        "seconds",
        "sec",
        "sec.",
        "secs",
        "fl",
        "pg",
        "ratio",
        "index",
        "units",
        "unit",
        "titer",
        "titre",
        "s/co",
        "au",
        "mm/hr",
        "eu",
        "copies",
        "iu",
        "isr",
        "/100",
    }
)
#: A range of numbers, or a bound, with words behind it.
_BEHIND_RANGE = re.compile(r"(?:\d\s*(?:-|\u2013|to)\s*|[<>\u2264\u2265]=?\s*)\d[\d.,]*\s*(?P<unit>[^\d\s,;].*)$")
_HAS_DIGIT_ONLY = re.compile(r"^[\d.,/\-]+$")


#: Raised digits and signs, as in 10⁶ and m².
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def normalise_unit(printed: str) -> str:
    """The comparison form of a printed unit: no blanks, case folded, micro signs as ``u``, small digits as digits."""
    folded = printed.strip().casefold()
    for sign in ("µ", "μ"):
        folded = folded.replace(sign, "u")
    folded = folded.translate(_RAISED).replace("\u00d7", "x").strip("[]")
    return re.sub(r"\s+", "", folded)


#: Marks around a unit that optical reading makes of rules and specks, and punctuation that belongs to the sentence.
_AROUND = " ,;()=_|.~:'`\u2014\u2013-"
#: What optical reading makes of a percent sign; no unit is written so.
_PERCENT_READ = frozenset({"%o", "yo", "o/o", "%0", "0/0", "\u00b0/o"})
#: Characters that print alike in common fonts.
_ALIKE = str.maketrans({"1": "i", "l": "i", "|": "i", "!": "i", "0": "o"})


def clean_unit(printed: str) -> tuple[int, int]:
    """Where the unit itself begins and ends in ``printed``: without brackets, rules and punctuation around it.

    Returns:
        Offsets in ``printed``, start inclusive, end exclusive.
    """
    start = len(printed) - len(printed.lstrip(_AROUND))
    end = len(printed.rstrip(_AROUND))
    return start, max(start, end)


@cache
def _printed_forms() -> dict[str, str]:
    forms: dict[str, str] = {}
    for row in read_table("units.tsv"):
        for printed in row["printed"].split("|"):
            forms[printed] = row["ucum"]
        forms[normalise_unit(row["ucum"])] = row["ucum"]
    return forms


def ucum_of(printed: str) -> str | None:
    """The UCUM code of a printed unit, or ``None`` where the table holds none."""
    folded = normalise_unit(printed)
    if folded in _WORDS_AFTER_PERCENT:
        return "%"
    return _printed_forms().get(folded)


@cache
def _alike_forms() -> dict[str, frozenset[str]]:
    forms: dict[str, set[str]] = {}
    for printed in _printed_forms():
        forms.setdefault(printed.translate(_ALIKE), set()).add(printed)
    return {alike: frozenset(printed) for alike, printed in forms.items()}


def respell_unit(printed: str) -> str | None:
    """A unit whose letters were confused with ones that print alike (``ulU/mL``, ``1U/L``), as the table spells it.

    Returns:
        The respelled unit, ``None`` where the printed form is known already or more than one known unit looks like it.
    """
    folded = normalise_unit(printed)
    if folded in _PERCENT_READ:
        return "%"
    known = _alike_forms().get(folded.translate(_ALIKE), frozenset())
    codes = {_printed_forms()[form] for form in known}
    if folded in _printed_forms() or len(codes) != 1 or len(printed) != len(folded):
        return None
    form = next((form for form in sorted(known) if len(form) == len(folded)), None)
    if form is None:
        return None
    return "".join(
        char if char.casefold() == right else (right.upper() if right == "i" else right)
        for char, right in zip(printed, form, strict=True)
    )


def is_unit_like(printed: str) -> bool:
    """Whether one or more words look like a unit, known or not."""
    start, end = clean_unit(printed)
    bare = printed[start:end]
    folded = normalise_unit(bare)
    if not folded or _HAS_DIGIT_ONLY.match(folded):
        return False
    known = ucum_of(bare) is not None or folded in _BARE or respell_unit(bare) is not None
    return known or bool(_SHAPE.match(folded))


def unit_of_range(printed: str) -> str | None:
    """The UCUM code of the unit that stands behind the numbers of a range; ``None`` where none that is known does."""
    found = _BEHIND_RANGE.search(printed.strip(" ()[]"))
    return ucum_of(found["unit"]) if found is not None else None


def longest_unit(words: list[str]) -> int:
    """How many of the leading ``words`` make up one unit; 0 where they begin with none."""
    for count in range(min(len(words), MAX_UNIT_WORDS), 0, -1):
        phrase = " ".join(words[:count])
        folded = normalise_unit(phrase)
        if count == 1 and is_unit_like(phrase):
            return 1
        if count > 1 and (folded in _printed_forms() or folded in _WORDS_AFTER_PERCENT):
            return count
    return 0
