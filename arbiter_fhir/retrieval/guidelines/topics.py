"""Which guidance belongs to a test or a measurement: the question that one would ask about it.

For "what deserves attention" the search gets these words of our own and never a value of the patient's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, LiteralString

from arbiter_fhir.domain.deid import DeidentifiedText

__all__ = ["topic_questions"]

_GLYCEMIA: Final = "A1C goal and glycemic targets in diabetes"
_KIDNEY: Final = "monitoring kidney function, eGFR and albuminuria in chronic kidney disease"
_ALBUMINURIA: Final = "albuminuria categories by urine albumin-to-creatinine ratio"
_LDL: Final = "LDL cholesterol goals and statins"
_ANEMIA: Final = "hemoglobin cutoffs that define anemia"
_IRON: Final = "ferritin cutoff for iron deficiency"
_THYROID: Final = "TSH goal and when to recheck TSH"

#: Analyte keys of `domain.analyte` (and ``blood_pressure``) to the question; a key that is not here has no guidance.
_QUESTIONS: Final[Mapping[str, LiteralString]] = {
    "hba1c": _GLYCEMIA,
    "estimated_average_glucose": _GLYCEMIA,
    "glucose": "diagnostic criteria for diabetes by glucose",
    "glucose_fasting": "diagnostic criteria for diabetes by fasting glucose",
    "fructosamine": "when A1C is unreliable and fructosamine is used",
    "creatinine": _KIDNEY,
    "egfr": _KIDNEY,
    "egfr_ckd_epi": _KIDNEY,
    "egfr_ckd_epi_2021": _KIDNEY,
    "cystatin_c": "estimating GFR with cystatin C",
    "urea_nitrogen": _KIDNEY,
    "urine_albumin": _ALBUMINURIA,
    "urine_albumin_creatinine_ratio": _ALBUMINURIA,
    "urine_protein": _ALBUMINURIA,
    "potassium": "hyperkalemia in chronic kidney disease",
    "cholesterol_ldl": _LDL,
    "cholesterol_ldl_direct": _LDL,
    "cholesterol_total": _LDL,
    "cholesterol_non_hdl": _LDL,
    "cholesterol_hdl": "lipid screening and cardiovascular risk categories",
    "triglycerides": "hypertriglyceridemia thresholds",
    "lipoprotein_a": "lipoprotein(a) measurement",
    "tsh": _THYROID,
    "t4_free": _THYROID,
    "hemoglobin": _ANEMIA,
    "hematocrit": _ANEMIA,
    "ferritin": _IRON,
    "iron": _IRON,
    "iron_saturation": _IRON,
    "vitamin_d": "screening for vitamin D deficiency",
    "inr": "INR target and how often INR is checked with warfarin",
    "prothrombin_time": "INR target and how often INR is checked with warfarin",
    "psa": "PSA screening for prostate cancer",
    "hiv_screen": "HIV screening",
    "hcv_antibody": "hepatitis C screening",
    "hbsag": "hepatitis B screening with the triple panel",
    "rpr": "syphilis screening",
    "blood_pressure": "blood pressure categories and treatment goal in hypertension",
}


def topic_questions(keys: Sequence[str]) -> tuple[DeidentifiedText, ...]:
    """The guideline questions that belong to these keys, in their order, each once."""
    asked = dict.fromkeys(_QUESTIONS[key] for key in keys if key in _QUESTIONS)
    return tuple(DeidentifiedText.compose(question) for question in asked)
