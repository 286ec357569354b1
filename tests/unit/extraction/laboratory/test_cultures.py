"""Cultures as laboratories print them: one organism, several side by side, with and without concentrations."""

from __future__ import annotations

from arbiter_fhir.domain.document import DocType, PageRoute
from arbiter_fhir.domain.fact import Certainty, CitedFact, LabResult
from arbiter_fhir.domain.statement import Susceptibility
from arbiter_fhir.domain.statement import SusceptibilityInterpretation as Category
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.ports.documents import Extraction
from tests.unit.extraction.clean_pages import write_lines

ONE = (
    "Collected: 04/10/2026",
    "URINE CULTURE",
    "Organism 1: Escherichia coli   >100,000 CFU/mL",
    "Antibiotic                    MIC       Interp",
    "Ampicillin                    >=32      R",
    "Cefazolin                     <=4       S",
    "Trimethoprim/Sulfamethoxazole <=20      S",
    "Ciprofloxacin                 0.5       I",
)


def read(*lines: str, confidence: float | None = None) -> Extraction:
    route = PageRoute.NATIVE if confidence is None else PageRoute.OCR
    document = write_lines(*lines, route=route, confidence=confidence)
    return RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:5")


def drugs(extraction: Extraction) -> list[Susceptibility]:
    return [fact.value for fact in extraction.facts if isinstance(fact.value, Susceptibility)]


def organisms(extraction: Extraction) -> list[CitedFact]:
    return [fact for fact in extraction.facts if fact.citation.field_or_chunk_id.startswith("organisms")]


def test_a_culture_with_one_organism() -> None:
    extraction = read(*ONE)
    (grown,) = organisms(extraction)
    assert isinstance(grown.value, LabResult)
    assert (grown.value.test_name, grown.value.value) == ("URINE CULTURE", "Escherichia coli")
    assert grown.value.comment.endswith(">100,000 CFU/mL")
    assert grown.certainty is Certainty.DOCUMENT_FACT
    found = drugs(extraction)
    assert [(each.drug, each.value, each.interpretation) for each in found] == [
        ("Ampicillin", ">=32", Category.RESISTANT),
        ("Cefazolin", "<=4", Category.SUSCEPTIBLE),
        ("Trimethoprim/Sulfamethoxazole", "<=20", Category.SUSCEPTIBLE),
        ("Ciprofloxacin", "0.5", Category.INTERMEDIATE),
    ]
    assert {each.organism for each in found} == {"Escherichia coli"}
    assert all(each.collection_date is not None for each in found)
    assert not any(fact.citation.field_or_chunk_id.startswith("results") for fact in extraction.facts)


def test_every_category_is_boxed() -> None:
    facts = [fact for fact in read(*ONE).facts if isinstance(fact.value, Susceptibility)]
    assert all(fact.citation.box is not None for fact in facts)
    assert facts[0].citation.quote.value == "Ampicillin >=32 R"
    assert facts[0].fact_text.value == "Escherichia coli: Ampicillin >=32 R"


def test_an_organism_beside_the_culture_and_again_over_its_table() -> None:
    extraction = read(
        "Collected: 04/10/2026",
        "Culture result: Klebsiella pneumoniae >100,000 CFU/mL",
        "Susceptibility: Klebsiella pneumoniae",
        "Antibiotic       MIC (ug/mL)     Interpretation",
        "Ceftriaxone      <=1             S",
    )
    (grown,) = organisms(extraction)
    assert isinstance(grown.value, LabResult)
    assert (grown.value.test_name, grown.value.value) == ("Culture result", "Klebsiella pneumoniae")
    (found,) = drugs(extraction)
    assert (found.organism, found.value, found.unit) == ("Klebsiella pneumoniae", "<=1", "ug/mL")


def test_two_organisms_side_by_side_keep_their_own_categories() -> None:
    found = drugs(
        read(
            "Collected: 04/10/2026",
            "WOUND CULTURE",
            "1. Staphylococcus aureus      moderate growth",
            "2. Pseudomonas aeruginosa     light growth",
            "Antibiotic           1               2",
            "Gentamicin           <=1    S        >=16   R",
            "Oxacillin            >=4    R",
            "Cefepime                             2      S",
        )
    )
    assert [(each.drug, each.organism, each.interpretation) for each in found] == [
        ("Gentamicin", "Staphylococcus aureus", Category.SUSCEPTIBLE),
        ("Gentamicin", "Pseudomonas aeruginosa", Category.RESISTANT),
        ("Oxacillin", "Staphylococcus aureus", Category.RESISTANT),
        ("Cefepime", "Pseudomonas aeruginosa", Category.SUSCEPTIBLE),
    ]


def test_organisms_that_head_columns_by_name() -> None:
    found = drugs(
        read(
            "Collected: 04/10/2026",
            "BLOOD CULTURE",
            "                 Escherichia coli      Klebsiella pneumoniae",
            "Ceftriaxone      S                     R",
        )
    )
    assert [(each.organism, each.interpretation.value if each.interpretation else "") for each in found] == [
        ("Escherichia coli", "S"),
        ("Klebsiella pneumoniae", "R"),
    ]


def test_two_tables_below_each_other_each_have_their_organism() -> None:
    found = drugs(
        read(
            "Collected: 04/10/2026",
            "URINE CULTURE",
            "Organism 1: Escherichia coli",
            "Ampicillin     S",
            "Organism 2: Enterococcus faecalis",
            "Ampicillin     R",
        )
    )
    assert [(each.organism, each.interpretation) for each in found] == [
        ("Escherichia coli", Category.SUSCEPTIBLE),
        ("Enterococcus faecalis", Category.RESISTANT),
    ]


def test_a_drug_without_an_organism_waits_for_a_person() -> None:
    facts = read("Collected: 04/10/2026", "Ampicillin   R").facts
    assert [fact.certainty for fact in facts] == [Certainty.NEEDS_REVIEW]
    assert "organism_unclear" in facts[0].reasons


def test_a_category_that_was_read_with_doubt_waits_for_a_person() -> None:
    facts = [fact for fact in read(*ONE, confidence=70.0).facts if isinstance(fact.value, Susceptibility)]
    assert {fact.certainty for fact in facts} == {Certainty.NEEDS_REVIEW}


def test_a_drug_level_is_no_susceptibility() -> None:
    extraction = read(
        "Collected: 04/10/2026",
        "Test         Result   Flag  Units   Range",
        "Vancomycin   15.2           ug/mL   10.0-20.0",
    )
    assert drugs(extraction) == []
    assert [fact.value.test_name for fact in extraction.facts if isinstance(fact.value, LabResult)] == ["Vancomycin"]
