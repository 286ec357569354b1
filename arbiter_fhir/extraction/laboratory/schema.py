"""The strict shape of a laboratory result: what does not have it is rejected with its reason, whoever read it.

*Source*: the result schema of the product's first design (test name, value, unit, range, collection date, flag);
lengths follow the widest columns that a result may later be written to (OpenEMR `procedure_result`: 255 characters).
"""

from __future__ import annotations

import unicodedata

from arbiter_fhir.domain.fact import LabResult

__all__ = ["MAX_TEXT", "schema_problem"]

#: Longest name, value or range; a longer one is running text that was taken for a cell.
MAX_TEXT = 255
#: Longest remark that is kept with a result.
MAX_COMMENT = 2000


def schema_problem(result: LabResult) -> str | None:
    """What is wrong with a result's shape, as a stable snake-case word; ``None`` where nothing is."""
    texts = (result.test_name, result.value, result.unit, result.reference_range, result.flag_printed, result.specimen)
    hidden = any(unicodedata.category(char) in {"Cc", "Cs", "Co"} for text in texts for char in text)
    long = any(len(text) > MAX_TEXT for text in texts) or len(result.comment) > MAX_COMMENT
    checks = (
        (not any(char.isalpha() for char in result.test_name), "schema_test_name"),
        (not result.value.strip(), "schema_value"),
        (long, "schema_too_long"),
        (hidden, "schema_control_character"),
        (result.numeric is not None and not result.numeric.is_finite(), "schema_number"),
        (result.comparator is not None and result.numeric is None, "schema_comparator"),
    )
    return next((problem for wrong, problem in checks if wrong), None)
