"""What the command line prints and asks for.

*Takes* parsed arguments. *Gives* text for people and JSON for programs, and an exit code. *Never* holds logic that the
API or a worker would need too.
"""

from arbiter_fhir.cli.ask import answer_as_json, print_answer
from arbiter_fhir.cli.extract import fact_as_json, preview_as_json, print_preview, write_overlays
from arbiter_fhir.cli.patient import parse_patient

__all__ = [
    "answer_as_json",
    "fact_as_json",
    "parse_patient",
    "preview_as_json",
    "print_answer",
    "print_preview",
    "write_overlays",
]
