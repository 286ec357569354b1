"""Curated vocabularies: names with codes, sources and licences.

*Takes* printed names. *Gives* what they name, and whether they had to be respelled. *Never* gives a code that is not
certain, and never silently corrects a name.
"""
