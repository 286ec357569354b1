"""Protocols that the rooms need from the outside: the chart, the store, models, time.

*Takes* domain values. *Gives* Protocols only. *Never* holds an implementation.
"""
