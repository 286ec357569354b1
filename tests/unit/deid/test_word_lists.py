"""Every list is read, and each says where it comes from."""

from __future__ import annotations

from importlib import resources

import pytest

from arbiter_fhir.deid.word_lists import read_lines, read_sections, read_words

FOLDER = resources.files("arbiter_fhir.deid").joinpath("word_lists")
LISTS = sorted(entry.name for entry in FOLDER.iterdir() if entry.name.endswith(".txt"))


@pytest.mark.parametrize("name", LISTS)
def test_a_list_holds_small_letters_only(name: str) -> None:
    lines = read_lines(name)
    assert lines
    assert all(line == line.lower() for line in lines)


@pytest.mark.parametrize("name", LISTS)
def test_the_readme_names_the_origin_of_every_list(name: str) -> None:
    assert f"`{name}`" in FOLDER.joinpath("README.md").read_text(encoding="utf-8")


def test_sections_join_their_lines() -> None:
    sections = read_sections("name_grammar.txt")
    assert {"titles", "kin", "form_words"} <= set(sections)
    assert "mother-in-law" in sections["kin"].split()


def test_words_of_several_lists() -> None:
    assert {"glucose", "martha"} <= read_words("english_words.txt", "given_names.txt")
