"""Cultures: organisms, and how each answers to drugs.

*Source*: HL7 v2.5.1 sections 7.4.1.26 and 7.4.1.29 (OBR-26 parent result, OBR-29 parent) and 7.4.2.4 (OBX-4): a request
for susceptibilities names the observation with its organism by code, sub-identifier and value; where both stand under
one request, they share their sub-identifier. LOINC for the names of organism observations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Susceptibility, SusceptibilityInterpretation
from arbiter_fhir.extraction.hl7v2.abnormal import interpretation_of
from arbiter_fhir.extraction.hl7v2.codes import codings_of, loinc_given, wording_of
from arbiter_fhir.extraction.hl7v2.dates import timing_of
from arbiter_fhir.extraction.hl7v2.drafts import Draft, draft
from arbiter_fhir.extraction.hl7v2.grouping import Observation, Request
from arbiter_fhir.extraction.hl7v2.measured import unit_of
from arbiter_fhir.extraction.hl7v2.results import QUOTED, specimen_of
from arbiter_fhir.extraction.hl7v2.status import standing_of
from arbiter_fhir.extraction.hl7v2.tree import Leaf, SegmentView
from arbiter_fhir.extraction.hl7v2.values import read_value
from arbiter_fhir.extraction.hl7v2.wording import said
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["find_organism", "is_susceptibility", "read_susceptibility"]

#: Observations whose value is an organism: "Bacteria identified", "Organism", "Isolate", "... culture".
_ORGANISM_NAME: Final = re.compile(
    r"\b(?:organism|isolate|bacteria|fungus|yeast|mycobacterium|microorganism|pathogen)s?\b|\bculture\b|\bidentified\b",
    re.IGNORECASE,
)
#: Assays of high sensitivity (troponin, CRP) are no test of a drug.
_DRUG_NAME: Final = re.compile(r"\[?susceptib|\bMIC\b|(?<!high[ -])(?<!ultra[ -])\bsensitivity\b", re.IGNORECASE)

#: Texts of LOINC's susceptibility names that are no part of the drug's name.
_METHOD: Final = re.compile(r"\s*\[susceptibility\].*$|\s*\bsusceptibility\b.*$", re.IGNORECASE)


def is_susceptibility(observation: Observation, request: Request, requests: Sequence[Request]) -> bool:
    """Whether an observation says how an organism answers to a drug."""
    segment = observation.segment
    name = wording_of(segment, 3)
    if name is None or not segment.field(5) or segment.is_null(5):
        return False
    if _DRUG_NAME.search(name.text):
        return True
    if _category(segment) is None:
        return False
    under_parent = request.segment is not None and bool(request.segment.field(26))
    return under_parent or find_organism(segment, request, requests) is not None


def find_organism(segment: SegmentView, request: Request, requests: Sequence[Request]) -> Leaf | None:
    """The organism that a drug's observation speaks of; ``None`` where it cannot be told for sure."""
    parent = request.segment
    if parent is not None and parent.field(26):
        code, sub = parent.leaf(26, 1, 1) or parent.leaf(26, 1), parent.text(26, 2)
        for other in requests:
            for observation in other.observations:
                if _is_parent(observation.segment, code.text if code else "", sub):
                    return wording_of(observation.segment, 5) or observation.segment.leaf(5)
        return parent.leaf(26, 3)
    within = [
        observation.segment
        for observation in request.observations
        if observation.segment is not segment and _names_organism(observation.segment)
    ]
    fitting = [other for other in within if _share_sub_identifier(other.text(4), segment.text(4))]
    if len(fitting) != 1:
        return None
    return wording_of(fitting[0], 5) or fitting[0].leaf(5)


def _is_parent(segment: SegmentView, code: str, sub: str) -> bool:
    """Whether an observation is the one that OBR-26 names."""
    return bool(code) and segment.text(3) == code and segment.text(4) == sub and bool(segment.field(5))


def _names_organism(segment: SegmentView) -> bool:
    name = wording_of(segment, 3)
    if name is None or not segment.field(5) or _category(segment) is not None:
        return False
    return bool(_ORGANISM_NAME.search(name.text)) and not _DRUG_NAME.search(name.text)


def _share_sub_identifier(organism: str, drug: str) -> bool:
    """``1`` and ``1``, or ``1`` and ``1.2``: the organism's sub-identifier begins the drug's; both may have none."""
    return organism == drug or (bool(organism) and drug.startswith((f"{organism}.", f"{organism}-", f"{organism}^")))


def _category(segment: SegmentView) -> SusceptibilityInterpretation | None:
    """The category by flag (OBX-8), or by a value that is one."""
    return next(iter(_categories(segment)), None)


def _categories(segment: SegmentView) -> list[SusceptibilityInterpretation]:
    """Every category that flags and value say; more than one of them where they contradict each other."""
    flags = [segment.text(8, repetition=repetition) for repetition in segment.repetitions(8)]
    value = [segment.text(5, 1), segment.text(5, 2)]
    said = (found for text in (*flags, *value) if text and (found := interpretation_of(text)))
    return list(dict.fromkeys(said))


def read_susceptibility(
    observation: Observation,
    request: Request,
    requests: Sequence[Request],
    dates: Mapping[str, ClinicalDate],
) -> Draft | None:
    """The fact; ``None`` where the observation has no name."""
    segment = observation.segment
    name = wording_of(segment, 3)
    if name is None:
        return None
    organism = find_organism(segment, request, requests)
    category = _category(segment)
    value = read_value(segment)
    measured = value if value is not None and interpretation_of(value.clean.value) is None else None
    unit = unit_of(segment)
    timing = timing_of(segment, request.segment, request.specimens, dates)
    standing = standing_of(segment.text(11), request.segment.text(25) if request.segment else "")
    _, specimen = specimen_of(request, segment)
    drug = _drug(name.clean)
    reasons = [*timing.reasons, *(measured.reasons if measured else ())]
    reasons += [] if organism is not None else [Reason.ORGANISM_UNCLEAR]
    reasons += [Reason.TWO_VALUES] if len(_categories(segment)) > 1 else []
    reasons += [Reason.NOT_FINAL] if standing.status not in {"final", "corrected", None} else []
    lead = segment.field(5)[0] if segment.field(5) else segment.field(3)[0]
    return draft(
        segment,
        [leaf for leaf in segment.leaves if leaf.number in QUOTED],
        lead=lead,
        fact_type=FactType.SUSCEPTIBILITY,
        value=Susceptibility(
            organism=organism.text if organism else "",
            drug=drug.value,
            interpretation=category,
            value=measured.clean.value if measured else "",
            numeric=measured.numeric if measured else None,
            unit=unit.text if measured else "",
            specimen=specimen,
            collection_date=timing.collected,
            loinc=loinc_given(codings_of(segment, 3)),
        ),
        fact_text=_sentence(organism, drug, category, segment, measured.clean if measured else None),
        reasons=reasons,
    )


def _drug(name: DeidentifiedText) -> DeidentifiedText:
    """The drug's own name, without what LOINC adds to it."""
    match = _METHOD.search(name.value)
    return name.slice(0, match.start()) if match and match.start() else name


def _sentence(
    organism: Leaf | None,
    drug: DeidentifiedText,
    category: SusceptibilityInterpretation | None,
    segment: SegmentView,
    value: DeidentifiedText | None,
) -> DeidentifiedText:
    printed = next((leaf.clean for number in (8, 5) for leaf in segment.field(number) if _is(leaf, category)), None)
    about = said(organism.clean if organism else None, drug, separator=": ")
    return said(about, printed, value, separator=" ")


def _is(leaf: Leaf, category: SusceptibilityInterpretation | None) -> bool:
    return category is not None and interpretation_of(leaf.text) is category
