"""What passes between child and parent, and what is not believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.documents.child_process.wire import (
    LabelledBox,
    MalformedAnswerError,
    Probe,
    Task,
    decode_pages,
    decode_picture,
    decode_probe,
    encode_error,
    encode_pages,
    encode_picture,
    encode_probe,
    parse_answer,
    parse_task,
)
from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.pages import PageCollector, Reading
from arbiter_fhir.domain.document import BoundingBox, DocumentPages, MediaType, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode


def document() -> DocumentPages:
    collector = PageCollector()
    collector.warn(WarningCode.ACTIVE, "scripts were not run")
    collector.add_native([PlacedWord("Ж\u2019é", BoundingBox(0.9, 0.98, 0.1, 0.02), 0, 0, 9, 9)], width=612, height=792)
    words = [
        PlacedWord(text, BoundingBox(0.1 * at, 0.3, 0.05, 0.01), 60 * at, 0, 60 * at + 30, 9, 0, 91.5)
        for at, text in enumerate("abc")
    ]
    collector.add_ocr(Reading(tuple(words), 91.5), width=612.5, height=792.25)
    return DocumentPages(MediaType.PDF, tuple(collector.pages), tuple(collector.warnings))


def test_a_document_arrives_as_it_was_sent() -> None:
    sent, arrived = document(), decode_pages(encode_pages(document()))
    assert arrived.media_type is sent.media_type
    assert arrived.warnings == sent.warnings
    assert [page.text for page in arrived.pages] == [page.text for page in sent.pages]
    for page, other in zip(sent.pages, arrived.pages, strict=True):
        assert (page.route, page.mean_confidence, page.width_points) == (
            other.route,
            other.mean_confidence,
            other.width_points,
        )
        for word, twin in zip(page.words, other.words, strict=True):
            assert (word.text, word.start, word.end, word.line, word.confidence) == (
                twin.text,
                twin.start,
                twin.end,
                twin.line,
                twin.confidence,
            )
            assert word.box.iou(twin.box) > 0.999


@given(st.floats(0, 0.999), st.floats(1e-6, 1.0))
def test_rounding_never_pushes_a_box_off_the_page(x: float, width: float) -> None:
    box = BoundingBox(x, x, min(width, 1 - x), min(width, 1 - x))
    collector = PageCollector()
    collector.add_native([PlacedWord("w", box, 0, 0, 9, 9)], width=612, height=792)
    sent = DocumentPages(MediaType.PDF, tuple(collector.pages))
    assert decode_pages(encode_pages(sent)).pages[0].words[0].text == "w"


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def apply(fields: dict[str, Any]) -> None:
        *parents, last = path.split(".")
        target: Any = fields
        for key in parents:
            target = target[int(key) if key.isdigit() else key]
        target[int(last) if last.isdigit() else last] = value

    return apply


@pytest.mark.parametrize(
    "spoil",
    [
        change("media_type", "text/evil"),
        change("pages", None),
        change("pages.0.number", 7),
        change("pages.0.text", 5),
        change("pages.0.text", "other text"),
        change("pages.0.route", "guess"),
        change("pages.0.width", 0),
        change("pages.0.words", [["Ж"]]),
        change("pages.0.words.0.1", 1.5),
        change("pages.0.words.0.1", "0.5"),
        change("pages.0.words.0.5", -1),
        change("pages.1.words.1.5", 0),
        change("pages.1.words.0.8", 400),
        change("warnings", [["W_NEW", "x", None]]),
        change("warnings.0", 3),
    ],
)
def test_nothing_malformed_becomes_a_document(spoil: Callable[[dict[str, Any]], None]) -> None:
    fields = json.loads(encode_pages(document()))
    spoil(fields)
    with pytest.raises(MalformedAnswerError):
        decode_pages(json.dumps(fields).encode())


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{}", b"\xff\xfe", b'{"pages": [1]}', b"[" * 5000])
def test_rubbish_is_no_document(body: bytes) -> None:
    with pytest.raises(MalformedAnswerError):
        decode_pages(body)


def test_an_error_arrives_with_its_code() -> None:
    sent = DocumentError(ErrorCode.ENCRYPTED, "needs a password", retryable=True)
    with pytest.raises(DocumentError) as caught:
        parse_answer(encode_error(sent))
    assert (caught.value.code, caught.value.message, caught.value.retryable) == (sent.code, sent.message, True)


def test_an_answer_gives_its_body() -> None:
    assert parse_answer(b'{"ok": true}\nbody\nmore') == b"body\nmore"


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"no newline",
        b"[]\n",
        b"{}\n",
        b"null\n",
        b'{"ok": 1}\n',
        b'{"error": 5}\n',
        b'{"error": {"code": "E_NEW"}}\n',
    ],
)
def test_a_malformed_answer_is_a_value_error(answer: bytes) -> None:
    with pytest.raises(MalformedAnswerError):
        parse_answer(answer)


def test_a_task_survives_the_way() -> None:
    task = Task("draw", page=3, boxes=(LabelledBox(BoundingBox(0.1, 0.2, 0.3, 0.4), "8.1 %", "#112233"),))
    arrived = parse_task(task.encode())
    assert (arrived.action, arrived.page, arrived.boxes[0].label) == ("draw", 3, "8.1 %")
    assert arrived.boxes[0].box.iou(task.boxes[0].box) > 0.999


def test_a_probe_survives_the_way_and_rubbish_does_not() -> None:
    probe = Probe("5.3.0", ("eng", "osd"), network_cut=True, privileges_dropped=False)
    assert decode_probe(encode_probe(probe)) == probe
    for body in (b"", b"{}", b"[]", b'{"languages": 5}'):
        with pytest.raises(MalformedAnswerError):
            decode_probe(body)


def test_a_picture_arrives_with_the_number_of_pages() -> None:
    assert decode_picture(encode_picture(b"\x89PNG\n\x00", 3)) == (b"\x89PNG\n\x00", 3)


@pytest.mark.parametrize(
    "body",
    [b"", b"\x89PNG", b'{"pages": 3}', b'{"pages": 0}\nx', b'{"pages": true}\nx', b'{"pages": "3"}\nx', b"[]\nx"],
)
def test_a_malformed_picture_is_not_believed(body: bytes) -> None:
    with pytest.raises(MalformedAnswerError):
        decode_picture(body)
