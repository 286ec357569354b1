"""Words built letter by letter."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.documents.ocr.letters import center_in, split_words
from arbiter_fhir.documents.pdf.visibility import Doubt, InkProbe, Screening


class Judge(InkProbe):
    """A probe that answers as told."""

    def __init__(self, *, ink: bool) -> None:
        self.ink = ink
        self.asked = 0

    def shows_ink(self, rect: Any) -> bool:
        self.asked += 1
        return self.ink


def line(*spans: str) -> dict[str, Any]:
    x = 0.0
    made = []
    for text in spans:
        chars = []
        for letter in text:
            chars.append({"c": letter, "bbox": (x, 0.0, x + 5, 10.0)})
            x += 6
        made.append({"chars": chars})
    return {"dir": (1.0, 0.0), "spans": made}


def block(*lines: dict[str, Any]) -> dict[str, Any]:
    return {"type": 0, "lines": list(lines)}


CLEAN = Screening({}, ())


def words_of(blocks: list[dict[str, Any]], screening: Screening = CLEAN, *, ink: bool = True) -> list[str]:
    return [word.text for word in split_words(blocks, screening, Judge(ink=ink)).words]


def test_spaces_and_lines_part_words_and_spans_do_not() -> None:
    assert words_of([block(line("ab cd", "ef"), line("gh"))]) == ["ab", "cdef", "gh"]


def test_short_runs_of_points_stay_and_long_ones_part() -> None:
    assert words_of([block(line("1.5"), line("a...b"), line("a....b"), line("......"))]) == [
        "1.5",
        "a...b",
        "a",
        "....",
        "b",
        "......",
    ]


def test_unpainted_letters_are_counted_apart() -> None:
    screening = Screening({(0, 0, 1): Doubt.UNPAINTED, (0, 1, 0): Doubt.TINY}, ())
    result = split_words([block(line("ab", "cd"), line("ef"))], screening, Judge(ink=True))
    assert [word.text for word in result.words] == ["ab"]
    assert (result.unpainted, result.hidden) == (1, 1)


def test_light_letters_live_by_their_ink() -> None:
    screening = Screening({(0, 0, 0): Doubt.LIGHT}, ())
    assert words_of([block(line("head"))], screening, ink=True) == ["head"]
    assert words_of([block(line("head"))], screening, ink=False) == []


def test_plain_letters_never_ask_the_probe() -> None:
    judge = Judge(ink=False)
    split_words([block(line("plain words"))], CLEAN, judge)
    assert judge.asked == 0


def test_bounds_are_those_of_the_letters() -> None:
    (word,) = split_words([block(line("abc"))], CLEAN, Judge(ink=True)).words
    assert word.rect == (0.0, 0.0, 17.0, 10.0)
    assert center_in(word.rect, (0.0, 0.0, 20.0, 20.0))
