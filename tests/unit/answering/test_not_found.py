"""Where something was looked for and not found, and where nobody looked."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.missing import missing_texts
from arbiter_fhir.answering.not_found import looked_in, not_found_sentences, restricting_document
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import EvidenceScope
from arbiter_fhir.domain.question import AskedDocument, AskedSource, Intent, Topic
from tests.unit.answering.answers import asked


def said(build: Any, *keys: str, review: tuple[Any, ...] = (), scope: Any = None, **changes: Any) -> list[str]:
    question = asked(build, changes.pop("intent", Intent.LIST), *changes.pop("analytes", ()), **changes)
    bundle = build.bundle(question=question, not_found=keys, review=review, scope=scope)
    return [each.value for each in not_found_sentences(bundle, DateLabels())]


@pytest.mark.parametrize(
    "intent, document, where",
    [
        (Intent.LIST, None, "in the chart or in the documents that were read"),
        (Intent.DOCUMENT, AskedDocument(newest=False, number=999), "in a document 999 of this patient"),
        (Intent.LIST, AskedDocument(DocType.INTAKE_FORM), "in what was read of an intake form"),
        (Intent.LIST, AskedDocument(DocType.FAX_PACKET, newest=False), "in what was read of a fax"),
        (Intent.DOCUMENT, AskedDocument(), "in the documents that were read"),
        (Intent.LIST, AskedDocument(newest=False), "in the chart or in the documents that were read"),
    ],
)
def test_where_it_was_looked_for_follows_the_document(
    build: Any, intent: Intent, document: AskedDocument | None, where: str
) -> None:
    question = asked(build, intent, "potassium", document=document)
    assert looked_in(question).value == where
    assert restricting_document(question) == (where != "in the chart or in the documents that were read")
    assert said(build, "potassium", intent=intent, analytes=("potassium",), document=document) == [
        f"No result for potassium was found {where}."
    ]


def test_where_it_was_looked_for_follows_the_source(build: Any) -> None:
    assert said(build, "allergies", source=AskedSource.CHART) == [
        "No allergy entries were found in the chart; that does not mean that there are none."
    ]
    assert said(build, "metformin", source=AskedSource.DOCUMENTS) == [
        "Nothing about metformin was found in the documents that were read."
    ]


def test_a_closed_part_of_the_chart_is_not_called_empty(build: Any) -> None:
    scope = EvidenceScope(closed_parts=(ChartPart.VITALS, ChartPart.IMMUNIZATIONS))
    assert said(build, "vitals", scope=scope) == [
        "No vital signs were found in the documents that were read; that does not mean that there are none."
    ]
    assert said(build, "vital:weight", scope=scope) == [
        "Nothing about body weight was found in the documents that were read."
    ]
    every = missing_texts(build.bundle(question=asked(build, Intent.LIST), scope=scope))
    assert every == (
        "Vital signs of the chart may not be read at this site, so they were not looked at.",
        "Immunizations of the chart may not be read at this site, so they were not looked at.",
    )


def test_a_part_that_is_closed_to_who_asks_is_not_called_empty(build: Any) -> None:
    scope = EvidenceScope(parts_closed_to_caller=(ChartPart.RESULTS,))
    assert said(build, "potassium", analytes=("potassium",), scope=scope) == [
        "No result for potassium was found in the documents that were read."
    ]


def test_what_waits_for_a_person_is_not_called_absent(build: Any, records: Any) -> None:
    unsure = records.medication("Unsure", review=("name_unclear",))
    assert said(build, "medications", review=(unsure,)) == [
        "No confirmed medications were found in the chart or in the documents that were read."
    ]


def test_orders_are_not_called_absent_where_only_waiting_ones_were_looked_for(build: Any) -> None:
    assert said(build, "orders", intent=Intent.MISSING) == []
    assert said(build, "orders", intent=Intent.LIST) != []


def test_beside_what_was_left_out_there_is_no_other(build: Any) -> None:
    assert said(build, "allergies", excluded=("penicillins",), topics=(Topic.ALLERGIES,)) == [
        "No other allergy entries were found in the chart or in the documents that were read."
    ]


def test_documents_are_not_called_passages(build: Any) -> None:
    assert said(build, "documents")[0].startswith("No documents were found")
