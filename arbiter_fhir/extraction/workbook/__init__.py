"""Clinical workbooks: results in rows, in columns or as labels and values, and the lists beside them.

*Takes* clean pages whose regions say which words are which cell. *Gives* cited facts. *Never* shifts a value to another
column, calculates a formula, or takes a hidden cell or an error for a result.
"""

from arbiter_fhir.extraction.workbook.report import read_workbook

__all__ = ["read_workbook"]
