"""Numbers of a workbook as they show: 8.1 under the format 0.00 is 8.10, and that is what a person compares."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

__all__ = ["GENERAL", "built_in_format", "shown_general", "shown_number"]

GENERAL: Final = "General"

#: Formats that are not stored (ISO/IEC 29500-1, 18.8.30); those of dates in the order of other languages are told by
#: their kind only.
_BUILT_IN: Final = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "$#,##0", 6: "$#,##0", 7: "$#,##0.00", 8: "$#,##0.00",
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm",
    37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
    41: "#,##0", 42: "$#,##0", 43: "#,##0.00", 44: "$#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip
_LOCAL_DATES: Final = frozenset({*range(27, 32), 36, *range(50, 59)})
_LOCAL_TIMES: Final = frozenset(range(32, 36))

#: Significant digits that a cell of usual width shows of a fraction without a format, and that a double holds.
_SHOWN_DIGITS: Final = 10
_EXACT_DIGITS: Final = 15

_TOKENS: Final = re.compile(r'"([^"]*)"|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|(E[+-][0#?]+)|([0#?.,]+)|(%)|(.)', re.IGNORECASE)
_CONDITION: Final = re.compile(r"(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)")
_CURRENCY: Final = re.compile(r"\$([^-\]]*)")


@dataclass(frozen=True, slots=True)
class _Section:
    """One of up to four parts of a format.

    Attributes:
        before: Letters in front of the digits.
        after: Letters behind them.
        digits: The pattern of digits; empty where the section shows letters only.
        power: The pattern of an exponent, or empty.
        percent: How many times the number is shown a hundredfold.
        condition: When the section holds, as sign and limit.
        general: Whether the number shows without a pattern.
    """

    before: str
    after: str
    digits: str
    power: str
    percent: int
    condition: tuple[str, Decimal] | None
    general: bool


def built_in_format(number: int) -> str:
    """The format code of a number that stands for one; `GENERAL` for unknown ones."""
    if number in _LOCAL_DATES:
        return "yyyy-mm-dd"
    if number in _LOCAL_TIMES:
        return "h:mm:ss"
    return _BUILT_IN.get(number, GENERAL)


def shown_general(value: float) -> str:
    """A number as it shows without a format: whole numbers in full, fractions to ten significant digits."""
    if value.is_integer() and abs(value) < 10**_EXACT_DIGITS:
        return str(int(value))
    return f"{value:.{_SHOWN_DIGITS}g}".upper()


def shown_number(value: float, code: str) -> str | None:
    """A number as ``code`` shows it; ``None`` where the format shows nothing at all.

    Patterns that are not understood (fractions, several groups of digits) show the number as without a format.
    """
    sections = _sections(code)
    chosen, implied = _choose(sections, value)
    if chosen is None:
        return shown_general(value)
    if not (chosen.digits or chosen.general):
        letters = (chosen.before + chosen.after).strip()
        return letters or None
    if chosen.digits.count(".") > 1 or ("/" in chosen.after and "?" in chosen.digits):
        return shown_general(value)
    number = Decimal(f"{value:.{_EXACT_DIGITS}g}")
    if implied:
        number = abs(number)
    try:
        body = shown_general(float(number)) if chosen.general else _patterned(number, chosen)
    except InvalidOperation:
        body = shown_general(value)
    return f"{chosen.before}{body}{chosen.after}".strip()


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
    parts: list[str] = []
    start = 0
    for match in re.finditer(r'"[^"]*"|\\.|(;)', code):
        if match.group(1):
            parts.append(code[start : match.start()])
            start = match.end()
    parts.append(code[start:])
    return tuple(_section(part) for part in parts[:4])


def _section(part: str) -> _Section:
    # A number in a cell of text shows as without a format.
    general = GENERAL.casefold() in part.casefold() or part.strip() == "@"
    if part.strip() == "@":
        part = "\x00"
    elif general:
        part = re.sub("general", "\x00", part, flags=re.IGNORECASE)
    letters = ["", ""]
    digits = power = ""
    percent = 0
    condition: tuple[str, Decimal] | None = None
    for quoted, escaped, blank, _, bracket, exponent, pattern, hundred, other in _TOKENS.findall(part):
        side = 1 if digits or "\x00" in letters[0] else 0
        if bracket:
            told = _CONDITION.fullmatch(bracket)
            money = _CURRENCY.match(bracket)
            if told:
                condition = told.group(1), Decimal(told.group(2))
            elif money:
                letters[side] += money.group(1)
        elif exponent:
            power = exponent
        elif pattern:
            digits += pattern
        else:
            percent += bool(hundred)
            letters[side] += quoted or escaped or (" " if blank else "") or hundred or other
    return _Section(
        letters[0].replace("\x00", ""), letters[1], "" if general else digits, power, percent, condition, general
    )


def _choose(sections: tuple[_Section, ...], value: float) -> tuple[_Section | None, bool]:
    """The section for a value, and whether its sign is the section's own business."""
    numeric = sections[:3] if len(sections) > 3 else sections
    if any(section.condition for section in numeric):
        for section in numeric:
            if section.condition is None or _holds(section.condition, value):
                return section, False
        return None, False
    if len(numeric) == 1 or value > 0:
        return numeric[0], False
    if value < 0:
        return numeric[1], True
    return (numeric[2] if len(numeric) > 2 else numeric[0]), False


def _holds(condition: tuple[str, Decimal], value: float) -> bool:
    sign, limit = condition
    number = Decimal(repr(value))
    return {
        "<": number < limit,
        ">": number > limit,
        "=": number == limit,
        "<=": number <= limit,
        ">=": number >= limit,
        "<>": number != limit,
    }[sign]


def _patterned(number: Decimal, section: _Section) -> str:
    """The digits of a number under a pattern such as ``#,##0.00``."""
    number *= Decimal(100) ** section.percent
    whole, _, fraction = section.digits.partition(".")
    thousands = len(whole) - len(whole.rstrip(","))
    number /= Decimal(1000) ** thousands
    whole = whole.rstrip(",")
    most, least = len(fraction), fraction.rstrip("#?").count("0")
    if section.power:
        return _scientific(number, most, section.power)
    rounded = number.quantize(Decimal(1).scaleb(-most), rounding=ROUND_HALF_UP)
    sign = "-" if rounded < 0 else ""
    integral, _, decimals = f"{abs(rounded):f}".partition(".")
    while len(decimals) > least and decimals.endswith("0"):
        decimals = decimals[:-1]
    required = whole.count("0")
    integral = integral.lstrip("0").rjust(required, "0") if required or decimals else integral
    if "," in whole:
        integral = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", integral)
    return f"{sign}{integral or '0'}{'.' if decimals else ''}{decimals}"


def _scientific(number: Decimal, decimals: int, power: str) -> str:
    mantissa, _, exponent = f"{number:.{decimals}E}".partition("E")
    value = int(exponent)
    sign = "-" if value < 0 else "+" if power[1] == "+" else ""
    return f"{mantissa}E{sign}{abs(value):0{power.count('0')}d}"
