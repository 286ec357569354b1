from arbiter_fhir.evals.answers.seen import SeenCitation
from arbiter_fhir.evals.answers.sources import FiledRow, Sources
from tests.unit.evals.answers.talks import CHUNK, RIGHT, reply, sources


def cited(source_id: str, source_type: str = "chart", part: str = "") -> SeenCitation:
    return SeenCitation(source_type, source_id, "", part, "")


def test_what_is_known_is_of_this_person_or_of_the_guidelines() -> None:
    assert sources().knows(cited("procedure_result:2"))
    assert sources().knows(cited("ada", "guideline", CHUNK))
    assert not sources().knows(cited("ada", "guideline", "unheard-of"))
    assert not sources().knows(cited("procedure_result:99"))


def test_a_row_that_was_filed_stands_for_what_it_was_filed_from() -> None:
    known = sources()
    filed = Sources(known.keys, known.records, {"procedure_result:9": FiledRow("Potassium", "4.4")})
    assert filed.keys_of([cited("procedure_result:9")]) >= {"new.k"}
    other = Sources(known.keys, known.records, {"procedure_result:9": FiledRow("Potassium", "9.9")})
    assert not other.knows(cited("procedure_result:9"))


def test_a_citation_leads_to_what_its_source_says() -> None:
    (statement,) = reply(RIGHT).statements
    (record,) = sources().records_of(statement.citations[0], statement)
    assert record.key == "new.a1c"
