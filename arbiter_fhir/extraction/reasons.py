"""The stable words that say why a fact is not certain, how far each lets it go, and what each costs in confidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.fact import Certainty

__all__ = ["WEIGHTS", "Reason", "Weight"]


class Reason(StrEnum):
    """Reasons stored with facts and rejects; never reused for another meaning."""

    # What was read.
    VALUE_UNREADABLE = "value_unreadable"
    VALUE_UNRECOGNISED = "value_unrecognised"
    VALUE_CELL_UNCLEAR = "value_cell_unclear"
    VALUE_DEIDENTIFIED = "value_deidentified"
    VALUE_READ_DOUBTFUL = "value_read_doubtful"
    VALUE_UNCORROBORATED = "value_uncorroborated"
    VALUE_OFF_COLUMN = "value_off_column"
    VALUE_WIDER_THAN_READ = "value_wider_than_read"
    VALUE_COMMA_UNCLEAR = "value_comma_unclear"
    AMOUNT_MISSING = "amount_missing"
    VALUE_IS_NOTE = "value_is_note"
    VALUE_IS_ERROR = "value_is_error"
    FORMULA_WITHOUT_VALUE = "formula_without_value"
    VALUE_IS_INTERVAL = "value_is_interval"
    VALUE_IS_DATE = "value_is_date"
    VALUE_UNLIKE_TYPE = "value_unlike_type"
    TWO_VALUES = "two_values"
    ROW_UNCLEAR = "row_unclear"
    SECOND_NUMBER = "second_number_on_row"
    NAME_DEIDENTIFIED = "name_deidentified"
    NAME_RESPELLED = "name_respelled"
    NAME_UNKNOWN = "name_unknown"
    NAME_UNCLEAR = "name_unclear"
    NAME_MISREAD = "name_misread"
    NAME_INCOMPLETE = "name_incomplete"
    NAME_QUALIFIED = "name_qualified"
    NAME_READ_DOUBTFUL = "name_read_doubtful"
    UNIT_MISSING = "unit_missing"
    UNIT_UNCLEAR = "unit_unclear"
    UNIT_UNLIKE_OTHERS = "unit_unlike_others"
    UNIT_UNEXPECTED = "unit_unexpected"
    UNIT_RESPELLED = "unit_respelled"
    UNIT_IN_TITLE = "unit_in_title"
    UNIT_OUTSIDE_BOX = "unit_outside_box"
    FLAG_UNCLEAR = "flag_unclear"
    RANGE_UNCLEAR = "range_unclear"
    # What contradicts.
    UNIT_CONTRADICTS_NAME = "unit_contradicts_name"
    UNIT_CONTRADICTS_RANGE = "unit_contradicts_range"
    UNIT_CONTRADICTS_VALUE = "unit_contradicts_value"
    FLAG_CONTRADICTS_RANGE = "flag_contradicts_range"
    UNFLAGGED_OUT_OF_RANGE = "unflagged_out_of_range"
    DECIMALS_UNLIKE_RANGE = "decimals_unlike_range"
    DECIMALS_UNLIKE_OTHERS = "decimals_unlike_others"
    IMPLAUSIBLE_VALUE = "implausible_value"
    CONFLICTING_DUPLICATE = "conflicting_duplicate"
    INSTRUCTION_IN_DOCUMENT = "instruction_in_document"
    CONTRADICTED_IN_DOCUMENT = "contradicted_in_document"
    WEAKENED_BY_REMARK = "weakened_by_remark"
    # What narrative text leaves open.
    STATED_AS_UNCERTAIN = "stated_as_uncertain"
    STATED_IN_PROSE = "stated_in_prose"
    SECTION_UNCLEAR = "section_unclear"
    DOSE_CHANGING = "dose_changing"
    DOSE_PROPOSED = "dose_proposed"
    CODE_CONTRADICTS_NAME = "code_contradicts_name"
    CODE_INVALID = "code_invalid"
    # What forms and letters leave open.
    CHECKBOX_UNCLEAR = "checkbox_unclear"
    WRITTEN_ASIDE = "written_aside"
    ANSWER_INCOMPLETE = "answer_incomplete"
    FIELD_UNLIKE_SHOWN = "field_unlike_shown"
    HIDDEN_TEXT = "hidden_text"
    IN_COMMENT = "in_comment"
    SPEAKS_OF_ANOTHER = "speaks_of_another"
    PAGE_READ_COARSELY = "page_read_coarsely"
    ORGANISM_UNCLEAR = "organism_unclear"
    NOT_FROM_REPORT = "not_from_report"
    MERGE_NOTICE = "merge_notice"
    # Dates.
    DATE_AMBIGUOUS = "date_ambiguous"
    COLLECTION_DATE_MISSING = "collection_date_missing"
    COLLECTION_DATE_AMBIGUOUS = "collection_date_ambiguous"
    COLLECTION_DATE_UNREADABLE = "collection_date_unreadable"
    COLLECTION_DATE_INCOMPLETE = "collection_date_incomplete"
    COLLECTION_DATE_UNLABELLED = "collection_date_unlabelled"
    COLLECTION_DATE_INHERITED = "collection_date_inherited"
    COLLECTION_DATE_READ_DOUBTFUL = "collection_date_read_doubtful"
    COLLECTION_AFTER_REPORT = "collection_after_report"
    COLLECTION_AFTER_MESSAGE = "collection_after_message"
    COLLECTION_BEFORE_BIRTH = "collection_before_birth"
    RECEIVED_DATE_ONLY = "received_date_only"
    # A model read it.
    MODEL_READ = "model_read"
    MODEL_FIELD_NOT_IN_QUOTE = "model_field_not_in_quote"
    MODEL_QUOTE_REPEATED = "model_quote_repeated"
    MODEL_DIFFERS = "model_differs_from_rules"
    MODEL_ASSERTION = "model_assertion_doubtful"
    # Evidence.
    BOX_NOT_EXACT = "box_not_exact"
    VALUE_CELL_BOXED = "value_cell_boxed"
    BOX_NOT_PROVEN = "box_not_proven"
    NOT_FINAL = "not_final"
    LOW_CONFIDENCE = "low_confidence"


@dataclass(frozen=True, slots=True)
class Weight:
    """What a reason does.

    Attributes:
        ceiling: The highest certainty that a fact with this reason can have.
        factor: What confidence is multiplied with, 0-1.
    """

    ceiling: Certainty
    factor: float


_REVIEW = Certainty.NEEDS_REVIEW
_FACT = Certainty.DOCUMENT_FACT
_OPEN = Certainty.VERIFIED

#: Factors follow what the reason says about the chance that the stored value is wrong: a contradiction or an
#: unreadable value halves it or worse, a gap in the context costs little, a note about the layout next to nothing.
WEIGHTS: dict[Reason, Weight] = {
    Reason.VALUE_UNREADABLE: Weight(_REVIEW, 0.3),
    Reason.VALUE_UNRECOGNISED: Weight(_REVIEW, 0.5),
    Reason.VALUE_CELL_UNCLEAR: Weight(_REVIEW, 0.6),
    Reason.VALUE_DEIDENTIFIED: Weight(_REVIEW, 0.2),
    # A digit in doubt is a question for a person (of 159 values read with 80 to 90, 7 were wrong on fresh scans).
    Reason.VALUE_READ_DOUBTFUL: Weight(_REVIEW, 0.9),
    Reason.VALUE_UNCORROBORATED: Weight(_FACT, 0.95),
    Reason.VALUE_OFF_COLUMN: Weight(_FACT, 0.85),
    Reason.VALUE_WIDER_THAN_READ: Weight(_REVIEW, 0.5),
    Reason.VALUE_COMMA_UNCLEAR: Weight(_REVIEW, 0.4),
    # On an optically read page a single digit before "tablet" is easily lost, and its absence looks like a form.
    Reason.AMOUNT_MISSING: Weight(_FACT, 0.95),
    Reason.VALUE_IS_NOTE: Weight(_FACT, 0.9),
    Reason.VALUE_IS_ERROR: Weight(_REVIEW, 0.3),
    Reason.FORMULA_WITHOUT_VALUE: Weight(_REVIEW, 0.2),
    Reason.VALUE_IS_INTERVAL: Weight(_FACT, 0.9),
    Reason.VALUE_IS_DATE: Weight(_FACT, 0.95),
    Reason.VALUE_UNLIKE_TYPE: Weight(_REVIEW, 0.6),
    Reason.TWO_VALUES: Weight(_REVIEW, 0.5),
    Reason.ROW_UNCLEAR: Weight(_FACT, 0.85),
    Reason.SECOND_NUMBER: Weight(_REVIEW, 0.5),
    Reason.NAME_DEIDENTIFIED: Weight(_REVIEW, 0.5),
    Reason.NAME_RESPELLED: Weight(_OPEN, 0.97),
    Reason.NAME_UNKNOWN: Weight(_FACT, 0.85),
    Reason.NAME_UNCLEAR: Weight(_FACT, 0.85),
    Reason.NAME_MISREAD: Weight(_REVIEW, 0.7),
    # A known name with an unknown word beside it may be another substance.
    Reason.NAME_INCOMPLETE: Weight(_REVIEW, 0.7),
    # A goal, a control or another person's value under the name of the test.
    Reason.NAME_QUALIFIED: Weight(_REVIEW, 0.4),
    Reason.NAME_READ_DOUBTFUL: Weight(_FACT, 0.9),
    Reason.UNIT_MISSING: Weight(_FACT, 0.8),
    Reason.UNIT_UNCLEAR: Weight(_FACT, 0.8),
    Reason.UNIT_UNLIKE_OTHERS: Weight(_FACT, 0.9),
    Reason.UNIT_UNEXPECTED: Weight(_FACT, 0.85),
    Reason.UNIT_RESPELLED: Weight(_OPEN, 0.97),
    Reason.UNIT_IN_TITLE: Weight(_OPEN, 0.98),
    Reason.UNIT_OUTSIDE_BOX: Weight(_OPEN, 0.99),
    Reason.FLAG_UNCLEAR: Weight(_FACT, 0.9),
    Reason.RANGE_UNCLEAR: Weight(_FACT, 0.9),
    # Range or value are of the size that the test has in another unit: one of the two was copied from elsewhere.
    # A count under a percentage's name, or the other way round.
    Reason.UNIT_CONTRADICTS_NAME: Weight(_REVIEW, 0.4),
    Reason.UNIT_CONTRADICTS_RANGE: Weight(_REVIEW, 0.4),
    Reason.UNIT_CONTRADICTS_VALUE: Weight(_REVIEW, 0.3),
    Reason.FLAG_CONTRADICTS_RANGE: Weight(_REVIEW, 0.4),
    Reason.UNFLAGGED_OUT_OF_RANGE: Weight(_REVIEW, 0.5),
    Reason.DECIMALS_UNLIKE_RANGE: Weight(_REVIEW, 0.4),
    Reason.DECIMALS_UNLIKE_OTHERS: Weight(_REVIEW, 0.4),
    Reason.IMPLAUSIBLE_VALUE: Weight(_REVIEW, 0.2),
    Reason.CONFLICTING_DUPLICATE: Weight(_REVIEW, 0.5),
    Reason.INSTRUCTION_IN_DOCUMENT: Weight(_REVIEW, 0.3),
    Reason.CONTRADICTED_IN_DOCUMENT: Weight(_REVIEW, 0.5),
    # Estimated, hemolyzed, short of material: the number was read well and says less than it seems to.
    Reason.WEAKENED_BY_REMARK: Weight(_REVIEW, 0.7),
    Reason.STATED_AS_UNCERTAIN: Weight(_REVIEW, 0.6),
    # A sentence says less clearly than a list whether something still holds.
    Reason.STATED_IN_PROSE: Weight(_FACT, 0.9),
    Reason.SECTION_UNCLEAR: Weight(_FACT, 0.9),
    Reason.DOSE_CHANGING: Weight(_FACT, 0.9),
    # A plan is no prescription: whether the proposed amount is taken by now, nothing says.
    Reason.DOSE_PROPOSED: Weight(_REVIEW, 0.6),
    Reason.CODE_CONTRADICTS_NAME: Weight(_REVIEW, 0.4),
    Reason.CODE_INVALID: Weight(_FACT, 0.85),
    Reason.CHECKBOX_UNCLEAR: Weight(_REVIEW, 0.5),
    Reason.WRITTEN_ASIDE: Weight(_REVIEW, 0.6),
    # Yes to a list of which nothing is listed.
    Reason.ANSWER_INCOMPLETE: Weight(_REVIEW, 0.6),
    Reason.FIELD_UNLIKE_SHOWN: Weight(_REVIEW, 0.5),
    Reason.HIDDEN_TEXT: Weight(_REVIEW, 0.5),
    Reason.IN_COMMENT: Weight(_REVIEW, 0.5),
    # The words around it brought in another person: nobody but a person can say whose it is.
    Reason.SPEAKS_OF_ANOTHER: Weight(_REVIEW, 0.4),
    # A question mark or a stroke beside an entry may be lost on it; what was read was read well.
    Reason.PAGE_READ_COARSELY: Weight(_FACT, 0.95),
    Reason.ORGANISM_UNCLEAR: Weight(_REVIEW, 0.6),
    # An observation that an order or an admission carries is somebody's report, not the laboratory's.
    Reason.NOT_FROM_REPORT: Weight(_FACT, 0.95),
    # Two records of a patient are joined by people, never here.
    Reason.MERGE_NOTICE: Weight(_REVIEW, 0.5),
    Reason.DATE_AMBIGUOUS: Weight(_REVIEW, 0.7),
    Reason.COLLECTION_DATE_MISSING: Weight(_FACT, 0.8),
    Reason.COLLECTION_DATE_AMBIGUOUS: Weight(_REVIEW, 0.7),
    Reason.COLLECTION_DATE_UNREADABLE: Weight(_REVIEW, 0.7),
    Reason.COLLECTION_DATE_INCOMPLETE: Weight(_FACT, 0.8),
    Reason.COLLECTION_DATE_UNLABELLED: Weight(_FACT, 0.85),
    Reason.COLLECTION_DATE_INHERITED: Weight(_FACT, 0.85),
    Reason.COLLECTION_DATE_READ_DOUBTFUL: Weight(_FACT, 0.9),
    Reason.COLLECTION_AFTER_REPORT: Weight(_REVIEW, 0.5),
    Reason.COLLECTION_AFTER_MESSAGE: Weight(_REVIEW, 0.5),
    Reason.COLLECTION_BEFORE_BIRTH: Weight(_REVIEW, 0.5),
    Reason.RECEIVED_DATE_ONLY: Weight(_FACT, 1.0),
    # A model reads fluently what is not there; its facts never enter the chart by themselves.
    Reason.MODEL_READ: Weight(_FACT, 0.9),
    Reason.MODEL_FIELD_NOT_IN_QUOTE: Weight(_REVIEW, 0.6),
    Reason.MODEL_QUOTE_REPEATED: Weight(_REVIEW, 0.8),
    Reason.MODEL_DIFFERS: Weight(_REVIEW, 0.5),
    Reason.MODEL_ASSERTION: Weight(_REVIEW, 0.5),
    Reason.VALUE_CELL_BOXED: Weight(_OPEN, 0.97),
    Reason.BOX_NOT_EXACT: Weight(_FACT, 0.9),
    Reason.BOX_NOT_PROVEN: Weight(_FACT, 0.85),
    Reason.NOT_FINAL: Weight(_FACT, 0.9),
    Reason.LOW_CONFIDENCE: Weight(_FACT, 1.0),
}
