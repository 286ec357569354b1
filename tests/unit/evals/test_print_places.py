from __future__ import annotations

import pytest
from pydantic import ValidationError

from arbiter_fhir.evals.print_places import PartName, PrintedPart


@pytest.mark.parametrize("box", [(0.5, 0.5, 0.6, 0.1), (-0.1, 0, 0.5, 0.5), (0, 0, 0, 0.1)])
def test_a_box_off_the_page_is_an_error(box: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValidationError):
        PrintedPart(part=PartName.OWN, text="Latex", box=box, ink=box)


def test_words_have_a_text() -> None:
    with pytest.raises(ValidationError):
        PrintedPart(part=PartName.OWN, text="", box=(0.1, 0.1, 0.1, 0.1), ink=(0.1, 0.1, 0.1, 0.1))
