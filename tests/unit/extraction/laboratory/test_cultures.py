"""Cultures as laboratories print them: one organism, several side by side, with and without concentrations."""

from __future__ import annotations

from dataclasses import replace

import pytest

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


WHEN = "Collected: 04/10/2026"


def said(extraction: Extraction) -> list[str]:
    return [fact.value.value for fact in organisms(extraction) if isinstance(fact.value, LabResult)]


def answers(extraction: Extraction) -> list[tuple[str, str, str, str]]:
    found = [(fact.value, fact.certainty) for fact in extraction.facts if isinstance(fact.value, Susceptibility)]
    return [
        (each.organism, each.drug, each.interpretation.value if each.interpretation else "", certainty.name)
        for each, certainty in found
    ]


@pytest.mark.parametrize(
    "line",
    [
        "No Escherichia coli isolated",
        "Negative for Streptococcus pyogenes",
        "No Salmonella, Shigella or Campylobacter species isolated",
        "Staphylococcus aureus not seen",
        "Presumptive Staphylococcus aureus, identification to follow",
        "Probable Candida albicans contamination",
        "No growth at 5 days",
        "Normal respiratory flora",
    ],
)
def test_what_did_not_surely_grow_is_told_in_the_words_of_the_line(line: str) -> None:
    assert said(read(WHEN, "WOUND CULTURE", line)) == [line]


def test_a_denied_organism_answers_to_no_drug() -> None:
    extraction = read(WHEN, "WOUND CULTURE", "Staphylococcus aureus", "No Escherichia coli isolated", "Oxacillin   R")
    assert answers(extraction) == [("Staphylococcus aureus", "Oxacillin", "R", "VERIFIED")]


def test_a_trait_with_a_word_of_denial_denies_nothing() -> None:
    extraction = read(WHEN, "BLOOD CULTURE", "Coagulase negative Staphylococcus", "Oxacillin   R")
    assert answers(extraction) == [("Staphylococcus", "Oxacillin", "R", "VERIFIED")]


def test_a_presumed_organism_leaves_its_drugs_open() -> None:
    extraction = read(WHEN, "BLOOD CULTURE", "Presumptive Staphylococcus aureus", "Oxacillin   R")
    assert answers(extraction) == [("Staphylococcus aureus", "Oxacillin", "R", "NEEDS_REVIEW")]


def test_a_former_organism_is_none_of_the_culture() -> None:
    extraction = read(
        WHEN,
        "URINE CULTURE",
        "Organism: Escherichia coli   Previously reported as Klebsiella pneumoniae",
        "Ampicillin    R",
        "Cefazolin     S   previously reported R",
        "Nitrofurantoin    previously reported R now S",
    )
    assert said(extraction) == ["Escherichia coli"]
    assert answers(extraction) == [
        ("Escherichia coli", "Ampicillin", "R", "VERIFIED"),
        ("Escherichia coli", "Cefazolin", "S", "NEEDS_REVIEW"),
    ]
    assert "susceptibility_unread" in {each.reason for each in extraction.rejected}


def test_two_organisms_and_one_column_leave_open_who_answers() -> None:
    extraction = read(
        WHEN, "URINE CULTURE", "Organism 1: Escherichia coli", "Organism 2: Proteus mirabilis", "Ampicillin     R"
    )
    assert answers(extraction) == [("", "Ampicillin", "R", "NEEDS_REVIEW")]


def test_a_numbered_title_says_who_answers() -> None:
    extraction = read(
        WHEN,
        "URINE CULTURE",
        "Organism 1: Escherichia coli",
        "Organism 2: Proteus mirabilis",
        "Organism 1 susceptibility",
        "Ampicillin     R",
        "Susceptibility of Proteus mirabilis",
        "Ampicillin     S",
    )
    assert answers(extraction) == [
        ("Escherichia coli", "Ampicillin", "R", "VERIFIED"),
        ("Proteus mirabilis", "Ampicillin", "S", "VERIFIED"),
    ]
    assert said(extraction) == ["Escherichia coli", "Proteus mirabilis"]


def test_columns_hold_for_their_page() -> None:
    first = (
        WHEN,
        "BLOOD CULTURE",
        "                 Escherichia coli      Klebsiella oxytoca",
        "Ceftriaxone      S    R",
    )
    pages = [write_lines(*first), write_lines("Gentamicin       S                     R")]
    second = replace(pages[1].pages[0], number=2)
    document = replace(pages[0], pages=(pages[0].pages[0], second))
    extraction = RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:5")
    assert [each for each in answers(extraction) if each[1] == "Gentamicin"] == [
        ("", "Gentamicin", "S", "NEEDS_REVIEW")
    ]


def test_names_of_columns_go_on_in_the_next_line() -> None:
    extraction = read(
        WHEN,
        "WOUND CULTURE",
        "                 Escherichia     Staphylococcus",
        "                 coli            aureus",
        "Gentamicin       S               R",
    )
    assert answers(extraction) == [
        ("Escherichia coli", "Gentamicin", "S", "VERIFIED"),
        ("Staphylococcus aureus", "Gentamicin", "R", "VERIFIED"),
    ]


def test_the_title_and_its_organism_in_one_line() -> None:
    extraction = read(WHEN, "Urine culture: Escherichia coli   >100,000", "Ampicillin   R")
    (fact,) = organisms(extraction)
    assert fact.fact_text.value == "Urine culture: Escherichia coli"
    assert answers(extraction) == [("Escherichia coli", "Ampicillin", "R", "VERIFIED")]


def test_what_cannot_be_read_of_a_culture_stays_in_view() -> None:
    extraction = read(
        WHEN,
        "URINE CULTURE",
        "Escherichia coli",
        "Ampicillin            8      5",
        "Newcillin             8      R",
        "Cefazolin             4      S",
    )
    assert answers(extraction) == [("Escherichia coli", "Cefazolin", "S", "VERIFIED")]
    quotes = [each.quote.value for each in extraction.rejected]
    assert any("Ampicillin" in quote for quote in quotes)
    assert any("Newcillin" in quote for quote in quotes)


def test_drugs_listed_behind_their_category() -> None:
    extraction = read(
        WHEN,
        "URINE CULTURE",
        "Escherichia coli",
        "Sensitive to: nitrofurantoin, ceftriaxone and gentamicin",
        "Resistant to: ampicillin, newcillin",
    )
    assert [(drug, said) for _, drug, said, _ in answers(extraction)] == [
        ("nitrofurantoin", "S"),
        ("ceftriaxone", "S"),
        ("gentamicin", "S"),
        ("ampicillin", "R"),
    ]
    assert [each.reason for each in extraction.rejected].count("susceptibility_unread") == 1


def test_an_assay_for_an_organism_below_a_culture_stays_a_result() -> None:
    extraction = read(
        WHEN,
        "URINE CULTURE",
        "No growth",
        "CHLAMYDIA/GC",
        "Test                     Result        Flag",
        "Chlamydia trachomatis    Negative",
        "Neisseria gonorrhoeae    Positive      A",
    )
    assert said(extraction) == ["No growth"]
    rows = [fact.value for fact in extraction.facts if fact.citation.field_or_chunk_id.startswith("results")]
    assert [(row.test_name, row.value) for row in rows if isinstance(row, LabResult)] == [
        ("Chlamydia trachomatis", "Negative"),
        ("Neisseria gonorrhoeae", "Positive"),
    ]


def test_answers_of_a_preliminary_report_are_not_final() -> None:
    extraction = read("PRELIMINARY REPORT", WHEN, "BLOOD CULTURE", "Staphylococcus aureus", "Oxacillin   S")
    assert answers(extraction) == [("Staphylococcus aureus", "Oxacillin", "S", "DOCUMENT_FACT")]
    assert all("not_final" in fact.reasons for fact in extraction.facts)


def test_two_drugs_side_by_side_each_keep_their_answer() -> None:
    extraction = read(WHEN, "URINE CULTURE", "Escherichia coli", "Ampicillin   R      Cefazolin    S")
    assert [(drug, category, certainty) for _, drug, category, certainty in answers(extraction)] == [
        ("Ampicillin", "R", "VERIFIED"),
        ("Cefazolin", "S", "VERIFIED"),
    ]


def test_brand_and_short_names_of_drugs_and_glued_answers_are_read() -> None:
    extraction = read(
        WHEN, "URINE CULTURE", "Escherichia coli", "Cipro   <=0.25   S", "Nitrofurantoin=S", "Ampicillin:R", "Keflex-I"
    )
    assert answers(extraction) == [
        ("Escherichia coli", "Cipro", "S", "VERIFIED"),
        ("Escherichia coli", "Nitrofurantoin", "S", "VERIFIED"),
        ("Escherichia coli", "Ampicillin", "R", "VERIFIED"),
        ("Escherichia coli", "Keflex", "I", "VERIFIED"),
    ]


def test_an_unknown_drug_with_an_answer_is_kept_in_view_and_no_measurement() -> None:
    extraction = read(
        WHEN,
        "URINE CULTURE",
        "Escherichia coli",
        "Newcillin   2   S",
        "Newcillin R",
        "Newmycin=S",
        "Newpenem   <=1   I",
    )
    assert answers(extraction) == []
    assert not [fact for fact in extraction.facts if fact.citation.field_or_chunk_id.startswith("results")]
    unread = [each.quote.value for each in extraction.rejected if each.reason == "susceptibility_unread"]
    assert sorted(unread) == ["Newcillin 2 S", "Newcillin R", "Newmycin=S", "Newpenem <=1 I"]
