from arbiter_fhir.domain.answer import RefusalReason, Section
from arbiter_fhir.evals.answers.seen import reply_of
from tests.unit.evals.answers.talks import RIGHT, answer, refusal, reply, table


def test_sentences_are_cut_from_their_marks_and_keep_what_they_cite() -> None:
    (statement,) = reply(RIGHT).statements
    assert statement.text == "Hemoglobin A1c was 7.1 % (high; reference 4.0-5.6) on 2026-03-01 09:00."
    assert [each.source_id for each in statement.citations] == ["procedure_result:2"]


def test_rows_of_tables_are_statements_with_the_table_s_title() -> None:
    seen = reply_of("r", answer(cites=("old.a1c", "new.a1c"), tables=(table(),)))
    assert [each.text for each in seen.of(Section.PATIENT_FINDINGS)] == [
        "Hemoglobin A1c | 2025-03-01 09:00 | 8.2 % | high",
        "Hemoglobin A1c | 2026-03-01 09:00 | 7.1 % | high",
    ]
    assert seen.statements[1].citations[0].source_id == "procedure_result:2"


def test_a_refusal_says_why_and_nothing_else() -> None:
    seen = reply_of("r", refusal(RefusalReason.UNSAFE))
    assert (seen.refusal, seen.statements, seen.text) == ("unsafe_request", (), "No.")
