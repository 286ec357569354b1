"""What a document states, before anybody decides how the page looks: claims that become expected facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.evals.cases import PartName, PrintedPart
from arbiter_fhir.evals.expected_items import AMOUNT, ExpectedItem
from arbiter_fhir.evals.print_places import Rectangle
from devstack.samples.paper import Sheet
from devstack.samples.truth import Box, TrueWord

__all__ = [
    "ANY_CERTAINTY",
    "DOUBTED",
    "SURE",
    "Claim",
    "Med",
    "allergy",
    "doubted",
    "family",
    "items_drawn",
    "medication",
    "no_allergies",
    "problem",
    "said",
    "vital",
]

ANY_CERTAINTY = (Certainty.VERIFIED, Certainty.DOCUMENT_FACT, Certainty.NEEDS_REVIEW)
#: Fit to act as a fact.
SURE = (Certainty.VERIFIED, Certainty.DOCUMENT_FACT)
#: A question for a person.
DOUBTED = (Certainty.NEEDS_REVIEW,)


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a document states.

    Attributes:
        key: Name by which the drawing marks its words.
    """

    key: str
    fact_type: FactType
    fields: Mapping[str, str]
    assertions: tuple[Assertion, ...] = ()
    certainty: tuple[Certainty, ...] = SURE
    also: tuple[FactType, ...] = ()
    reasons: tuple[str, ...] = ()
    optional: bool = False
    spellings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    group: str = ""

    def item(
        self,
        source_type: SourceType,
        *,
        page: int | None = None,
        place: str = "",
        words: tuple[PrintedPart, ...] = (),
        frame: Rectangle | None = None,
        certainty: tuple[Certainty, ...] | None = None,
    ) -> ExpectedItem:
        """The expected fact at its place."""
        return ExpectedItem(
            fact_type=self.fact_type,
            fields=self.fields,
            also=self.also,
            spellings=self.spellings,
            group=self.group,
            assertions=self.assertions,
            certainty=certainty or self.certainty,
            reasons=self.reasons,
            optional=self.optional,
            source_type=source_type,
            page=page,
            place=place,
            words=words,
            frame=frame,
        )


@dataclass(frozen=True, slots=True)
class Med:
    """A medication as a clinic writes it; `extra` are further fields that are judged, such as ``status``."""

    name: str
    strength: str = ""
    dose: str = ""
    form: str = ""
    route: str = ""
    frequency: str = ""
    as_needed: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """As one line: ``Metformin 500 mg tablet, 1 tablet by mouth twice daily``."""
        what = " ".join(part for part in (self.name, self.strength, self.form) if part)
        how = " ".join(
            part for part in (self.dose, self.route, self.frequency, "as needed" if self.as_needed else "") if part
        )
        return f"{what}, {how}" if how else what


def medication(key: str, med: Med) -> Claim:
    """A medication that is taken."""
    amount = " ".join(part for part in (med.strength, med.dose) if part)
    fields = {
        "name": med.name,
        AMOUNT: amount,
        "route": med.route,
        "frequency": med.frequency,
        "as_needed": "true" if med.as_needed else "false",
    }
    return Claim(key, FactType.MEDICATION, {**fields, **med.extra})


def allergy(key: str, substance: str, reaction: str = "", severity: str = "", *assertions: Assertion) -> Claim:
    """An allergy with what is printed beside it."""
    return Claim(
        key,
        FactType.ALLERGY,
        {"substance": substance, "reaction": reaction, "severity": severity, "none_known": ""},
        assertions or (Assertion.PRESENT,),
    )


def no_allergies(key: str, words: str, kind: str = "no_known_drug_allergies") -> Claim:
    """The statement that there are none, a fact of its own."""
    return Claim(key, FactType.ALLERGY, {"substance": words, "none_known": kind})


def problem(key: str, name: str, *assertions: Assertion, **fields: str) -> Claim:
    """A condition of the patient, or what the text says instead."""
    return Claim(key, FactType.PROBLEM, {"name": name, **fields}, assertions or (Assertion.PRESENT,))


def family(key: str, relation: str, condition: str, *assertions: Assertion, **fields: str) -> Claim:
    """A relative's condition."""
    named = {"relation": relation, "condition": condition, **fields}
    return Claim(key, FactType.FAMILY_HISTORY, named, assertions or (Assertion.FAMILY,))


def said(key: str, fact_type: FactType, text: str, *also: FactType) -> Claim:
    """Something said in words."""
    return Claim(key, fact_type, {"text": text}, also=also or (FactType.OTHER,))


#: Standard names (LOINC) of what forms print shorter.
_VITAL_NAMES = {
    "Weight": ("Body weight",),
    "BMI": ("Body mass index",),
    "SpO2": ("Oxygen saturation",),
    "Heart rate": ("Pulse",),
}


def vital(key: str, name: str, value: str, unit: str = "") -> tuple[Claim, ...]:
    """A vital sign by its printed or its standard name; a blood pressure as one fact or as two."""
    fields = {"test_name": name, "value": value, "unit": unit}
    named = {"test_name": _VITAL_NAMES[name]} if name in _VITAL_NAMES else {}
    if "/" not in value:
        return (Claim(key, FactType.VITAL_SIGN, fields, spellings=named),)
    halves = [
        Claim(key, FactType.VITAL_SIGN, {"test_name": f"{half} blood pressure", "value": part, "unit": unit}, group=key)
        for half, part in zip(("Systolic", "Diastolic"), value.split("/"), strict=True)
    ]
    return (Claim(key, FactType.VITAL_SIGN, fields, group=key), *halves)


def doubted(claim: Claim, *reasons: str) -> Claim:
    """The same, as a question for a person only."""
    return replace(claim, certainty=DOUBTED, reasons=reasons)


def _rectangle(box: Box) -> Rectangle:
    return (round(box.x, 5), round(box.y, 5), round(box.width, 5), round(box.height, 5))


def _printed(word: TrueWord, part: PartName) -> PrintedPart:
    return PrintedPart(part=part, text=word.text, box=_rectangle(word.box), ink=_rectangle(word.ink))


def _beside(word: TrueWord, own: Sequence[TrueWord]) -> bool:
    middle = word.box.y + word.box.height / 2
    return any(other.box.y <= middle <= other.box.y + other.box.height for other in own)


def items_drawn(
    sheets: Iterable[Sheet], claims: Sequence[Claim], source_type: SourceType, *, first_page: int = 1
) -> tuple[ExpectedItem, ...]:
    """The claims with the places of their words, as the sheets remember them.

    Args:
        sheets: Drawn pages.
        claims: Each with words marked by its key on exactly one of the pages.
        source_type: What citations must say.
        first_page: Number of the first of these sheets in the document.

    Raises:
        ValueError: A claim was not drawn.
    """
    pages = [(number, sheet.words) for number, sheet in enumerate(sheets, start=first_page)]
    items = []
    for claim in claims:
        found = [(number, words) for number, words in pages if any(word.part == claim.key for word in words)]
        if len(found) != 1:
            raise ValueError(f"{claim.key} was drawn on {len(found)} pages")
        number, words = found[0]
        own = [word for word in words if word.part == claim.key]
        beside = [word for word in words if word.part != claim.key and _beside(word, own)]
        printed = (
            *(_printed(word, PartName.OWN) for word in own),
            *(_printed(word, PartName.BESIDE) for word in beside),
        )
        items.append(claim.item(source_type, page=number, words=printed))
    return tuple(items)
