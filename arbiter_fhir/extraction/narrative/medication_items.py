"""One medication as printed: what follows its name, read by the grammar of prescriptions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.statement import MedicationStatus
from arbiter_fhir.extraction.narrative.dose_roles import DoseRole, roles_of
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.medicines import Medicine, is_plausible_amount
from arbiter_fhir.extraction.terminology.sig import (
    AMOUNT,
    AS_NEEDED,
    FORM,
    FREQUENCY,
    MASS_UNITS,
    RELEASE,
    ROUTE,
    SALT,
    STRENGTH,
)

__all__ = ["Sig", "medication_text", "name_end", "read_sig", "unknown_name_end"]

_QUALIFIER: Final = re.compile(rf"[\s-]*\(?(?:{RELEASE}|{SALT})\)?(?![\w])", re.IGNORECASE)
_CHANGING: Final = re.compile(
    r"\b(?:taper(?:ing|ed)?|titrat\w+|wean\w*|(?:increas|decreas)\w+ (?:dose |it )?(?:from|to)|"
    r"then (?:\d|one|two|decrease|increase|reduce|stop|off)|reduc\w+ to|"
    r"(?:was|previously|formerly|instead of|not) \d|up to \d+ (?:tablets|mg)|dose change)"
    r"|[\u2192\u21d2\u2191\u2193]|[-=]>",
    re.IGNORECASE,
)
#: A number right behind a name, without a unit: an amount that says not of what. "Vitamin B 12" has none.
_BARE_NUMBER: Final = re.compile(
    r"\s*[:=,(/-]?\s*(?:\d+(?:\.\d+)?|\.\d+)(?![\w./-]|\s*(?:(?:x|times|refills?|days?|weeks?)\b|\)))"
)
#: What stands in brackets and is no purpose: how it is taken, whether, and by whom.
_NO_PURPOSE: Final = re.compile(
    r"\b(?:not|no|never|stop\w*|finish\w*|complet\w+|discontinu\w+|held|hold|old|new|ended|started|quit|anymore|taking|"
    r"patient|pt|wife|husband|spouse|mother|father|son|daughter|friend|sure|dose|last|see|per)\b",
    re.IGNORECASE,
)
_INDICATION: Final = re.compile(
    r"(?:\b(?:for|indication:?|dx:|used for|to treat|prn:?|as needed:?)\s+(?:for\s+)?(?:the\s+|his\s+|her\s+|your\s+)?"
    r"(?!\d|one |two |three |a total|at least|the next|now|\[DATE|last|up to|several|many|past|about|over)"
    r"(?P<words>[A-Za-z][^,;.()\[\]]{1,60}))|\((?:for\s+)?(?P<bracketed>[A-Za-z][A-Za-z /'-]{1,40})\)",
    re.IGNORECASE,
)
#: An unknown name has at most this many words.
LONGEST_NAME_WORDS: Final = 4
#: Names of what an unknown name is not: the grammar's own words and empty answers.
_NOT_A_NAME: Final = re.compile(
    r"^(?:none|n/?a|nil|no|not|see|unknown|patient|pt|takes?|taking|the|continue|per|as|and|with|reviewed|list|medications?|"
    r"current|please|name|dose|denies|he|she|i|we|all|same|other|unable|attached|refer|reconciled|updated|last|allerg\w*|"
    r"start|stop|hold|for|on|in|of|to|take|give|apply|use|inject|inhale|times?|yes|daily|pharmacy|refills?|page|date|"
    r"total|signature|nkda|nka|prescri\w+|over|otc|vitamins?|supplements?|any|home|discharge|admission|comments?|notes?)\b",
    re.IGNORECASE,
)
_BREAK: Final = re.compile(r"[,;:(\u2013]|\s-\s|\d")
_NAME_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'-]{2,}|[A-Z]{2,5}\d{0,3}")


@dataclass(frozen=True, slots=True)
class Sig:
    """What stands behind a medication's name.

    Attributes:
        strength: As printed; empty where none. So are `dose`, `form`, `route`, `frequency` and `indication`.
        as_needed: PRN.
        end: Offset after the last thing that was read.
        reasons: Doubts about the amounts.
    """

    strength: str
    dose: str
    form: str
    route: str
    frequency: str
    as_needed: bool
    indication: str
    end: int
    reasons: tuple[Reason, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing says how it is taken."""
        return not (self.strength or self.dose or self.route or self.frequency or self.as_needed)


def name_end(text: str, end: int) -> int:
    """Where a known name ends once the salt and release marks behind it are taken in (``metoprolol succinate ER``)."""
    while (found := _QUALIFIER.match(text, end)) is not None:
        end = found.end()
    return end


def unknown_name_end(text: str) -> int:
    """Where a name that no table knows ends: before the first number, form, route or frequency; 0 for no name."""
    stops = [len(text)]
    patterns = (STRENGTH, AMOUNT, FREQUENCY, ROUTE, FORM, AS_NEEDED, _BREAK)
    stops.extend(found.start() for pattern in patterns if (found := pattern.search(text)) is not None)
    name = text[: min(stops)].strip()
    words = name.split()
    if (
        not words
        or len(words) > LONGEST_NAME_WORDS
        or _NOT_A_NAME.match(name)
        or not _NAME_WORD.fullmatch(words[0].strip("."))
    ):
        return 0
    return len(text[: min(stops)].rstrip())


def read_sig(text: str, start: int, end: int, medicine: Medicine | None) -> Sig:
    """Read how a medication is taken, from behind its name to where the next statement begins.

    Args:
        text: The item or sentence.
        start: Where the name ends.
        end: Where the statement ends.
        medicine: Which it is, for the plausibility of amounts; ``None`` where it is not known.
    """
    strength, dose, last, reasons = _amounts(text, start, end, medicine)
    frequency = FREQUENCY.search(text, *_around_taken(text, start, end))
    needed = AS_NEEDED.search(text, start, end)
    route = ROUTE.search(text, start, end)
    form = FORM.search(text, start, end)
    indication = _indication(text, start, end)
    for piece in (frequency, needed, route, form):
        last = max(last, piece.end()) if piece is not None else last
    if indication is not None:
        last = max(last, indication[1])
    if _CHANGING.search(text[start:end]) or _is_taken_otherwise(text, start, end):
        reasons.append(Reason.DOSE_CHANGING)
    return Sig(
        strength.strip(),
        dose.strip(" ()"),
        form[0] if form else "",
        _unstopped(route[0]) if route else "",
        _unstopped(frequency[0]) if frequency else "",
        needed is not None,
        indication[0] if indication else "",
        last,
        tuple(dict.fromkeys(reasons)),
    )


def _found_amounts(text: str, start: int, end: int) -> list[tuple[re.Match[str], DoseRole]]:
    """The amounts behind a name, each with what it is."""
    found = [each for each in STRENGTH.finditer(text, start, end) if not _is_measurement(text, each)]
    return list(zip(found, roles_of(text, start, [each.span() for each in found]), strict=True))


def _around_taken(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch that tells how often the amount that is taken is taken: up to one that is not, and not behind it."""
    amounts = _found_amounts(text, start, end)
    others = [each for each, role in amounts if role is not DoseRole.TAKEN]
    taken = next((each for each, role in amounts if role is DoseRole.TAKEN), None)
    if not others:
        return start, end
    if taken is None:
        return start, others[0].start()
    first = start if taken.start() < others[0].start() else taken.start()
    return first, min((each.start() for each in others if each.start() > taken.start()), default=end)


def _is_taken_otherwise(text: str, start: int, end: int) -> bool:
    """Whether a bracket behind how often it is taken says another time: ``daily (twice daily per patient)``."""
    first = FREQUENCY.search(text, start, end)
    if first is None:
        return False
    bracket = re.search(r"\([^()]*\)", text[first.end() : end])
    return bracket is not None and FREQUENCY.search(bracket[0]) is not None


def _amounts(text: str, start: int, end: int, medicine: Medicine | None) -> tuple[str, str, int, list[Reason]]:
    """Strength, dose, where the last of them ends, and what is in doubt about them."""
    reasons: list[Reason] = []
    last = start
    counted = AMOUNT.search(text, start, end)
    if counted is not None and roles_of(text, start, [counted.span()])[0] is not DoseRole.TAKEN:
        counted = None
        reasons.append(Reason.DOSE_PROPOSED)
    strength = dose = ""
    for found, role in _found_amounts(text, start, end):
        if role is not DoseRole.TAKEN:
            reasons.append(Reason.DOSE_PROPOSED if role is DoseRole.PROPOSED else Reason.DOSE_CHANGING)
            last = max(last, found.end())
            continue
        is_dose = _is_dose(text, start, found)
        if is_dose and not dose:
            dose = found[0]
        elif not strength and not is_dose:
            strength = found[0]
        elif not dose and found["unit"].casefold() in MASS_UNITS:
            dose = found[0]
            if FREQUENCY.search(text, start, found.start()) or _parts_amounts(text, start, found.start()):
                # "5 mg MWF, 2.5 mg other days", "500 mg AM and 1000 mg PM": two amounts at two times.
                reasons.append(Reason.DOSE_CHANGING)
        else:
            # "150-200 2 units, 201-250 4 units": as many amounts as there are cases, and no strength among them.
            reasons.append(Reason.DOSE_CHANGING)
            continue
        reasons.extend(_amount_doubts(found, medicine))
        last = max(last, found.end())
    if counted is not None and (not dose or counted.start() < text.find(dose, start)):
        dose, last = counted[0], max(last, counted.end())
    bare = _BARE_NUMBER.match(text, start, end)
    before = bare is not None and (counted is None or bare.end() <= counted.start())
    if before and not (strength or (dose and counted is None) or reasons):
        reasons.append(Reason.UNIT_MISSING)
    return strength, dose, last, reasons


def _is_dose(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether an amount is what is taken at a time, and no product's strength."""
    counted = MASS_UNITS.get(found["unit"].casefold()) == "units" and not found["per"]
    told = re.search(r"\b(?:take|takes|taking|inject|give|dose:?)\s+$", text[start : found.start()], re.IGNORECASE)
    return counted or told is not None


def _parts_amounts(text: str, start: int, end: int) -> bool:
    """Whether two amounts are parted as those of two times are, and not as a product's strength and a dose of it."""
    amounts = list(STRENGTH.finditer(text, start, end))
    between = text[amounts[-1].end() : end] if amounts else ""
    return re.search(r"[,;&]|\b(?:and|or|alternat\w+)\b", between) is not None and FORM.search(between) is None


def _unstopped(printed: str) -> str:
    """Without the full stop that ends the sentence; ``b.i.d.`` keeps its own."""
    bare = printed.strip()
    return bare[:-1] if bare.endswith(".") and bare.count(".") == 1 else bare


def _is_measurement(text: str, found: re.Match[str]) -> bool:
    """Whether an amount is a laboratory value or a duration of something else: ``potassium 4.1 mmol/L``."""
    return (
        bool(re.match(r"\s*/\s*(?:dl|l)\b", text[found.end() :], re.IGNORECASE)) or found["unit"].casefold() == "mmol"
    )


def _amount_doubts(found: re.Match[str], medicine: Medicine | None) -> list[Reason]:
    number, unit = found["number"], MASS_UNITS.get(found["unit"].casefold())
    if re.search(r"[OolI]", number):
        return [Reason.VALUE_READ_DOUBTFUL]
    if medicine is None or medicine.is_combination or unit is None or found["per"]:
        return []
    for part in re.split(r"\s*(?:-|\u2013|/|to)\s*", number):
        try:
            amount = Decimal(part.replace(",", ""))
        except InvalidOperation:
            return [Reason.VALUE_READ_DOUBTFUL]
        if is_plausible_amount(medicine, amount, unit) is False:
            return [Reason.IMPLAUSIBLE_VALUE]
    return []


def _indication(text: str, start: int, end: int) -> tuple[str, int] | None:
    """What it is taken for, and where that ends."""
    for found in _INDICATION.finditer(text, start, end):
        group = "words" if found["words"] else "bracketed"
        words = found[group]
        stops = [s.start() for p in (FREQUENCY, AMOUNT, STRENGTH, AS_NEEDED) if (s := p.search(words)) is not None]
        stops.extend(
            s.start() for s in [re.search(r"\s(?:and|but|since|until|per|by|with|which|-|\u2013)\s", words)] if s
        )
        kept = words[: min(stops)] if stops else words
        kept = kept.strip(" -")
        if found["bracketed"] and _NO_PURPOSE.search(kept):
            continue
        if not kept or re.fullmatch(
            rf"{RELEASE}|{SALT}|generic|brand|otc|new|tablets?|capsules?|prn|rx|active", kept, re.IGNORECASE
        ):
            continue
        return kept, found.start(group) + len(kept)
    return None


def medication_text(status: MedicationStatus, said: DeidentifiedText) -> DeidentifiedText:
    """The sentence that shows a medication."""
    match status:
        case MedicationStatus.STOPPED:
            return DeidentifiedText.compose("Medication stopped: {}", said)
        case MedicationStatus.ON_HOLD:
            return DeidentifiedText.compose("Medication on hold: {}", said)
        case MedicationStatus.NOT_TAKEN:
            return DeidentifiedText.compose("Medication not taken: {}", said)
        case MedicationStatus.INTENDED:
            return DeidentifiedText.compose("Medication planned: {}", said)
        case _:
            return DeidentifiedText.compose("Medication: {}", said)
