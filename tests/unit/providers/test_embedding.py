"""The local embedder: meaning, shape, and refusal of foreign weights."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.providers import LocalEmbedder


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def clean(*texts: str) -> list[DeidentifiedText]:
    return [DeidentifiedText(text, DEID_SEAL) for text in texts]


def test_vectors_are_unit_length_float32_of_384_dimensions(embedder: LocalEmbedder) -> None:
    (vector,) = embedder.embed(clean("LDL Cholesterol 148 mg/dL"))
    assert len(vector) == 384 * 4
    assert np.linalg.norm(np.frombuffer(vector, "<f4")) == pytest.approx(1.0, abs=1e-5)


def test_a_paraphrase_is_nearer_than_another_subject(embedder: LocalEmbedder) -> None:
    result, paraphrase, other = (
        np.frombuffer(vector, "<f4")
        for vector in embedder.embed(clean("Hemoglobin A1c 8.1%", "glycated haemoglobin result", "gardening"))
    )
    assert result @ paraphrase > 0.5
    assert result @ other < 0.1


def test_long_text_is_cut_not_refused(embedder: LocalEmbedder) -> None:
    assert len(embedder.embed(clean("glucose " * 5000))[0]) == 1536


def test_foreign_weights_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "model.onnx"
    foreign.write_bytes(b"not these weights")
    with pytest.raises(ProviderError) as caught:
        LocalEmbedder(foreign)
    assert caught.value.code is ErrorCode.PROVIDER_MODEL


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match="missing"):
        LocalEmbedder(tmp_path / "nothing.onnx")


def test_loading_the_model_tells_nobody(tmp_path: Path) -> None:
    """ONNX Runtime opens a telemetry session (a .ses file, then a look-up) at import unless it is told not to."""
    program = "from arbiter_fhir.providers import LocalEmbedder; LocalEmbedder()"
    environment = {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", program], env={**environment, "TMPDIR": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []
