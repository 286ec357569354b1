"""Words of a page and where they stand, as the hand that drew the page wrote them down."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from arbiter_fhir.domain.document import BoundingBox

__all__ = ["PartName", "PrintedPart", "Rectangle"]


def _on_the_page(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    BoundingBox(*box)
    return box


#: Left, top, width and height as fractions of the page as displayed, origin top left.
Rectangle = Annotated[tuple[float, float, float, float], AfterValidator(_on_the_page)]


class PartName(StrEnum):
    """What words are: of a row of results its columns, of any other fact its own words and those beside them."""

    NAME = "name"
    VALUE = "value"
    FLAG = "flag"
    UNIT = "unit"
    RANGE = "range"
    OWN = "own"
    BESIDE = "beside"


class PrintedPart(BaseModel):
    """Words on the paper.

    Attributes:
        text: As printed.
        box: Around the words, as tall as the font's line; `ink` around their letters.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    part: PartName
    text: Annotated[str, Field(min_length=1)]
    box: Rectangle
    ink: Rectangle
