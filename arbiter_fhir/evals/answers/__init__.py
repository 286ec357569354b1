"""Judges answers by charts and documents whose every word is known.

*Takes* interviews: a person's chart, documents, questions, and what must and must not be answered. *Gives* what was
seen, statement by statement, and what is wrong with it. *Never* takes a truth from the product: rows and documents are
what the generator wrote.
"""
