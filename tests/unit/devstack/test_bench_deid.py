"""The de-identification bench: its score can fail, its documents are what they say, and the product does well on it."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from arbiter_fhir.documents.reading import read_pages
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import BoundingBox, DocType, DocumentPages
from arbiter_fhir.domain.redaction import RedactedPicture
from devstack.bench.deid import bench_as_json, bench_as_text, run_deid_bench
from devstack.bench.deid.contenders import CHART, NO_CHART, PRESIDIO, contenders
from devstack.bench.deid.contents import PROSE, content_of
from devstack.bench.deid.formats import documents
from devstack.bench.deid.run import DeidBench
from devstack.bench.deid.scoring import score_document
from devstack.bench.deid.scribe import Injected
from devstack.bench.deid.word_pools import sentences

K = IdentifierKind


def score(text: str, clean: str, injected: Sequence[Injected], **more: object) -> tuple[float, float, float, float]:
    made = score_document(
        injected=injected,
        rest=str(more.get("rest", "")),
        clinical=("White count normal.",),
        raw=text,
        clean=clean,
        removed=tuple(more.get("removed", ())),  # type: ignore[arg-type]
        recognised=bool(more.get("recognised")),
    )
    return made.strict_recall, made.lenient_recall, made.precision, made.clinical_kept


NAME = Injected(K.PERSON, "Bela Kowalski", ("Bela", "Kowalski"))


def test_a_component_that_is_left_is_a_miss_and_a_part_that_is_gone_a_lenient_hit() -> None:
    assert score("Bela Kowalski", "[PERSON_1]", [NAME])[:2] == (1.0, 1.0)
    assert score("Bela Kowalski", "[PERSON_1] Kowalski", [NAME])[:2] == (0.0, 1.0)
    assert score("Bela Kowalski", "Bela Kowalski", [NAME])[:2] == (0.0, 0.0)
    assert score("Bela Kowalski", "[PERSON_1] KOWALSKI'S", [NAME])[0] == 0.0


def test_a_word_that_also_stands_elsewhere_is_left_only_where_one_more_is() -> None:
    white = Injected(K.PERSON, "Mary White", ("Mary", "White"))
    rest = "White count normal."
    assert score("", "[PERSON_1] White count normal.", [white], rest=rest)[0] == 1.0
    assert score("", "[PERSON_1] White. White count normal.", [white], rest=rest)[0] == 0.0


def test_a_misread_name_is_still_the_name() -> None:
    assert score("", "Kowalskj", [NAME], recognised=True)[0] == 0.0
    assert score("", "Kowalskj", [NAME])[0] == 1.0


def test_what_is_removed_wrongly_costs_precision_and_clinical_words() -> None:
    text = "Bela Kowalski White count normal."
    right = score(text, "[PERSON_1] White count normal.", [NAME], removed=["Bela Kowalski"])
    wrong = score(text, "[PERSON_1] [PERSON_2] count normal.", [NAME], removed=["Bela Kowalski", "White"])
    assert right[2:] == (1.0, 1.0)
    assert wrong[2] == 0.5
    assert wrong[3] == pytest.approx(2 / 3)


@pytest.mark.parametrize("prose", PROSE)
def test_every_slot_is_filled_and_known(prose: str) -> None:
    content = content_of(random.Random(prose), prose, sentences_wanted=len(sentences(prose)), rows=2)
    written = "\n".join(line.text for paragraph in content.paragraphs for line in paragraph)
    assert "{" not in written
    assert all(each.components for each in content.injected)
    assert all(each.surface not in content.rest() for each in content.injected if len(each.surface) > 9)


def test_the_same_seed_gives_the_same_documents_and_every_format_comes_up() -> None:
    first = [(each.format, each.injected) for each in documents(25, 7)]
    assert first == [(each.format, each.injected) for each in documents(25, 7)]
    assert len({name for name, _ in first}) == 8


class HereReader:
    """Reads in this process."""

    def read(self, content: bytes, *, doc_type: DocType | None) -> DocumentPages:
        return read_pages(content, doc_type)

    def redact(self, content: bytes, page_number: int, boxes: Sequence[BoundingBox]) -> RedactedPicture:
        raise AssertionError("the bench draws nothing")


@pytest.fixture(scope="module")
def bench() -> DeidBench:
    return run_deid_bench(reader=HereReader(), contenders=contenders(), count=40, seed=11, progress=lambda text: None)


def test_every_document_is_measured(bench: DeidBench) -> None:
    assert bench.unread == []
    assert bench.documents == 40
    assert len(bench.contenders[0].by_format) == 8


def test_nothing_is_left_where_the_chart_is_known_and_little_is_lost(bench: DeidBench) -> None:
    chart = next(each for each in bench.contenders if each.name == CHART).total
    assert chart.strict_recall >= 0.99, chart.leaks
    assert chart.precision >= 0.97, chart.wrong
    assert chart.clinical_kept >= 0.99, chart.wrong


def test_strangers_are_found_without_a_chart_too(bench: DeidBench) -> None:
    stranger = next(each for each in bench.contenders if each.name == NO_CHART).total
    assert stranger.strict_recall >= 0.98, stranger.leaks
    assert stranger.precision >= 0.97, stranger.wrong


def test_presidio_alone_does_worse_on_the_same_text(bench: DeidBench) -> None:
    chart, stranger, presidio = (
        {each.name: each.total for each in bench.contenders}[name] for name in (CHART, NO_CHART, PRESIDIO)
    )
    assert presidio.strict_recall < stranger.strict_recall - 0.1
    assert presidio.precision < chart.precision - 0.05


def test_the_report_names_what_was_not_measured(bench: DeidBench) -> None:
    text = bench_as_text(bench, examples=True)
    assert CHART in text
    assert "NOT MEASURED" not in text
    failed = DeidBench(1, documents=40, pages=40, unread=[("Word", "E_CRASH")], contenders=bench.contenders)
    assert "NOT MEASURED: 1 x Word, refused with E_CRASH" in bench_as_text(failed)
    assert set(bench_as_json(bench)["contenders"]) == {CHART, NO_CHART, PRESIDIO}  # type: ignore[call-overload]
