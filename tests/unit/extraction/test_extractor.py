from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ErrorCode, ExtractionError
from arbiter_fhir.extraction import RuleExtractor
from tests.unit.extraction.clean_pages import write_lines


def test_other_document_types_are_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        RuleExtractor().extract(write_lines("x"), doc_type=DocType.INTAKE_FORM, source_id="f")
    assert refused.value.code is ErrorCode.EXTRACT_UNSUPPORTED
