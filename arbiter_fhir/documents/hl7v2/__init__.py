"""Reads HL7 v2 messages and sets them on pages, field by field, with what the standard says of every field.

*Source*: HL7 Version 2.5.1 chapter 2 (message construction) and 2.A (data types), with the later fields of 2.8.2.
"""
