"""What the command line prints and asks for.

*Takes* parsed arguments. *Gives* text for people and JSON for programs. *Never* holds logic that the API or a worker
would need too.
"""

from arbiter_fhir.cli.ask import answer_as_json, print_answer
from arbiter_fhir.cli.commands import ask_question, deidentify_input, extract_file, print_findings
from arbiter_fhir.cli.extract import citation_as_json, fact_as_json, write_overlays
from arbiter_fhir.cli.output import Output
from arbiter_fhir.cli.patient import parse_patient
from arbiter_fhir.cli.supervise import own_command, supervise
from arbiter_fhir.cli.trace import print_trace, trace_as_json

__all__ = [
    "Output",
    "answer_as_json",
    "ask_question",
    "citation_as_json",
    "deidentify_input",
    "extract_file",
    "fact_as_json",
    "own_command",
    "parse_patient",
    "print_answer",
    "print_findings",
    "print_trace",
    "supervise",
    "trace_as_json",
    "write_overlays",
]
