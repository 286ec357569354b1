"""How prescriptions are written: strengths, amounts, forms, routes and frequencies, as patterns over printed text.

*Source*: common prescription abbreviations (Institute for Safe Medication Practices' list of error-prone abbreviations,
FHIR R4 timing codes, HL7 table 0335 repeat patterns); the patterns are our own.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "AMOUNT",
    "AS_NEEDED",
    "FORM",
    "FREQUENCY",
    "MASS_UNITS",
    "RELEASE",
    "ROUTE",
    "SALT",
    "STRENGTH",
]

#: A number as printed; a capital O or a small L among digits is how optical reading prints 0 and 1.
_NUMBER: Final = r"(?:\d[\d,]*(?:\.\d+)?|\.\d+|(?=[\dOolI]*\d)[\dOolI]{2,6})"
_RANGE: Final = rf"{_NUMBER}(?:\s*(?:-|\u2013|/|\bto\b)\s*{_NUMBER})*"
_UNIT: Final = (
    r"(?:mg|mgs|milligrams?|mcg|\u00b5g|\u03bcg|ug|micrograms?|gm|gms|grams?|g|units?|iu|u|meq|mmol|ml|mls|cc|%)"
)
_PER: Final = (
    r"(?:\s*/\s*(?:\d+(?:\.\d+)?\s*)?(?:ml|mls|l|g|gm|hr|h|hour|day|actuation|act|inh|inhalation|spray|puff|dose|"
    r"tablet|tab|capsule|cap|patch|kg|vial)\b)?"
)
#: Units of mass, as the medicine table and its plausibility rule know them.
MASS_UNITS: Final = {
    "mg": "mg",
    "mgs": "mg",
    "milligram": "mg",
    "milligrams": "mg",
    "mcg": "mcg",
    "ug": "mcg",
    "\u00b5g": "mcg",
    "\u03bcg": "mcg",
    "microgram": "mcg",
    "micrograms": "mcg",
    "g": "g",
    "gm": "g",
    "gms": "g",
    "gram": "g",
    "grams": "g",
    "unit": "units",
    "units": "units",
    "iu": "units",
    "u": "units",
    "meq": "meq",
}

STRENGTH: Final = re.compile(
    rf"(?<![\w.,/-])(?P<number>{_RANGE})\s*-?\s*(?P<unit>{_UNIT})(?![a-z])(?P<per>{_PER})"
    rf"(?:\s*(?:-|/|\+)\s*{_NUMBER}\s*{_UNIT}(?![a-z]){_PER})*",
    re.IGNORECASE,
)
_COUNT: Final = (
    r"(?:\d+(?:\.\d+)?(?:\s+1/2)?|1/2|\u00bd|1\u00bd|one half|one-half|half(?:\s+a)?|one|two|three|four|an?|"
    r"\d\s*(?:-|\u2013|to)\s*\d|one (?:to|or) two|1 or 2)"
)
_COUNTED: Final = (
    r"(?:tablets?|tabs?|tbs?|capsules?|caps?|pills?|puffs?|sprays?|squirts?|drops?|gtts?|patch(?:es)?|inhalations?|"
    r"teaspoons?|tsps?|tablespoons?|tbsp|scoops?|packets?|sachets?|suppositor(?:y|ies)|applications?|lozenges?|gummies|"
    r"vials?|nebs?|softgels?|gelcaps?|caplets?|doses?|pens?|syringes?|injections?|capfuls?|films?|troches?)"
)
AMOUNT: Final = re.compile(rf"(?<![\w./-])(?:{_COUNT})\s*\(?\s*(?:{_COUNTED})\b\)?", re.IGNORECASE)

FORM: Final = re.compile(
    r"\b(?:tablets?|tabs?|capsules?|caps?|caplets?|softgels?|chewables?|solution|soln|suspension|susp|syrup|elixir|"
    r"liquid|inhaler|diskus|respimat|nebulizer solution|nebs?|cream|ointment|oint|gel|lotion|foam|patch(?:es)?|"
    r"nasal spray|spray|eye drops?|ear drops?|drops?|ophthalmic solution|injection|inj|pen|flexpen|kwikpen|solostar|"
    r"auto-?injector|vial|syringe|powder|packets?|lozenges?|troches?|suppositor(?:y|ies)|enema|film|shampoo|wafers?|"
    r"gummies|hfa)\b",
    re.IGNORECASE,
)
#: Release and form marks that belong to a name as it is printed.
RELEASE: Final = (
    r"(?:ER|XR|XL|SR|CR|DR|EC|LA|CD|ODT|IR|HFA|DS|PM|OTC|CFC|extended[- ]release|delayed[- ]release|"
    r"sustained[- ]release|enteric[- ]coated|immediate[- ]release)"
)
#: Salts and esters that stand behind an ingredient.
SALT: Final = (
    r"(?:hcl|hydrochloride|sodium|potassium|calcium|magnesium|succinate|tartrate|besylate|maleate|mesylate|sulfate|"
    r"sulphate|phosphate|acetate|citrate|fumarate|bromide|bitartrate|hyclate|monohydrate|hydrobromide|hbr|pamoate|"
    r"propionate|furoate|xinafoate|medoxomil|cilexetil|decanoate|cypionate|valerate|dipropionate|carbonate|oxalate|"
    r"mofetil|etexilate|disoproxil|alafenamide|acetonide|trihydrate|tromethamine|nitrate|gluconate|nicotinate|"
    r"dihydrate|axetil|proxetil|estolate|ethylsuccinate|clavulanate)"
)

ROUTE: Final = re.compile(
    r"(?<![\w.])(?:p\.?o\.?|by mouth|orally|oral|per os|i\.?v\.?|intravenous(?:ly)?|i\.?m\.?|intramuscular(?:ly)?|"
    r"s\.?c\.?|s\.?q\.?|sub-?q|subcut|subcutaneous(?:ly)?|under the skin|s\.?l\.?|sublingual(?:ly)?|under the tongue|"
    r"topical(?:ly)?|to (?:the )?(?:skin|affected areas?)|inhaled|by inhalation|via inhaler|inhalation|"
    r"via nebulizer|by nebulizer|nebulized|intranasal(?:ly)?|nasally|(?:in|per|to) (?:each|both|the) nostrils?|nasal|"
    r"p\.?r\.?|rectal(?:ly)?|per rectum|(?:in|to|into) (?:both|each|the|left|right|affected) (?:eyes?|ears?)|"
    r"ophthalmic|otic|vaginal(?:ly)?|transdermal(?:ly)?|buccal(?:ly)?|via g-?tube|per tube|o\.?u\.?|o\.?d\.?(?= drops)|"
    r"intra-?articular|intrathecal|swish and (?:swallow|spit))(?![\w])\.?",
    re.IGNORECASE,
)

_TIMES: Final = r"(?:once|twice|three times|four times|five times|1|2|3|4|5|6|one|two|three|four)"
_EVERY: Final = (
    r"(?:q|q\.|every|each)\s*(?:\d+(?:\s*(?:-|\u2013|to)\s*\d+)?|other|four|six|eight|twelve|two|three)\s*"
    r"(?:h|hr|hrs|hours?|d|days?|wk|wks|weeks?|mo|months?|mornings?|evenings?|nights?|min|minutes?|years?)\b"
)
_WHEN: Final = (
    r"(?:with (?:meals?|food|breakfast|dinner|supper|lunch|each meal|evening meal|a meal|largest meal)|"
    r"before (?:meals?|bed|bedtime|breakfast|dinner|lunch|each meal|exercise|eating|food)|"
    r"after (?:meals?|breakfast|dinner|lunch|eating|each meal)|at (?:bedtime|night|hs|noon|breakfast|dinner|lunch|"
    r"\d{1,2}(?::\d{2})?\s*(?:am|pm))|in (?:the )?(?:am|pm|a\.m\.|p\.m\.|mornings?|evenings?|afternoons?)|"
    r"on (?:an )?empty stomach|h\.?s\.?|a\.?c\.?(?![\w])|p\.?c\.?(?![\w])|q\.?h\.?s\.?|q\.?a\.?m\.?|q\.?p\.?m\.?|"
    r"on (?:sun|mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?)(?:days?)?(?:(?:,|/| and| &)\s*"
    r"(?:sun|mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?)(?:days?)?)*|"
    r"\d{1,2} (?:minutes|min|hours?) before \w+(?: \w+)?)"
)
_HOW_OFTEN: Final = (
    r"(?:b\.?i\.?d\.?|t\.?i\.?d\.?|q\.?i\.?d\.?|q\.?o\.?d\.?|q\.?d\.?(?:ay)?|q\.? ?day|q ?daily|q ?week(?:ly)?|"
    r"q ?month(?:ly)?|"
    rf"{_TIMES}\s*(?:x|times?)?\s*(?:/|per|a|each|every|-)?\s*(?:day|daily|week|weekly|month|monthly|night|nightly|"
    r"year|yearly|24 hours?|morning)\b|"
    r"(?:twice|once)[- ]daily|daily|nightly|weekly|biweekly|monthly|quarterly|yearly|annually|"
    r"every (?:day|night|morning|evening|week|month|year|am|pm|bedtime)|each (?:day|night|morning|evening)|"
    rf"{_EVERY}|as directed|use as directed|per sliding scale|sliding scale|per protocol|continuous(?:ly)?|"
    r"around the clock|stat|once|x\s?1(?!\d)|\d-\d-\d(?:-\d)?|with each meal|mwf|m/w/f|qmwf)"
)
FREQUENCY: Final = re.compile(
    rf"(?<![\w./-])(?:{_HOW_OFTEN}(?:\s*,?\s*(?:and\s+)?{_WHEN})*|{_WHEN}(?:\s*,?\s*(?:and\s+)?(?:{_WHEN}|{_HOW_OFTEN}))*)"
    r"(?![\w])\.?(?:\s*\(?\s*(?:max(?:imum)?|not to exceed|up to)\s[^,;.)]{1,30}\)?)?",
    re.IGNORECASE,
)
AS_NEEDED: Final = re.compile(
    r"(?<!\w)(?:p\.?r\.?n\.?|as needed|(?:only )?when needed|if needed|as necessary|as required|if required)(?!\w)",
    re.IGNORECASE,
)
