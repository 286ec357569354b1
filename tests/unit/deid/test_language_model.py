"""The engine: offline, trimmed, and closed without its model."""

from __future__ import annotations

import socket

import pytest

from arbiter_fhir.deid.language_model import MODEL_NAME, PresidioEngine, load_engine
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.errors import DeidentificationError, ErrorCode


def test_a_missing_model_is_never_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(DeidentificationError) as caught:
        load_engine("en_core_web_absent")
    assert caught.value.code is ErrorCode.DEID_UNAVAILABLE


def test_loading_and_reading_ask_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    findings, entities = PresidioEngine(MODEL_NAME).analyze(
        Reading("Write to ngozi@mail.example or https://portal.example.org. Martha Okafor was seen in Kalkaska.")
    )
    assert {IdentifierKind.EMAIL, IdentifierKind.URL, IdentifierKind.PERSON} <= {each.kind for each in findings}
    assert entities


def test_the_engine_is_built_once() -> None:
    assert load_engine() is load_engine()


def test_an_entity_never_reaches_over_a_line() -> None:
    text = "Ordering Provider: Emeka Thorvaldsen\nGlucose 101 mg/dL 70-99\nHemoglobin 13.2 g/dL\nMartha Okafor"
    _, entities = load_engine().analyze(Reading(text))
    assert all("\n" not in text[each.start : each.end] for each in entities)


def test_entities_keep_their_offsets_although_lines_are_blanked() -> None:
    text = "Glucose 101 mg/dL 70-99\nMartha Okafor was seen in Kalkaska."
    _, entities = load_engine().analyze(Reading(text))
    assert "Martha Okafor" in {text[each.start : each.end] for each in entities}
