"""Words that a sender adds to a test's name and that make its number something else than the patient's measurement.

``Glucose goal`` under the code of glucose is no glucose that was measured, ``Glucose (father)`` none of the patient's.
A word that the code's own analyte is called by (``LDL cholesterol calculated``, ``estimated GFR``) adds nothing.

*Source*: curated by hand, 2026-11-30, from what interfaces put beside a test's name; names: ``data/analytes.tsv``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from arbiter_fhir.domain.analyte_table import analyte_rows
from arbiter_fhir.extraction.laboratory.analytes import Analyte, find_analyte, fold_name

__all__ = ["is_qualified", "leaves_unread_words"]

#: Words of one meaning each; an analyte that is called by one of them may be called by any.
_NEVER_MEASURED: Final = (
    frozenset({"goal", "goals", "target", "targets", "desired", "desirable", "aim"}),
    frozenset({"expected", "predicted", "projected", "ideal", "anticipated", "nominal"}),
    frozenset({"control", "controls", "ctrl", "ctl", "qc", "calibrator", "calibration", "proficiency", "blank"}),
    frozenset({"threshold", "cutoff", "limit", "limits"}),
    frozenset({"donor", "donors", "recipient"}),
    frozenset({"father", "fathers", "paternal", "dad"}),
    frozenset({"mother", "mothers", "mom", "mum"}),
    frozenset({"partner", "partners", "husband", "husbands", "wife", "wifes", "spouse", "spouses"}),
    frozenset({"brother", "brothers", "sister", "sisters", "sibling", "siblings", "twin", "son", "daughter", "child"}),
    frozenset({"parent", "parents", "relative", "family", "contact"}),
    frozenset({"baby", "babys"}),
)
#: Words that only a code of the table can contradict: a code beyond it may well be for the fetus or for a sum.
_OTHER_QUANTITY: Final = (
    frozenset({"fetal", "foetal", "fetus", "foetus", "cord"}),
    frozenset({"maternal"}),
    frozenset({"calculated", "calc", "calculation", "computed", "derived", "estimated", "est", "estimate"}),
    frozenset({"average", "avg", "mean", "median"}),
    frozenset({"previous", "prev", "prior", "baseline", "historical", "last"}),
    frozenset({"dialysate"}),
    frozenset({"delta", "change", "difference", "ratio"}),
)
#: Analytes that are worked out from others, or commonly are, whatever they are called.
_WORKED_OUT: Final = frozenset(
    {
        *("ag_ratio", "albumin_creatinine_ratio", "anion_gap", "bilirubin_indirect", "bun_creatinine_ratio"),
        *("chol_hdl_ratio", "eag", "egfr", "egfr_ckd_epi_2021", "globulin", "hematocrit", "iron_saturation"),
        *("kappa_lambda_ratio", "ldl", "ldl_calculated", "mch", "mchc", "mcv", "non_hdl", "osmolality", "inr"),
        *("protein_creatinine_ratio", "psa_free_percent", "testosterone_free", "tibc", "uibc", "vldl"),
    }
)
#: Words that leave a test what it is: specimens, methods, places, and how laboratories and LOINC spell names.
_ADDING_NOTHING: Final = frozenset(
    {
        "a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with", "level",
        "levels", "lvl", "conc", "concentration", "result", "value", "test", "lab", "serum", "ser", "plasma", "plas",
        "plasm", "pl", "blood", "bld", "whole", "venous", "ven", "arterial", "art", "capillary", "cap", "serpl",
        "serplbld", "random", "fasting", "fast", "non", "nonfasting", "bedside", "poc", "poct", "point", "care",
        "meter", "fingerstick", "glucometer", "istat", "stat", "quant", "quantitative", "quan", "qn", "qual",
        "qualitative", "ql", "semiquantitative", "screen", "automated", "auto", "manual", "total", "tot", "direct",
        "enzymatic", "ifcc", "dcct", "ngsp", "hplc", "immunoassay", "eia", "ise", "pcr", "spectrophotometry",
        "method", "mass", "moles", "vol", "volume", "substance", "scnc", "mcnc", "ncnc", "acnc", "ccnc", "time", "pt",
        "ur", "urine", "edta", "heparin", "s", "p", "b", "u", "wb", "mg", "dl", "ml", "l", "mmol", "meq", "ug", "ng",
        "pg", "iu", "g", "percent", "count", "cnt", "absolute", "abs", "sensitivity", "sensitive", "high", "highly",
        "us", "ultra", "hs", "generation", "gen", "1st", "2nd", "3rd", "4th", "fourth", "third", "initial", "repeat",
        "new", "adult", "male", "female", "am", "pm", "morning", "lc", "ms", "esoterix", "reflex",
    }
)  # fmt: skip


#: Words of so few letters are parts of a local code.
_CODE_LETTERS: Final = 2


def is_qualified(texts: Iterable[str], coded: Sequence[Analyte]) -> bool:
    """Whether a name has a word that makes it another quantity, or another person's, than its code says.

    Args:
        texts: All names sent for the observation.
        coded: Analytes of the table that its code may stand for; none where the table does not hold the code.
    """
    own = frozenset[str]().union(*(_words_of(analyte.key) for analyte in coded))
    if any(analyte.key in _WORKED_OUT for analyte in coded):
        own |= {"calculated", "ratio"}
    groups = (*_NEVER_MEASURED, *_OTHER_QUANTITY) if coded else _NEVER_MEASURED
    words = frozenset(word for text in texts for word in fold_name(text).split())
    return any(words & group and not own & group for group in groups)


def leaves_unread_words(text: str, coded: Sequence[Analyte]) -> bool:
    """Whether a name holds the name of the code's analyte and a word beside it that nobody knows.

    Args:
        text: The name as sent.
        coded: Analytes of the table that its code may stand for.
    """
    words = fold_name(text).split()
    keys = {analyte.key for analyte in coded}
    if not keys or find_analyte(text) is not None:
        return False
    stretches = ((first, last) for first in range(len(words)) for last in range(len(words), first, -1))
    for first, last in stretches:
        named = find_analyte(" ".join(words[first:last]))
        if named is not None and named.key in keys:
            own = frozenset[str]().union(*(_words_of(key) for key in keys))
            rest = (*words[:first], *words[last:])
            return any(
                len(word) > _CODE_LETTERS and word.isalpha() and word not in own | _ADDING_NOTHING for word in rest
            )
    return False


@cache
def _words_of(key: str) -> frozenset[str]:
    """All words that an analyte is called by."""
    return frozenset(
        word
        for row in analyte_rows()
        if row.analyte == key
        for name in (*row.names, row.display)
        for word in fold_name(name).split()
    )
