"""Whether a draft stands in what it cites: sentences claim by claim, tables row by row, counts worked out again.

The check is by subtraction. A sentence is read from left to right; every piece of it has to be a phrase that a cited
item itself has, a date of one, or a connecting word that says nothing. A number, a unit, a drug, a test, a negation, a
relative, a dose or an advice that nobody said is left over, and the sentence falls. Who wrote it makes no difference.
"""
