"""Clinical workbooks: results, lists and flowsheets as Excel files, in eight designs."""

from devstack.golden.workbook.cases import workbook_cases

__all__ = ["workbook_cases"]
