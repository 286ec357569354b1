"""What reviewers type, on its way into our tables: read as the extractor reads a page, and free of identifiers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType, FactValue
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.review import ReviewReason
from arbiter_fhir.errors import ErrorCode, ReviewError
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.reviews import CorrectionReader
from arbiter_fhir.promotion import too_long

__all__ = ["FIELD_CHARS", "NOTE_CHARS", "ReviewText"]

#: Longest note (contract between panel and service).
NOTE_CHARS: Final = 300
#: Longest text of a corrected field, as the chart's columns for names and values hold; a statement is a sentence.
FIELD_CHARS: Final = 255
STATEMENT_CHARS: Final = 1000
#: Unicode categories of what nobody sees: controls, directions and joiners, halves of pairs, private and free places.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
#: What somebody says who knows that it is so.
_LOOKED_TWICE: Final = frozenset({ReviewReason.SEEN_ON_PAGE, ReviewReason.CONFIRMED_ELSEWHERE})
#: Fields that say how much of what there is.
_AMOUNTS: Final = ("test_name", "value", "unit", "specimen", "name", "strength", "dose")
#: So few digits are nobody's identifier (record numbers have more).
_SHORT_NUMBER: Final = re.compile(r"[<>]?=?\s?\d{1,5}(?:\.\d{1,5})?")


@dataclass(frozen=True, slots=True)
class ReviewText:
    """Cleans notes and corrections.

    Attributes:
        deidentifier: The gate that every text passes.
        reader: Reads corrected fields.
    """

    deidentifier: Deidentifier
    reader: CorrectionReader

    def note(self, text: str, patient: ChartPatient | None) -> DeidentifiedText:
        """A note with identifiers replaced.

        Raises:
            ReviewError: E_REVIEW_INVALID: it is too long, or holds what nobody can see.
            DeidentificationError: It could not be cleaned.
        """
        text = " ".join(text.split())
        if len(text) > NOTE_CHARS:
            raise ReviewError(ErrorCode.REVIEW_INVALID, f"A note has at most {NOTE_CHARS} characters.")
        if any(unicodedata.category(each) in _UNSEEN for each in text):
            raise ReviewError(ErrorCode.REVIEW_INVALID, "The note holds a character that cannot be printed.")
        if not text:
            return DeidentifiedText.compose("")
        return self.deidentifier.deidentify_text(text, patient=patient)

    def corrections(
        self,
        fact_type: FactType,
        paper: FactValue,
        texts: Mapping[str, str],
        patient: ChartPatient | None,
        *,
        reason: ReviewReason,
    ) -> tuple[tuple[str, DeidentifiedText], ...]:
        """Corrections that can be carried out, in a stable order.

        Args:
            fact_type: Of the fact.
            paper: Its value as it was read.
            texts: Field name to what belongs there.
            patient: Whose chart is open: their identifiers are looked for as well.
            reason: Why: somebody who has looked twice may say what can hardly be.

        Raises:
            ReviewError: E_REVIEW_INVALID: no value of its field, hardly possible for it, longer than the chart's
                column, a day before the patient's birth, or an identifier stands in it.
            DeidentificationError: A text could not be checked.
        """
        told = {name: " ".join(text.split()) for name, text in texts.items()}
        for name, text in told.items():
            if len(text) > (STATEMENT_CHARS if name == "text" else FIELD_CHARS):
                raise _longer(name)
        value = self.reader.corrected(fact_type, paper, told)
        if (long := too_long(value)) and long != too_long(paper):
            raise _longer(long)
        if reason not in _LOOKED_TWICE and self._changes_amount(paper, value):
            _require_possible(self.reader.doubtful(fact_type, value))
        for name in told:
            _require_after_birth(name, getattr(value, name), patient)
        return tuple(
            (name, self._clean(name, text, is_free=type(getattr(value, name)) is str, patient=patient))
            for name, text in sorted(told.items())
        )

    def _changes_amount(self, paper: FactValue, value: FactValue) -> bool:
        return any(getattr(paper, name, None) != getattr(value, name, None) for name in _AMOUNTS)

    def _clean(self, name: str, text: str, *, is_free: bool, patient: ChartPatient | None) -> DeidentifiedText:
        """One text: dates and words of fixed lists were read already, free text must hold no identifier."""
        if not text or not is_free or _SHORT_NUMBER.fullmatch(text):
            return DeidentifiedText.compose(text.replace("{", "(").replace("}", ")"))
        clean = self.deidentifier.deidentify_text(text, patient=patient)
        if clean.value != text:
            raise ReviewError(
                ErrorCode.REVIEW_INVALID,
                f"The field '{name.replace('_', ' ')}' seems to hold a name or a number of a person; leave it out.",
            )
        return clean


def _longer(name: str) -> ReviewError:
    label = name.replace("_", " ")
    return ReviewError(ErrorCode.REVIEW_INVALID, f"The field '{label}' is longer than the chart can hold.")


def _require_possible(field: str) -> None:
    if field:
        raise ReviewError(
            ErrorCode.REVIEW_INVALID,
            f"The field '{field}' is hardly possible here; look again. If it is so all the same, say so with the reason"
            " 'seen on page' or 'confirmed elsewhere'.",
        )


def _require_after_birth(name: str, value: object, patient: ChartPatient | None) -> None:
    """Refuse a date on which the patient was not born yet, as far as it was given: a year, a month or a day."""
    born = patient.birth_date if patient is not None else None
    if not isinstance(value, ClinicalDate) or born is None:
        return
    given = value.iso[: len(born.isoformat())]
    if given < born.isoformat()[: len(given)]:
        label = name.replace("_", " ")
        raise ReviewError(ErrorCode.REVIEW_INVALID, f"The field '{label}' is a date before the patient's birth.")
