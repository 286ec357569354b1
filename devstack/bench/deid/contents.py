"""What documents say, before anybody decides on a format: labelled fields, prose, a table, clinical sentences."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from devstack.bench.deid.people import Cast, cast_of
from devstack.bench.deid.scribe import Injected, Line, Scribe
from devstack.bench.deid.word_pools import sentences

__all__ = ["PROSE", "Content", "content_of"]

#: Kinds of prose, in turn.
PROSE = (
    "letter", "soap", "discharge", "call", "nursing", "history", "report", "short", "fax", "email", "staff", "portal",
    "roster", "capitals", "things", "school",
)  # fmt: skip
_LABELS = (
    ("Patient Name", "{pt_lf}"), ("Patient", "{pt}"), ("DOB", "{dob}"), ("Date of Birth", "{dob}"), ("MRN", "{mrn}"),
    ("Medical Record No", "{mrn}"), ("Phone", "{phone}"), ("Address", "{street}, {city_line}"),
    ("Emergency Contact", "{rel}"), ("Referring Provider", "{doc}, MD"), ("PCP", "Dr. {doc_l}"), ("SSN", "{ssn}"),
    ("Email", "{email}"), ("Account No", "{acct}"), ("Accession", "{acc}"), ("Member ID", "{member}"),
    ("Visit Date", "{date}"), ("Employer", "{employer}"), ("Fax", "{fax}"), ("Household member", "{rel}"),
    ("Name", "{PT_FULL}"), ("Pt. Name", "{pt_comma}"), ("Guarantor", "{rel}"),
    ("Mailing Address", "{street}, {city_line}"), ("Ordered By", "{doc_lf}"), ("Collected By", "{initials}"),
    ("Copy To", "{doc2}"), ("Home Phone", "{phone}"), ("Last Name", "{pt_l}"), ("Next of Kin", "{rel}"),
    ("Interpreter", "{other}"), ("Report Date", "{date}"),
)  # fmt: skip
#: What stands above and below a page.
_LETTERHEADS = (
    "{hospital}   {street}   {city_line}   Tel {phone}",
    "{hospital} | {street} | {city_line}",
    "{doc}, MD   {hospital}",
    "{hospital}",
)
_FOOTERS = (
    "{pt_lf}   MRN {mrn}   DOB {dob}   Page 1 of 1",
    "{PT_LF}   {mrn}   {date}",
    "Printed by {user} on {date} 14:11",
    "Patient: {pt}   DOB: {dob}   Printed {date}",
    "{pt} | {dob} | {mrn} | Page 1",
    "Electronically signed by {doc}, MD {date}",
)
_RESULTS = (
    ("Glucose", "101", "mg/dL", "70-99"),
    ("Sodium", "139", "mmol/L", "134-144"),
    ("Hemoglobin A1c", "8.1", "%", "4.0-5.6"),
    ("TSH", "2.31", "uIU/mL", "0.45-4.50"),
    ("Creatinine", "1.34", "mg/dL", "0.57-1.00"),
    ("Ferritin", "18", "ng/mL", "15-150"),
    ("Vitamin B12", "450", "pg/mL", "200-1100"),
    ("Hodgkin panel", "Negative", "", ""),
    ("Coombs Direct", "Negative", "", ""),
)


@dataclass(frozen=True, slots=True)
class Content:
    """A document's content and the truth about it.

    Attributes:
        cast: Who it is about.
        prose: Which kind of prose.
        fields: Label and value.
        paragraphs: Prose in order, clinical sentences among it.
        results: Test, value, unit, range, date, provider.
        injected: Every identifier in it.
        clinical: Sentences that have to stay to the letter.
        margin: What stands above and below each page; empty where the format has none.
    """

    cast: Cast = field(repr=False)
    prose: str
    fields: tuple[tuple[str, Line], ...]
    paragraphs: tuple[tuple[Line, ...], ...]
    results: tuple[tuple[Line, ...], ...]
    injected: tuple[Injected, ...] = field(repr=False)
    clinical: tuple[str, ...]
    margin: tuple[Line, ...] = ()

    def rest(self) -> str:
        """All text that is no identifier."""
        return "\n".join(self._rest())

    def _rest(self) -> Iterator[str]:
        for label, line in self.fields:
            yield f"{label} {line.rest}"
        for line in self.margin:
            yield line.rest
        for paragraph in self.paragraphs:
            yield " ".join(line.rest for line in paragraph)
        for row in self.results:
            yield " ".join(line.rest for line in row)


def content_of(
    pick: random.Random,
    prose: str,
    *,
    sentences_wanted: int = 8,
    rows: int = 0,
    cast: Cast | None = None,
    margins: bool = False,
) -> Content:
    """A document's content.

    Args:
        pick: Decides everything.
        prose: One of `PROSE`.
        sentences_wanted: Sentences that name somebody.
        rows: Rows of results.
        cast: Who it is about; somebody new where not given.
        margins: Whether its pages have a letterhead and a footer.
    """
    scribe = Scribe(cast or cast_of(pick), pick)
    labels = sorted(pick.sample(range(len(_LABELS)), 6))
    fields = tuple((_LABELS[at][0], scribe.write(_LABELS[at][1])) for at in labels)
    templates = pick.sample(sentences(prose), min(sentences_wanted, len(sentences(prose))))
    clinical = tuple(pick.sample(sentences("clinical"), 4))
    lines = [scribe.write(template) for template in templates]
    for sentence in clinical:
        lines.insert(pick.randint(0, len(lines)), Line(sentence, sentence))
    paragraphs: list[tuple[Line, ...]] = []
    while lines:
        count = pick.randint(1, 3)
        paragraphs.append(tuple(lines[:count]))
        lines = lines[count:]
    results = tuple(
        (*(Line(cell, cell) for cell in row), scribe.write("{date}"), scribe.write("{doc}"))
        for row in pick.sample(_RESULTS, rows)
    )
    margin = tuple(scribe.write(pick.choice(each)) for each in (_LETTERHEADS, _FOOTERS)) if margins else ()
    return Content(scribe.cast, prose, fields, tuple(paragraphs), results, tuple(scribe.injected), clinical, margin)
