"""All recognizers, labels and sweeps over the pages of a document."""

from __future__ import annotations

from arbiter_fhir.deid.language_model import load_engine
from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.recognition import RecognizedPage, recognize
from arbiter_fhir.domain.deid import IdentifierKind
from tests.unit.deid.written_pages import write_page


def read(*texts: str) -> list[RecognizedPage]:
    pages = [write_page(text, number) for number, text in enumerate(texts, 1)]
    return recognize(pages, engine=load_engine(), lexicon=load_lexicon(), patient=None, clinicians=())


def kinds(page: RecognizedPage) -> set[tuple[str, IdentifierKind]]:
    return {(page.reading.text[each.start : each.end], each.kind) for each in page.findings}


def test_what_one_page_labels_is_found_on_the_others() -> None:
    _, second = read("Mother: Rosalinde Quickenborne\nMRN: K7-44819", "Quickenborne brought K744819 along")
    assert ("Quickenborne", IdentifierKind.PERSON) in kinds(second)
    assert ("K744819", IdentifierKind.MRN) in kinds(second)


def test_offsets_belong_to_the_reading_copy() -> None:
    (page,) = read("Patient: O\u200bkafor, Ngo\u00adzi")
    assert ("Okafor, Ngozi", IdentifierKind.PERSON) in kinds(page)
    assert page.folded.to_raw(9, 22) == (9, 24)


def test_a_possessive_stays_in_the_sentence() -> None:
    (page,) = read("Ngozi Okafor's potassium")
    assert ("Ngozi Okafor", IdentifierKind.PERSON) in kinds(page)
    assert not any(surface.endswith("'s") for surface, _ in kinds(page))
