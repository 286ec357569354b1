"""Makes the golden set: documents and what must come out of them, from the same inputs.

Takes: invented people, results, answers and designs. Gives: documents of every type and cases, written down by the
hand that drew the pages. Never: a look at what the product reads.

``scripts/make_golden.py --write`` writes the committed files; nothing else does.
"""

from devstack.golden.files import GOLDEN_FOLDER, changed_files, write_documents, write_golden_set
from devstack.golden.layout_cases import layout_cases
from devstack.golden.trap_cases import trap_cases

__all__ = ["GOLDEN_FOLDER", "changed_files", "layout_cases", "trap_cases", "write_documents", "write_golden_set"]
