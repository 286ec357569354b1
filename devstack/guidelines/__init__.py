"""How good the guideline search is: its questions, its calibration, what each part of it is worth.

Everything is measured on the real index in a private MariaDB, through the functions that answer questions.
"""

from devstack.guidelines.calibrate import Calibrated, calibrate
from devstack.guidelines.fitting import write_weights
from devstack.guidelines.measured import MeasuredIndex, measured_index
from devstack.guidelines.plot import draw_scores
from devstack.guidelines.questions import GuidelineQuestion, read_questions
from devstack.guidelines.report import as_json, as_text

__all__ = [
    "Calibrated",
    "GuidelineQuestion",
    "MeasuredIndex",
    "as_json",
    "as_text",
    "calibrate",
    "draw_scores",
    "measured_index",
    "read_questions",
    "write_weights",
]
