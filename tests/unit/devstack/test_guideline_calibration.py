"""The calibration itself: questions are read strictly, what can be parted is parted, the plot shows every question."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from arbiter_fhir.retrieval import read_corpus
from devstack.guidelines import Calibrated, as_json, as_text, draw_scores, read_questions, write_weights
from devstack.guidelines.calibrate import Measured, Variant
from devstack.guidelines.fitting import NAMES, Fitted, best_scores, fit_with_threshold, ordered
from devstack.guidelines.measured import Looked
from devstack.guidelines.questions import CALIBRATION, HELD_OUT, GuidelineQuestion

HEADER = "split\tkind\tquestion\tchunks\n"


def looked(number: int, *, supported: bool) -> Looked:
    """A question with three candidates; the first of a supported one covers it, nothing covers the others."""
    random = np.random.default_rng(number)
    features = random.uniform(0.0, 0.3, size=(3, len(NAMES)))
    if supported:
        features[0, NAMES.index("coverage")] = 0.95
    ids = tuple(f"chunk-{number}-{place}" for place in range(3))
    question = GuidelineQuestion(
        CALIBRATION, "supported" if supported else "near", f"question {number}", frozenset(ids[:1] if supported else ())
    )
    return Looked(question, True, ids, features, ids, ids, ids, ids)


@pytest.fixture(scope="module")
def many() -> list[Looked]:
    return [looked(number, supported=number % 2 == 0) for number in range(80)]


@pytest.fixture(scope="module")
def fitted(many: list[Looked]) -> Fitted:
    return fit_with_threshold(many)


def test_what_can_be_parted_is_parted(many: list[Looked], fitted: Fitted) -> None:
    scores = best_scores(many, fitted)
    above = scores >= fitted.threshold
    assert list(above) == [each.question.supported for each in many]
    assert all(ordered(each, fitted)[0] in each.question.chunks for each in many if each.question.supported)


def test_a_question_without_topic_or_candidates_scores_nothing(fitted: Fitted) -> None:
    question = GuidelineQuestion(HELD_OUT, "far", "what is said", frozenset())
    nothing = Looked(question, False, (), np.zeros((0, len(NAMES))), (), (), (), ())
    assert list(best_scores([nothing], fitted)) == [0.0]


def test_a_feature_left_out_has_no_weight(many: list[Looked]) -> None:
    without = fit_with_threshold(many, without=("coverage",))
    place = NAMES.index("coverage")
    assert without.order.weights[place] == without.gate.weights[place] == 0.0


def test_weights_are_stored_as_the_product_reads_them(tmp_path: Path, fitted: Fitted) -> None:
    path = tmp_path / "weights.tsv"
    write_weights(path, fitted)
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert rows[0] == ["feature", "order", "gate"]
    assert [row[0] for row in rows[1:]] == [*NAMES, "bias", "threshold"]
    assert all(len(row) == 3 for row in rows)


@pytest.mark.parametrize(
    "line",
    [
        "calibration\tsupported\tA1c goal\t",
        "calibration\tnear\tgout\tada.a1c",
        "training\tnear\tgout\t",
        "calibration\todd\tgout\t",
        "calibration\tnear\tgout",
        "calibration\tnear\tgout\t\nheld-out\tnear\tgout\t",
    ],
)
def test_a_malformed_question_is_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "questions.tsv"
    path.write_text(HEADER + line + "\n", encoding="utf-8")
    with pytest.raises(ValueError):  # noqa: PT011  unpacking raises one without a text of ours
        read_questions(path)


def test_the_bundled_questions_name_chunks_that_exist_and_are_enough(repository: Path) -> None:
    folder = repository / "fixtures" / "clinical-guideline-corpus"
    questions = read_questions(folder / "questions.tsv")
    ids = {chunk.chunk_id for chunk in read_corpus(folder).chunks}
    assert all(question.chunks <= ids for question in questions)
    for half, supported, outside in ((CALIBRATION, 80, 60), (HELD_OUT, 60, 60)):
        of_half = [question for question in questions if question.split == half]
        assert sum(question.supported for question in of_half) >= supported
        assert sum(not question.supported for question in of_half) >= outside


@pytest.fixture
def outcome(many: list[Looked], fitted: Fitted) -> Calibrated:
    measured = Measured(0.9, 1.0, answered=0.95, right=0.9, refused_near=0.97, refused_far=1.0)
    return Calibrated(
        with_vectors=fitted,
        words_only=fitted,
        variants=(
            Variant("whole search", measured, measured),
            Variant("a ranking", Measured(0.5, 0.8), Measured(0.4, 0.7)),
        ),
        scores=tuple(float(score) for score in best_scores(many, fitted)),
        questions=tuple(each.question for each in many),
        wrong=("not refused (0.51): gout -> ada.a1c",),
    )


def test_the_plot_has_a_dot_for_every_question(outcome: Calibrated) -> None:
    drawing = ET.fromstring(draw_scores(outcome))
    assert len(drawing.findall("{http://www.w3.org/2000/svg}circle")) == len(outcome.questions)


def test_the_report_tells_numbers_and_what_went_wrong(outcome: Calibrated) -> None:
    text = as_text(outcome)
    assert "| whole search | 0.900 | 1.000 | 0.950 | 0.900 | 0.970 | 1.000 |" in text
    assert "| a ranking | 0.400 | 0.700 | - | - | - | - |" in text
    assert text.endswith("not refused (0.51): gout -> ada.a1c")
    assert as_json(outcome)["wrong"] == ["not refused (0.51): gout -> ada.a1c"]
