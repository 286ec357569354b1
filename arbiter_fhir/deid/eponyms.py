"""When a family name is a clinical term: *Graves disease*, *Foley catheter*, *Bishop score*, *rose bengal*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.reading import Token

__all__ = ["is_clinical_term"]

_NOUNS: Final = frozenset(
    ["disease", "diseases", "syndrome", "sign", "signs", "test", "tests", "score", "scores", "scale", "criteria", "index", "catheter", "catheters", "stain", "staining", "smear", "palsy", "tumor", "tumour", "lymphoma", "node", "nodes", "body", "bodies", "cell", "cells", "esophagus", "oesophagus", "protein", "proteinuria", "maneuver", "manoeuvre", "reflex", "procedure", "classification", "formula", "equation", "method", "phenomenon", "contracture", "fracture", "fractures", "ulcer", "ring", "rings", "triad", "law", "gait", "tremor", "position", "clip", "drain", "tube", "virus", "factor", "antigen", "antigens", "antibody", "antibodies", "thyroiditis", "anemia", "chorea", "aneurysm", "disorder", "spots", "spot", "nodules", "nodule", "line", "lines", "sarcoma", "granulomatosis", "arteritis", "nephropathy", "encephalopathy", "psychosis", "cirrhosis", "ataxia", "neuroma", "hernia", "operation", "repair", "bandage", "stage", "staging", "grade", "gland", "glands", "duct", "ligament", "nerve", "test's", "murmur", "pulse", "sounds", "respiration", "respirations", "breathing", "exercises", "exercise", "cyst", "disc", "agar", "medium", "bengal", "stool", "stools", "blood", "count", "crystals", "metastasis", "crisis", "block", "rhythm", "arrhythmia", "dementia", "opthalmopathy", "ophthalmopathy", "orbitopathy", "dermopathy", "goiter", "palsies", "colitis", "ileitis", "stones", "pump", "bag", "insertion", "removed", "inserted", "placed", "placement", "vasculitis", "granuloma", "esophagitis", "hemorrhage", "foot", "deformity", "arthropathy", "joint", "joints", "sling", "technique", "approach", "incision", "loop", "syndromes", "point", "coma", "monitor", "monitoring", "tetralogy", "malformation", "angina", "glands", "swab", "culture", "cheeks", "lymphoproliferative", "leukemia", "rays", "wave", "fever", "pneumonia", "dementia", "hospice"]
)
_BEFORE: Final = frozenset(
    ["positive", "negative", "non-", "pap", "anti", "stage", "tetralogy", "sarcoma", "non", "modified", "bilateral", "s/p", "indwelling"]
)


def is_clinical_term(tokens: Sequence[Token], index: int) -> bool:
    """Whether the token at ``index`` stands in a clinical term, judged by its neighbours.

    One more name may stand between (*Von Willebrand factor*, *Epstein-Barr virus*, *Wolff-Parkinson-White syndrome*).
    """
    token = tokens[index]
    for step in (1, 2, 3):
        if index + step >= len(tokens):
            break
        following = tokens[index + step]
        if following.gap.strip(" -'/") or "\n\n" in following.gap:
            break
        if following.key in _NOUNS:
            return True
        if not following.is_name_shaped:
            break
    return index > 0 and tokens[index - 1].key in _BEFORE and token.gap in {" ", "-"}
