"""Numbers that a label names: medical record, account, accession and specimen, member, policy, device numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.lexicon import key_of
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["RecordNumberRecognizer"]

_NUMBER_WORD: Final = r"(?:numbers?|num\b\.?|no\b\.?|nbr|nr\b\.?|#|id\b|i\.d\.|code)"
#: The sign, word or blank between a label and its number.
_LINK: Final = r"[ \t]{0,3}(?:(?:is|was|of|are)\b|[:#=.\-|])*[ \t]{0,3}(?:#[ \t]?)?"
#: A number: letters, digits and inner separators, at least one digit; digit groups may be set apart by blanks, also
#: beside a dash, where recognition puts one in ("G2601 -0844180").
_VALUE: Final = (
    r"(?P<value>(?=[A-Z./_-]{0,6}(?-i:[OIl]?\d))(?:[A-Z0-9][A-Z0-9._/-]{1,30}[A-Z0-9]|[A-Z0-9]{2,3})"
    r"(?:(?:[ ]-?[ ]?|-[ ])\d[\dA-Z-]{1,8}){0,4})(?![\w])"
)

_MRN: Final = (
    r"m\.?r\.?n\.?|mr[ ]?(?:#|no\b\.?)|med(?:ical)?\.?[ ]rec(?:ord)?s?\.?|hosp(?:ital)?[ ]number|hrn|urn|upi|empi|"
    r"chart|patient[ ]id(?:entifier|entification)?|patient[ ]identification|pat(?:ient)?[ ]?no|"
    r"pat(?:ient)?[ ]?#|pt\.?[ ]?(?:id|no|#)|"
    r"unit[ ](?:no|number|#)|record|patient[ ]number|person[ ]id|pid|health[ ]record"
)
_ACCOUNT: Final = (
    r"acc(?:oun)?t\.?|account|encounter|visit|csn|fin|har|hospital[ ]account|invoice|claim|billing|statement|receipt|"
    r"credit[ ]card|card|bank[ ]account|routing|iban|confirmation"
)
_ACCESSION: Final = (
    r"accession|acc\.?|specimen|sample|lab(?:oratory)?|req(?:uisition)?|order(?:er)?|case|report|barcode|study|"
    r"filler|placer|container|document|tracking|control"
)
_MEMBER: Final = (
    r"(?:member|policy|group|subscriber|insur(?:ed|ance)|payer|plan|medicare|medicaid|hicn?|mbi|beneficiary|"
    r"health[ ]plan|certificate|cert|contract|rx(?:bin|grp|pcn)?|bin|pcn|employee|student|badge|passport|"
    r"driver'?s?[ ]licen[sc]e|dl|license[ ]plate|plate|vin|vehicle|serial|device|implant|udi|lot|model|prescription|"
    r"file|folder|dossier|folio|user(?:name)?|login|identification|national[ ]id|tax|tin|ein)"
)
#: Labels that mean nothing but an identifier: a number may follow them directly.
_SURE: Final = re.compile(
    rf"\b(?:(?P<mrn>m\.?r\.?n\.?|mr[ ]?#|hrn|empi|med(?:ical)?\.?[ ]rec(?:ord)?s?\.?(?:[ ]{_NUMBER_WORD})?|"
    rf"patient[ ]id(?:entifier|entification)?(?:[ ]{_NUMBER_WORD})?|pt\.?[ ]id|pid)"
    rf"|(?P<account>acct\.?(?:[ ]{_NUMBER_WORD})?|csn|account[ ]?{_NUMBER_WORD}|encounter[ "
    rf"]?{_NUMBER_WORD}|visit[ ]?{_NUMBER_WORD})"
    rf"|(?P<accession>accession(?:[ ]?{_NUMBER_WORD})?|specimen[ ]?{_NUMBER_WORD}|requisition(?:[ "
    rf"]?{_NUMBER_WORD})?|barcode)"
    rf"|(?P<member>(?:device|serial|pump|implant|meter)[ ](?:sn|s/n|serial)|"
    rf"member[ ]?{_NUMBER_WORD}|policy(?:[ ]?{_NUMBER_WORD})|subscriber[ ]?{_NUMBER_WORD}|mbi|"
    rf"hicn?|passport(?:[ ]?{_NUMBER_WORD})?|vin|dl[ ]?#|driver'?s?[ ]licen[sc]e(?:[ ]?{_NUMBER_WORD})?)"
    rf"){_LINK}{_VALUE}",
    re.IGNORECASE,
)  # fmt: skip
#: Labels that are ordinary words: they need a number word or a colon.
_USUAL: Final = re.compile(
    rf"\b(?:(?P<mrn>{_MRN})|(?P<account>{_ACCOUNT})|(?P<accession>{_ACCESSION})|(?P<member>{_MEMBER}))"
    rf"[ ]?{_NUMBER_WORD}[ \t]{{0,3}}(?:(?:is|was)\b|[:#=.\-|])*[ \t]{{0,3}}(?:#[ \t]?)?{_VALUE}",
    re.IGNORECASE,
)
#: Of these a colon is enough; "Plan: 1000 mg" and "Group: 2" are something else.
_CLOSED: Final = re.compile(
    r"\b(?:(?P<mrn>chart|patient[ ]number|record|m\.?r\.?n\.?)|"
    r"(?P<account>accoun?t|acct|encounter|visit|invoice|claim|card)"
    r"|(?P<accession>accession|requisition|specimen|barcode|case|order)|(?P<member>member|policy|"
    r"subscriber|passport|vin|serial|sn|badge|ref|reference|file|medicare|medicaid))"
    rf"[ \t]{{0,2}}[:#=][ \t]{{0,3}}(?:#[ \t]?)?{_VALUE}",
    re.IGNORECASE,
)
#: A label that is a word, directly before a number that only an identifier can be: "group 0884471".
_LOOSE: Final = re.compile(
    r"\b(?:(?P<account>account|acct|encounter|visit|invoice|statement|receipt|job)|(?P<member>id|group|serial|policy|member|badge|reference|ref|claim|"
    r"file|docket|permit|plate|registration))[ ]"
    r"(?P<value>(?-i:[A-Z]{0,4}-?\d{4,12}(?:[ -]\d{3,6}){0,2}[A-Z]?))(?![\w]|[.,]\d)",
    re.IGNORECASE,
)
_CARD: Final = re.compile(
    r"\b(?P<account>(?:credit |debit |bank )?card|iban)(?:[ ](?:number|no\.?|is|ending in))*[ "
    r"]{0,2}(?P<value>(?:[A-Z]{2}\d{2}[A-Z0-9]{10,30}|\d[\d -]{11,22}\d))(?!\w)",
    re.IGNORECASE,
)
_PLATE: Final = re.compile(
    r"\b(?P<member>(?:license |number )?plate)(?:[ ](?:no\.?|number))?[ :#]{1,3}"
    r"(?P<value>(?=[A-Z]*\d)[A-Z0-9]{5,8})(?!\w)",
    re.IGNORECASE,
)
_PREFIXED: Final = re.compile(r"(?<![\w.-])[A-Z]{2,5}-?\d{6,12}(?![\w.]*\d)")
#: Three groups of digits that are no date, no range and no telephone number: "92-73-831".
_GROUPED: Final = re.compile(r"(?<![\w.,-])(?<!\d/)(?:\d{2,3}-\d{2,3}-\d{3}|\d{2}-\d{7})(?![\w/-]|[.,]\d)")
#: Four and five digits: a range of results has round ends.
_ACCOUNT_SHAPE: Final = re.compile(r"(?<![\w.,/-])\d{4}-\d{5}(?![\w/-]|[.,]\d)")
#: A number after its sign.
_SIGNED: Final = re.compile(r"(?<![\w#])#[ ]?(?P<value>\d{3}[ -]\d{4}|\d{2,3}-\d{2,3}-\d{3}|\d{5,12})(?![\w/-]|[.,]\d)")
#: The shape of a Medicare beneficiary's number (CMS, *Understanding the MBI format*): no S, L, O, I, B, Z.
_MBI: Final = re.compile(
    r"(?<![\w-])[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-?"
    r"[AC-HJKMNP-RT-Y]{2}\d{2}(?![\w-])"
)
_ACCESSION_SHAPE: Final = re.compile(r"(?<![\w.-])[A-Z]{1,3}\d{2}-\d{3,8}(?![\w-])")
_LONG_NUMBER: Final = re.compile(
    r"(?<![\w.,-])(?:\d{7,19}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}|[A-Z]\d{7,12})(?![\w]|[.,]\d)"
)
_CODE_SYSTEM: Final = re.compile(
    r"(?:snomed|sct|loinc|cpt|icd(?:-?\d+)?|ndc|rxnorm|cvx|code|pmid|doi|nct)\W{0,4}(?:ct\W{0,3})?$", re.IGNORECASE
)
_KINDS: Final = {
    "mrn": IdentifierKind.MRN,
    "account": IdentifierKind.ACCOUNT,
    "accession": IdentifierKind.ACCESSION,
    "member": IdentifierKind.ID,
}
#: Of seven digits a number without a label may be a count.
_SEVEN: Final = 7
#: Shorter things after a label are words, rooms or counts.
MIN_SIGNS: Final = 4
MIN_SIGNS_AFTER_SURE_LABEL: Final = 2
MIN_LOOSE_SIGNS: Final = 5
_LABELLED: Final = (
    (_SURE, MIN_SIGNS_AFTER_SURE_LABEL, 0.99),
    (_USUAL, MIN_SIGNS, 0.9),
    (_CLOSED, MIN_SIGNS, 0.9),
    (_CARD, MIN_SIGNS, 0.9),
    (_LOOSE, MIN_LOOSE_SIGNS, 0.8),
    (_PLATE, MIN_LOOSE_SIGNS, 0.8),
)


class RecordNumberRecognizer:
    """Record numbers by their label, and long unlabelled numbers that cannot be a measurement."""

    name = "record_number"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """Numbers after labels; prefixed and long numbers without."""
        for pattern, least, score in _LABELLED:
            for match in pattern.finditer(reading.text):
                measured = pattern is not _SURE and has_unit_after(reading.text, match.end())
                if _is_number(match["value"], least, sure=pattern is _SURE) and not measured:
                    kind = next(kind for group, kind in _KINDS.items() if match.groupdict().get(group))
                    yield Finding(*match.span("value"), kind, Strength.LABELLED, self.name, score)
        yield from self._unlabelled(reading)

    def _unlabelled(self, reading: Reading) -> Iterator[Finding]:
        text = reading.text
        shapes = (
            (_PREFIXED, IdentifierKind.ID),
            (_ACCESSION_SHAPE, IdentifierKind.ACCESSION),
            (_LONG_NUMBER, IdentifierKind.ID),
            (_MBI, IdentifierKind.ID),
            (_GROUPED, IdentifierKind.ID),
            (_SIGNED, IdentifierKind.ID),
            (_ACCOUNT_SHAPE, IdentifierKind.ACCOUNT),
        )
        for pattern, kind in shapes:
            for match in pattern.finditer(text):
                before = text[max(0, match.start() - 24) : match.start()]
                # Ends of ranges are round numbers.
                odd = pattern is _ACCOUNT_SHAPE and all(int(part) % 10 for part in match[0].split("-"))
                in_row = reading.in_lab_row(match.start())
                measured = not odd and (has_unit_after(text, match.end()) or in_row)
                lettered = pattern is _PREFIXED or match[0][0].isalpha()
                if len(match[0]) == _SEVEN and _counts(before, reading):
                    continue
                if pattern is _ACCOUNT_SHAPE and all(int(part) % 100 == 0 for part in match[0].split("-")):
                    continue
                if _CODE_SYSTEM.search(before) or (measured and not lettered):
                    continue
                span = match.span("value") if pattern is _SIGNED else match.span()
                yield Finding(*span, kind, Strength.PATTERN, self.name, 0.6)


def _counts(before: str, reading: Reading) -> bool:
    """Whether a clinical word stands before a number of seven digits: ``Platelets 2500000``."""
    words = re.findall(r"[^\W\d_]+", before)
    return bool(words) and (key_of(words[-1]) in reading.lexicon.clinical or words[-1].endswith(("cytes", "phils")))


def _is_number(value: str, least: int, *, sure: bool) -> bool:
    signs = [sign for sign in value if sign.isalnum()]
    digits = sum(sign.isdigit() for sign in signs)
    # A date after such a label ("Report: 04/10/2026") is a date.
    if not sure and re.fullmatch(r"\d{1,2}([/.-])\d{1,2}\1\d{2,4}|\d{4}-\d\d-\d\d", value):
        return False
    return len(signs) >= least and digits >= min(least, 3) and 3 * digits >= len(signs)
