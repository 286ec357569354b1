"""Judges the line by documents whose every word is known.

*Takes* the golden set and a way to build the line. *Gives* rubric results, scores, a report and a verdict. *Never*
replays an answer, changes a case, or counts what was not measured.
"""

from arbiter_fhir.evals.evaluation import EvaluationOptions, evaluate

__all__ = ["EvaluationOptions", "evaluate"]
