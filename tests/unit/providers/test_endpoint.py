from __future__ import annotations

import pytest

from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.providers import ModelEndpoint


@pytest.mark.parametrize(
    "url",
    [
        "https://llm.example/v1",
        "https://llm.example/v1/",
        "http://127.0.0.1:11434/v1",
        "http://[::1]:8000/v1",
        "http://localhost:1/v1",
    ],
)
def test_an_endpoint_is_encrypted_or_on_this_machine(url: str) -> None:
    assert ModelEndpoint(url).chat_url == url.rstrip("/") + "/chat/completions"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "llm.example/v1",
        "ftp://llm.example/v1",
        "https:///v1",
        "https://llm.example/v1?key=1",
        "https://user:secret@llm.example/v1",
        "http://llm.example/v1",
        "http://127.0.0.1.example/v1",
        "http://localhost.example/v1",
        "http://2130706433/v1",
    ],
)
def test_everything_else_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        ModelEndpoint(url)
    assert "secret" not in refused.value.message


def test_plain_http_needs_a_word_of_the_operator() -> None:
    assert ModelEndpoint("http://ollama:11434/v1", plain_http_allowed=True).chat_url.startswith("http://ollama")
