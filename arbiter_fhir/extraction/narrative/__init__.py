"""Clinical text in words: what notes, letters, forms and lists say of medications, allergies, problems and histories.

*Takes* clean pages, as `read_passages(document_or_page)`, or words that a caller knows to belong to a section, as
`passage_of(page, words, SectionKind.MEDICATIONS)`. *Gives* `Candidate`s: value, words, one sentence, section, reasons;
`to_facts(candidates, Source(...))` cites them. `read_narrative(document)` does all of it but the citing, contradictions
included. *Never* takes another person's condition for the patient's, nor corrects a name or an amount.

The finders, each over passages: `find_medications`, `find_allergies`, `find_problems`, `find_family_history`,
`find_social_history`, `find_vital_signs`, `find_procedures`, `find_immunizations`, `find_statements` (chief concern,
reason for referral). `assertion_of` says what a sentence claims about a stretch of it; `read_heading` and `column_of`
know headings and header cells.
"""
