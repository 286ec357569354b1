"""Allergies, diagnoses, procedures, immunizations, reasons and orders of medicines.

*Source*: HL7 v2.5.1 sections 3.4.6 and 3.4.7 (AL1, IAM), 6.5.2 and 6.5.4 (DG1, PR1), 3.4.4 (PV2), 4.14.2 and 4.14.7
(RXE, RXA); tables 0128 (severity), 0322 (completion status), 0438 (clinical status).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, LiteralString

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType, RejectedCandidate
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Medication,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
    Statement,
)
from arbiter_fhir.extraction.hl7v2.codes import ICD10, RXNORM, code_in, codings_of, wording_of
from arbiter_fhir.extraction.hl7v2.dates import date_in
from arbiter_fhir.extraction.hl7v2.drafts import Draft, draft, reject
from arbiter_fhir.extraction.hl7v2.tree import Leaf, SegmentView, holds_placeholder
from arbiter_fhir.extraction.hl7v2.wording import said
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.allergens import allergens, is_drug_code_of_another
from arbiter_fhir.extraction.terminology.conditions import conditions, is_code_of_another
from arbiter_fhir.extraction.terminology.medicines import Medicine, medicines

__all__ = ["CLINICAL_SEGMENTS", "read_clinical"]

_Dates = Mapping[str, ClinicalDate]
_Read = Callable[[SegmentView, _Dates], Draft | RejectedCandidate]

_NONE_KNOWN: Final[Mapping[NoKnownAllergies, re.Pattern[str]]] = {
    NoKnownAllergies.DRUG_ALLERGIES: re.compile(
        r"\bNKDA\b|\bno\s+known\s+(?:drug|medication|medicine)\s+allerg|^409137002$", re.IGNORECASE
    ),
    NoKnownAllergies.FOOD_ALLERGIES: re.compile(r"\bNKFA\b|\bno\s+known\s+food\s+allerg|^429625007$", re.IGNORECASE),
    NoKnownAllergies.ALLERGIES: re.compile(
        r"\bNKA\b|\bno\s+known\s+allerg|\bno\s+allergies\b|\bno\s+known$|^none(?:\s+known)?$|^716186003$", re.IGNORECASE
    ),
}
#: Table 0438 and 0206: entries that say that the allergy is none (any more).
_INACTIVE: Final = frozenset({"I", "INACTIVE", "RESOLVED", "R"})
_REFUTED: Final = frozenset({"D", "E", "ERRONEOUS", "DOUBTFUL"})
#: HL7 v2.5.1 table 0128: severe, moderate, mild, unknown.
_SEVERITIES: Final = {"SV": "severe", "MO": "moderate", "MI": "mild", "U": ""}
_GRADED: Final[Mapping[str, LiteralString]] = {
    "severe": "{}, severe",
    "moderate": "{}, moderate",
    "mild": "{}, mild",
}
_DELETE: Final = "D"
#: Table 0052, diagnosis type.
_ADMITTING: Final = "A"


def read_clinical(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    """A segment of `CLINICAL_SEGMENTS` as a fact, or why it is none."""
    made = _READERS[segment.name](segment, dates)
    if isinstance(made, Draft) and any(speaks_to_machine(leaf.text) for leaf in segment.leaves):
        made.reasons.append(Reason.INSTRUCTION_IN_DOCUMENT)
    return made


def _leaves(segment: SegmentView, *numbers: int) -> list[Leaf]:
    return [leaf for leaf in segment.leaves if leaf.number in numbers]


def _text(segment: SegmentView, number: int) -> str:
    leaf = wording_of(segment, number)
    return leaf.text if leaf else ""


def _hidden(*leaves: Leaf | None) -> list[Reason]:
    """A name in which an identifier was found says nothing for sure."""
    return [Reason.NAME_DEIDENTIFIED for leaf in leaves if leaf is not None and holds_placeholder(leaf.text)]


#: Words in the text of a diagnosis or an allergy that say that it is not simply so.
_QUALIFIED: Final = re.compile(
    r"\b(?:possible|possibly|probable|suspected|suspicion|rule[- ]?out|r/o|ruled out|likely|query|vs\.?|versus|h/o|"
    r"hx of|history of|denie[sd]|resolved)\b",
    re.IGNORECASE,
)


def _qualified(name: Leaf, kind: EntryKind) -> list[Reason]:
    """The doubt that a sender wrote into a name: ``Possible CHF``, ``Sulfa (patient denies)``."""
    doubtful = _QUALIFIED.search(name.text) is not None or has_reservation(name.text, kind)
    return [Reason.STATED_AS_UNCERTAIN] if doubtful else []


def _code_doubts(value: Allergy | Problem) -> list[Reason]:
    """A code that the tables give to something else than what the words name."""
    if isinstance(value, Allergy):
        allergen = allergens().get(value.substance)
        contradicts = allergen is not None and is_drug_code_of_another(value.rxnorm, allergen)
    else:
        condition = conditions().get(value.name)
        contradicts = condition is not None and is_code_of_another(value.icd10, condition)
    return [Reason.CODE_CONTRADICTS_NAME] if contradicts else []


def _allergy(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    substance = wording_of(segment, 3)
    if substance is None:
        return reject(segment, "name_missing")
    reactions = [leaf for leaf in segment.field(5) if leaf.component in {1, 2} and leaf.text]
    described = [leaf for leaf in reactions if leaf.component == 2] or reactions
    is_iam = segment.name == "IAM"
    standing = segment.text(17).upper() if is_iam else ""
    deleted = is_iam and segment.text(6).upper() == _DELETE
    onset = segment.leaf(11 if is_iam else 6)
    codes = codings_of(segment, 3)
    none_known = _none_known(substance.text, segment.text(3))
    assertion = Assertion.PRESENT
    if deleted or standing in _REFUTED:
        assertion = Assertion.ABSENT
    elif standing in _INACTIVE:
        assertion = Assertion.HISTORICAL
    severity = _severity(segment)
    known = allergens().get(substance.text)
    value = Allergy(
        substance=substance.text,
        allergen=known.name if known else "",
        reaction=", ".join(leaf.text for leaf in described),
        severity=severity,
        none_known=none_known,
        assertion=assertion,
        onset=date_in(onset, dates),
        rxnorm=code_in(codes, RXNORM) or (known.rxcui if known else None),
        codes=codes,
    )
    return draft(
        segment,
        _leaves(segment, 2, 3, 4, 5),
        lead=substance,
        fact_type=FactType.ALLERGY,
        value=value,
        fact_text=_allergy_text(substance, described, none_known, assertion, severity),
        reasons=[*_hidden(substance), *_code_doubts(value), *_allergy_doubts(substance, value)],
    )


def _severity(segment: SegmentView) -> str:
    """How severe an allergy is: the words as sent, those of table 0128 for its codes; empty where it is unknown."""
    sent = wording_of(segment, 4)
    return _SEVERITIES.get(sent.text.strip().upper(), sent.text) if sent is not None else ""


def _allergy_doubts(substance: Leaf, value: Allergy) -> list[Reason]:
    if value.none_known is not None or value.assertion is not Assertion.PRESENT:
        return []
    # "tolerates", "family history": how it shows is where senders write that there is none.
    taken_back = has_reservation(value.reaction, EntryKind.ALLERGY)
    return [Reason.STATED_AS_UNCERTAIN] if taken_back else _qualified(substance, EntryKind.ALLERGY)


def _none_known(text: str, code: str) -> NoKnownAllergies | None:
    for kind, pattern in _NONE_KNOWN.items():
        if pattern.search(text) or pattern.search(code):
            return kind
    return None


def _allergy_text(
    substance: Leaf,
    reactions: list[Leaf],
    none_known: NoKnownAllergies | None,
    assertion: Assertion,
    severity: str,
) -> DeidentifiedText:
    if none_known is not None:
        return substance.clean
    reaction = said(*[leaf.clean for leaf in reactions])
    sentence = DeidentifiedText.compose("Allergy: {}", substance.clean)
    if reaction.value:
        sentence = DeidentifiedText.compose("{} ({})", sentence, reaction)
    graded = _GRADED.get(severity.casefold())
    if graded is not None:
        sentence = DeidentifiedText.compose(graded, sentence)
    if assertion is Assertion.ABSENT:
        return DeidentifiedText.compose("{}, entry withdrawn", sentence)
    return (
        DeidentifiedText.compose("{}, no longer active", sentence) if assertion is not Assertion.PRESENT else sentence
    )


def _diagnosis(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    coded, described = wording_of(segment, 3), segment.leaf(4)
    codes = codings_of(segment, 3, method=segment.text(2))
    has_words = bool(segment.text(3, 2) or segment.text(3, 5))
    name = coded if has_words or described is None else described
    if name is None:
        return reject(segment, "name_missing")
    working = segment.text(6).upper() == "W"
    value = Problem(
        name=name.text,
        assertion=Assertion.POSSIBLE if working else Assertion.PRESENT,
        onset=date_in(segment.leaf(5), dates),
        icd10=code_in(codes, ICD10),
        codes=codes,
    )
    template = DeidentifiedText.compose("Working diagnosis: {}" if working else "Diagnosis: {}", name.clean)
    if segment.text(21).upper() == _DELETE:
        return reject(segment, "entry_withdrawn")
    return draft(
        segment,
        _leaves(segment, 3, 4, 5, 6),
        lead=name,
        fact_type=FactType.PROBLEM,
        value=value,
        fact_text=template,
        # What a patient is admitted for is not established yet.
        reasons=[
            *_hidden(name),
            *_code_doubts(value),
            *([] if working else _qualified(name, EntryKind.PROBLEM)),
            *([Reason.NOT_FINAL] if segment.text(6).upper() == _ADMITTING else []),
        ],
    )


def _problem(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    name = wording_of(segment, 3)
    if name is None:
        return reject(segment, "name_missing")
    life = (segment.text(14, 1) + " " + segment.text(14, 2)).upper()
    status = ProblemStatus.UNKNOWN
    if "RESOLVED" in life or segment.leaf(9) is not None:
        status = ProblemStatus.RESOLVED
    elif "ACTIVE" in life.split():
        status = ProblemStatus.ACTIVE
    codes = codings_of(segment, 3)
    value = Problem(
        name=name.text,
        status=status,
        onset=date_in(segment.leaf(16) or segment.leaf(7), dates),
        icd10=code_in(codes, ICD10),
        codes=codes,
    )
    return draft(
        segment,
        _leaves(segment, 3),
        lead=name,
        fact_type=FactType.PROBLEM,
        value=value,
        fact_text=DeidentifiedText.compose("Problem: {}", name.clean),
        reasons=[*_hidden(name), *_code_doubts(value), *_qualified(name, EntryKind.PROBLEM)],
    )


def _procedure(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    coded, described = wording_of(segment, 3), segment.leaf(4)
    has_words = bool(segment.text(3, 2) or segment.text(3, 5))
    name = coded if has_words or described is None else described
    if name is None:
        return reject(segment, "name_missing")
    value = Problem(
        name=name.text, onset=date_in(segment.leaf(5), dates), codes=codings_of(segment, 3, method=segment.text(2))
    )
    return draft(
        segment,
        _leaves(segment, 3, 4, 5),
        lead=name,
        fact_type=FactType.PROCEDURE,
        value=value,
        fact_text=DeidentifiedText.compose("Procedure: {}", name.clean),
        reasons=_hidden(name),
    )


#: CVX code of "no vaccine administered" (CDC, HL7 Version 2.5.1 Implementation Guide for Immunization Messaging).
_NO_VACCINE: Final = "998"


def _immunization(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    del dates
    vaccine = wording_of(segment, 5)
    if vaccine is None:
        return reject(segment, "name_missing")
    if segment.text(5) == _NO_VACCINE:
        return reject(segment, "nothing_clinical")
    completion = segment.text(20).upper()
    # A reason why it was refused, or an order to delete the record (table 0206), outweighs what is left blank.
    deleted = segment.text(21).upper() == _DELETE
    given = not deleted and (completion in {"CP", "PA"} or (not completion and segment.leaf(18) is None))
    assertion = Assertion.PRESENT if given else Assertion.ABSENT
    when = segment.leaf(3)
    sentence = DeidentifiedText.compose("Vaccine {}" if given else "Vaccine not given: {}", vaccine.clean)
    if given and when is not None:
        sentence = DeidentifiedText.compose("{}, given {}", sentence, when.clean)
    return draft(
        segment,
        _leaves(segment, *range(3, 10)),
        lead=vaccine,
        fact_type=FactType.IMMUNIZATION,
        value=Statement("immunization", vaccine.text, assertion),
        fact_text=sentence,
        reasons=[*_hidden(vaccine), *([Reason.CONTRADICTED_IN_DOCUMENT] if deleted else [])],
    )


def _medication(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    """An order of a medicine (RXE-2 to 6, 25, 26; RXO-1 to 5, 18, 19): it does not say what the patient takes."""
    del dates
    first = 2 if segment.name == "RXE" else 1
    name = wording_of(segment, first)
    if name is None:
        return reject(segment, "name_missing")
    amount, unit = segment.leaf(first + 1), wording_of(segment, first + 3)
    strength_at = 25 if segment.name == "RXE" else 18
    strength = said(*_cleans(segment.leaf(strength_at), wording_of(segment, strength_at + 1)), separator=" ")
    dose = said(*_cleans(amount, unit), separator=" ")
    codes = codings_of(segment, first)
    known = _medicine(name.text)
    value = Medication(
        name=name.text,
        ingredient=known.ingredient if known else "",
        strength=strength.value,
        dose=dose.value,
        form=_text(segment, first + 4),
        rxnorm=code_in(codes, RXNORM) or (known.rxcui if known else None),
        codes=codes,
    )
    return draft(
        segment,
        _leaves(segment, *range(first, first + 5)),
        lead=name,
        fact_type=FactType.MEDICATION,
        value=value,
        fact_text=DeidentifiedText.compose("Order of {}", said(name.clean, dose, separator=" ")),
        reasons=[*_hidden(name), Reason.NOT_FROM_REPORT],
    )


def _medicine(name: str) -> Medicine | None:
    """The one medicine of the table that a name holds; ``None`` where it holds none or several."""
    found = {match.entry for match in medicines().find(name)}
    return found.pop() if len(found) == 1 else None


def _cleans(*leaves: Leaf | None) -> list[DeidentifiedText]:
    return [leaf.clean for leaf in leaves if leaf is not None]


def _admit_reason(segment: SegmentView, dates: _Dates) -> Draft | RejectedCandidate:
    del dates
    reason = wording_of(segment, 3)
    if reason is None:
        return reject(segment, "nothing_clinical")
    return draft(
        segment,
        _leaves(segment, 3),
        lead=reason,
        fact_type=FactType.CHIEF_CONCERN,
        value=Statement("admit_reason", reason.text),
        fact_text=DeidentifiedText.compose("Reason for admission: {}", reason.clean),
        reasons=_hidden(reason),
    )


_READERS: Final[Mapping[str, _Read]] = {
    "AL1": _allergy,
    "IAM": _allergy,
    "DG1": _diagnosis,
    "PRB": _problem,
    "PR1": _procedure,
    "RXA": _immunization,
    "RXE": _medication,
    "RXO": _medication,
    "PV2": _admit_reason,
}

#: Segments that are read here.
CLINICAL_SEGMENTS: Final = frozenset(_READERS)
