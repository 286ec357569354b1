"""The only room that opens documents: bytes become pages of words with boxes.

*Takes* the bytes of a document and what its category says it is.
*Gives* `DocumentPages`: raw words in reading order, each with its box on the page as displayed and, where it was
recognised, its confidence; or a `DocumentError` with the code of what is wrong. Pictures of pages for people.
*Never* opens hostile bytes in the process that asks, runs what a document carries, reads what nobody can see, trusts a
layer of invisible text over a scan, or puts a document's words into an error.
"""

from arbiter_fhir.documents.child_process.sandbox import SandboxedReader
from arbiter_fhir.documents.child_process.wire import LabelledBox, Probe

__all__ = ["LabelledBox", "Probe", "SandboxedReader"]
