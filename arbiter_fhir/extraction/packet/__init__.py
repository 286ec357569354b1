"""Fax packets: several documents in one file, each read by the rules of its kind.

*Takes* a clean document with its parts. *Gives* the facts of every document in it, under one numbering, and a rejected
candidate for each page of which nobody can say what it is. *Never* reads a cover sheet for facts.
"""

from arbiter_fhir.extraction.packet.reader import read_fax_packet

__all__ = ["read_fax_packet"]
