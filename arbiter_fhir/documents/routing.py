"""How a page is read: by its text layer or by OCR. Pure decisions over counts.

Source: the seed's stage 1 (200 characters, confidence 75, 40 words). One improvement over it: a short typed page that
holds no picture worth the name keeps its text layer, because OCR of crisp text can only lose; the seed's rule would
have sent a result page of 120 characters through OCR.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = [
    "LEADING_PICTURE_SHARE",
    "NATIVE_CHARACTERS",
    "OCR_CONFIDENCE",
    "OCR_WORDS",
    "LayerEvidence",
    "reads_layer",
    "wants_vision",
]

#: More visible characters than this make a page native whatever else is on it (seed, stage 1).
NATIVE_CHARACTERS: Final = 200

#: Mean word confidence, 0-100, from which OCR alone is trusted (seed, stage 1).
OCR_CONFIDENCE: Final = 75.0

#: Words from which OCR alone is trusted (seed, stage 1).
OCR_WORDS: Final = 40

#: A page with pictures over more than this share of it may be a scan; logos and signatures cover less.
LEADING_PICTURE_SHARE: Final = 0.25


@dataclass(frozen=True, slots=True)
class LayerEvidence:
    """What is known of a page before OCR.

    Attributes:
        characters: Visible characters of the text layer, without white space.
        picture_share: Share of the page that pictures cover, 0-1.
    """

    characters: int
    picture_share: float

    @property
    def pictures_lead(self) -> bool:
        """Whether pictures cover so much that text may be in them."""
        return self.picture_share > LEADING_PICTURE_SHARE


def reads_layer(evidence: LayerEvidence) -> bool:
    """Whether the page's own text layer is taken."""
    if evidence.characters > NATIVE_CHARACTERS:
        return True
    return evidence.characters > 0 and not evidence.pictures_lead


def wants_vision(*, mean_confidence: float, words: int) -> bool:
    """Whether OCR read so little, or so doubtfully, that a vision model would be asked where one is configured."""
    return mean_confidence < OCR_CONFIDENCE or words < OCR_WORDS
