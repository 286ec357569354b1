"""Every word that says why a fact is in doubt, was not taken or did not enter the chart is explained to clinicians."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from arbiter_fhir.extraction.reasons import Reason
from tests.architecture.source_tree import ROOT, Module, modules

_ROW = re.compile(r"^\| `(?P<word>[a-z_]+)` \| (?P<meaning>.+) \|$", re.MULTILINE)
_WORD = re.compile(r"[a-z]+(?:_[a-z]+)+|unanswered|pending|cancelled")

#: What is called with a reason word among its arguments.
_CALLS = frozenset({"reject", "Reject", "RejectedCandidate", "ParsedValue", "Standing", "_refused"}) | frozenset(
    {"_stop", "_on", "_decision", "_changed", "Verdict", "ListVerdict"}
)
#: Modules whose functions return reason words, or keep them in tables and tuples.
_RETURNING = frozenset({"promotion.list_policy", "promotion.policy", "identity.decide"})
_TABLES = frozenset({"extraction.laboratory.values", "extraction.hl7v2.status", "promotion.policy"})
#: Names of constants that hold reason words.
_CONSTANTS = re.compile(
    r"PAGE_\w+|UNANSWERED|OVERLOOKED|NAME_UNREAD|_SEVERAL\w*|NEW_RESULT|CORRECTED_RESULT|SUPERSEDED|WITHDREW_RESULT|VOUCHED|"
    r"NOTHING_TO_WITHDRAW|EMBEDDED_DOCUMENT|NO_IDENTIFIERS|ONE_STRONG_IDENTIFIER|CARRIED_BY_ANOTHERS"
)
#: Rooms whose reasons these are.
_ROOMS = frozenset({"extraction", "promotion", "identity", "domain", "pipelines"})
#: Arguments and table values of the same shape that are no reasons.
_OTHERS = frozenset({"reference_range", "birth_date"})


def explained() -> list[tuple[str, str]]:
    return [(found["word"], found["meaning"]) for found in _ROW.finditer((ROOT / "docs" / "reasons.md").read_text())]


def constants(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and _WORD.fullmatch(inner.value):
            yield inner.value


def said_by(node: ast.AST, name: str) -> ast.AST | None:
    """The part of a syntax node that holds reason words; ``None`` where it holds none."""
    match node:
        case ast.Call(func=ast.Name(id=called)) if called in _CALLS:
            return ast.Tuple(node.args)
        case ast.Call(func=ast.Attribute(attr="append"), args=[ast.Tuple() as pair]) if "extraction" in name:
            return pair
        case ast.Return(value=ast.AST() as value) if name in _RETURNING:
            return value
        case ast.Tuple(elts=[_, ast.Constant() as word]) if name in _TABLES:
            return word
        case ast.Dict(values=values) if name in _TABLES:
            return ast.Tuple([value for value in values if isinstance(value, ast.Constant)])
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if _CONSTANTS.fullmatch(target):
            return value
        case ast.AnnAssign(target=ast.Name(id=target), value=value) if _CONSTANTS.fullmatch(target):
            return value
        case _:
            return None


def words_of(module: Module) -> Iterator[str]:
    name = module.name.removeprefix("arbiter_fhir.")
    for node in ast.walk(module.tree):
        if (said := said_by(node, name)) is not None:
            yield from constants(said)


def words_of_the_code() -> set[str]:
    found = {reason.value for reason in Reason}
    for module in modules():
        if module.room in _ROOMS:
            found.update(words_of(module))
    return found - _OTHERS


def test_every_word_is_explained() -> None:
    assert words_of_the_code() - {word for word, _ in explained()} == set()


def test_the_words_of_all_rooms_are_seen() -> None:
    # One word from each place in which rooms keep them: otherwise the test above would see too little.
    assert {
        "name_on_another_page", "not_performed", "unanswered", "page_unread", "self_reported_history", "new_result",
        "collection_date_in_future", "other_patient_on_page", "packet_of_one_patient", "withdrew_result", "pending",
    } <= words_of_the_code()  # fmt: skip


def test_nothing_is_explained_that_the_code_does_not_say() -> None:
    source = "\n".join(module.path.read_text() for module in modules())
    assert [word for word, _ in explained() if f'"{word}"' not in source] == []


@pytest.mark.parametrize(("word", "meaning"), explained(), ids=lambda text: text[:40])
def test_an_explanation_is_a_sentence_for_people(word: str, meaning: str) -> None:
    assert meaning[0].isupper()
    assert meaning[-1] in ".?"
    assert len(meaning.split()) > 1
    assert "_" not in meaning.replace("document_fact", "")
