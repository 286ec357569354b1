"""Vocabularies of questions."""

from __future__ import annotations

from importlib import resources

from arbiter_fhir.answering.question.tables import read_question_table, read_question_words, words_of_tables
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.question import Topic


def test_every_table_says_where_it_comes_from_and_has_rows() -> None:
    folder = resources.files("arbiter_fhir.answering.question").joinpath("data")
    tables = [file for file in folder.iterdir() if file.name.endswith(".tsv")]
    assert len(tables) >= 15
    for file in tables:
        assert file.read_text(encoding="utf-8").startswith("# "), file.name
        assert read_question_table(file.name), file.name


def test_topics_and_documents_are_those_of_the_domain() -> None:
    assert {row["topic"] for row in read_question_table("topics.tsv")} <= set(Topic)
    assert {row["topic"] for row in read_question_table("weak_topic_words.tsv")} <= set(Topic)
    assert {row["doc_type"] for row in read_question_table("documents.tsv")} <= {*DocType, "any"}


def test_weak_words_are_words_of_their_topic() -> None:
    names = {row["topic"]: set() for row in read_question_table("topics.tsv")}
    for row in read_question_table("topics.tsv"):
        names[row["topic"]] |= set(row["names"].split("|"))
    for row in read_question_table("weak_topic_words.tsv"):
        singular = {word.removesuffix("s") for word in row["words"].split("|")}
        assert singular <= {name.removesuffix("s") for name in names[row["topic"]]}, row["topic"]


def test_words() -> None:
    assert "allergies" in words_of_tables(5)
    assert "house" in read_question_words("not_misspelt.txt")
