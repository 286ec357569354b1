"""Cultures: which drug was tried on which organism."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import CitedFact, FactType
from arbiter_fhir.domain.statement import Susceptibility, SusceptibilityInterpretation
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.hl7v2.messages import PATIENT, REQUEST, extract, message, segment

CULTURE = segment("OBR", f4="630-4^Urine culture^LN", f7="202604100815")
COLI = segment("OBX", f2="CWE", f3="630-4^Bacteria identified^LN", f4="1", f5="112283007^Escherichia coli^SCT", f11="F")
KLEB = segment("OBX", f2="CWE", f3="630-4^Bacteria identified^LN", f4="2", f5="56415008^Klebsiella^SCT", f11="F")


CIPRO = "18906-8^Ciprofloxacin [Susceptibility]^LN"


def drug(sub: str, value: str, flag: str, name: str = "18906-8^Ciprofloxacin [Susceptibility]^LN") -> str:
    kind = "SN" if "^" in value else "NM"
    return segment("OBX", f2=kind, f3=name, f4=sub, f5=value, f6="ug/mL^^UCUM", f8=flag, f11="F")


def tried(*segments: str) -> list[tuple[CitedFact, Susceptibility]]:
    found = extract(message(PATIENT, *segments)).facts
    return [
        (fact, fact.value)
        for fact in found
        if fact.fact_type is FactType.SUSCEPTIBILITY and isinstance(fact.value, Susceptibility)
    ]


def test_organism_and_drugs_share_their_sub_identifier() -> None:
    found = tried(CULTURE, COLI, KLEB, drug("1", "<=^0.25", "S"), drug("2", "4", "R"))
    assert [(value.organism, value.drug, value.value, value.interpretation) for _, value in found] == [
        ("Escherichia coli", "Ciprofloxacin", "<=0.25", SusceptibilityInterpretation.SUSCEPTIBLE),
        ("Klebsiella", "Ciprofloxacin", "4", SusceptibilityInterpretation.RESISTANT),
    ]
    assert [(value.numeric, value.unit, value.loinc) for _, value in found][1] == (Decimal(4), "ug/mL", "18906-8")
    assert found[0][0].reasons == ()
    assert found[0][0].fact_text.value == "Escherichia coli: Ciprofloxacin S <=0.25"


def test_a_request_of_its_own_names_its_parent() -> None:
    child = segment("OBR", f4="29576-6^Susceptibility^LN", f7="202604100815", f26="630-4&Bacteria identified&LN^2^Kleb")
    ((fact, value),) = tried(CULTURE, COLI, KLEB, child, drug("", "4", "R"))
    assert (value.organism, fact.reasons) == ("Klebsiella", ())


def test_a_parent_elsewhere_is_named_by_its_value() -> None:
    child = segment(
        "OBR", f4="29576-6^Susceptibility^LN", f7="202604100815", f26="630-4&Bacteria&LN^1^Proteus mirabilis"
    )
    ((_, value),) = tried(child, drug("", "4", "R"))
    assert value.organism == "Proteus mirabilis"


def test_an_organism_that_cannot_be_told_is_reviewed() -> None:
    ((fact, value),) = tried(CULTURE, COLI, KLEB, drug("", "4", "R"))
    assert (value.organism, Reason.ORGANISM_UNCLEAR.value in fact.reasons) == ("", True)


@pytest.mark.parametrize("value", ["R^Resistant^HL70078", "30714006^Resistant^SCT"])
def test_a_category_as_value(value: str) -> None:
    answer = segment("OBX", f2="CWE", f3="18906-8^Ciprofloxacin [Susceptibility]^LN", f4="1", f5=value, f11="F")
    ((_, found),) = tried(CULTURE, COLI, answer)
    assert (found.interpretation, found.value) == (SusceptibilityInterpretation.RESISTANT, "")


def test_a_preliminary_category_is_not_final() -> None:
    ((fact, _),) = tried(CULTURE, COLI, drug("1", "4", "R").replace("|F", "|P"))
    assert Reason.NOT_FINAL.value in fact.reasons


def test_the_organism_itself_is_a_result() -> None:
    facts = extract(message(PATIENT, CULTURE, COLI, drug("1", "4", "R"))).facts
    assert [fact.fact_type for fact in facts] == [FactType.LAB_RESULT, FactType.SUSCEPTIBILITY]
    assert facts[0].lab is not None
    assert facts[0].lab.value == "Escherichia coli"


def test_a_numeric_result_under_a_culture_is_no_susceptibility() -> None:
    assert tried(CULTURE, COLI, segment("OBX", f2="NM", f3="1^Colony count^L", f4="1", f5="100000", f11="F")) == []


def test_a_flag_that_contradicts_the_value_leaves_the_answer_open() -> None:
    ((fact, _),) = tried(CULTURE, COLI, segment("OBX", f2="ST", f3=CIPRO, f4="1", f5="Resistant", f8="S", f11="F"))
    assert Reason.TWO_VALUES.value in fact.reasons


def test_two_answers_of_one_organism_wait_for_a_person() -> None:
    found = tried(CULTURE, COLI, drug("1", "<=^0.25", "S"), drug("1.2", "4", "R"))
    assert len(found) == 2
    assert all(fact.reasons == (Reason.CONFLICTING_DUPLICATE.value,) for fact, _ in found)


def test_answers_of_two_organisms_to_one_drug_are_no_lines_of_one_text() -> None:
    organism = {"f1": "1", "f2": "CE", "f3": "6463-4^Bacteria identified^LN", "f11": "F"}
    drug = {"f1": "1", "f2": "ST", "f3": "18864-9^Ampicillin [Susceptibility]^LN", "f11": "F"}
    found = extract(
        message(
            PATIENT,
            REQUEST,
            segment("OBX", **organism, f4="1", f5="^Escherichia coli^L"),
            segment("OBX", **organism, f4="2", f5="^Klebsiella pneumoniae^L"),
            segment("OBX", **drug, f4="1", f5="S"),
            segment("OBX", **drug, f4="2", f5="R"),
        )
    )
    told = [fact.value for fact in found.facts if isinstance(fact.value, Susceptibility)]
    assert [(each.organism, each.drug, each.interpretation) for each in told] == [
        ("Escherichia coli", "Ampicillin", "S"),
        ("Klebsiella pneumoniae", "Ampicillin", "R"),
    ]
