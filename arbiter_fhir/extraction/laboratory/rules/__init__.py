"""Deterministic rules that read laboratory tables by geometry and laboratory lines by grammar.

*Takes* page views. *Gives* row candidates with their panel, specimen, dates and doubts. *Never* decides certainty.
"""
