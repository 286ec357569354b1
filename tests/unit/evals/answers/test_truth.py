from datetime import date

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.answers.cases import FiledDocument
from arbiter_fhir.evals.answers.truth import chart_records, document_records, numbers_in, records_by_key
from tests.unit.evals.answers.talks import interview
from tests.unit.evals.golden_evidence import case


def test_numbers_are_whole_numbers_of_a_text() -> None:
    assert numbers_in("7.1 % (4.0-5.6), A1c, 1,200 of 2") == ("7.1", "4.0", "5.6", "1200", "2")


def test_a_chart_says_what_was_entered() -> None:
    records = records_by_key([*chart_records(interview())])
    (latest,) = records["new.a1c"]
    assert (latest.names, latest.flag, latest.days) == (("hemoglobin a1c",), "high", frozenset({date(2026, 3, 1)}))
    assert latest.numbers >= {"7.1", "4.0", "5.6"}
    assert {name for record in records["visit.signs"] for name in record.names} >= {"blood pressure", "systolic"}
    assert records["new"][0].names == ("metabolic panel", "hemoglobin a1c", "potassium")
    assert records["penicillin"][0].kind[0] == "allergy"


def test_a_document_says_what_was_printed_and_that_it_is_there() -> None:
    filed = FiledDocument(key="report", source="x.pdf", doc_type=DocType.LAB_PDF, stored=date(2026, 1, 2))
    there, *facts = [*document_records(filed, case())][: 1 + len(case().facts)]
    assert there.days == frozenset({date(2026, 1, 2)})
    assert {record.names[0] for record in facts} == {fact.test_name.casefold() for fact in case().facts}
    assert [record.page for record in facts] == [fact.page for fact in case().facts]
    assert [len(record.boxes) for record in facts] == [len(fact.parts) for fact in case().facts]
    assert [*document_records(filed, None)] == [there]
