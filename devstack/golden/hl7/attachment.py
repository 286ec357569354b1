"""A laboratory's report as it travels inside a message."""

from __future__ import annotations

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden.claims import SURE, Claim
from devstack.golden.form_writer import FormWriter
from devstack.samples import Person
from devstack.samples.paper import Paper

__all__ = ["attached_report"]

_ROWS = (
    ("Microalbumin, Urine", "46.2", "mg/L", "0.0 - 17.0", "H", "high"),
    ("Creatinine, Urine", "112.0", "mg/dL", "20.0 - 275.0", "", ""),
)


def attached_report(person: Person) -> tuple[bytes, list[ExpectedItem]]:
    """The PDF and what it states; its pages come after those of the message, so no page is named."""
    paper = Paper()
    pen = FormWriter.begin(paper)
    pen.title("HARBOR LABORATORY REPORT")
    pen.labelled("Patient:", person.family_first)
    pen.labelled("DOB:", person.birth_date.strftime("%m/%d/%Y"))
    pen.labelled("Collected:", "03/10/2026 08:15")
    pen.labelled("Reported:", "03/11/2026 16:40")
    pen.y += 10
    columns = (("Test", 0), ("Result", 170), ("Flag", 240), ("Units", 300), ("Reference", 380))
    rows = [[(name, ""), (value, ""), (flag, ""), (unit, ""), (span, "")] for name, value, unit, span, flag, _ in _ROWS]
    pen.table(columns, rows)
    items = []
    for name, value, unit, span, _, word in _ROWS:
        fields = {"test_name": name, "value": value, "unit": unit, "reference_range": span}
        fields |= {"collection_date": "2026-03-10T08:15"} | ({"abnormal_flag": word} if word else {})
        items.append(Claim(name, FactType.LAB_RESULT, fields, certainty=SURE).item(SourceType.HL7V2_MESSAGE))
    return paper.finish(), items
