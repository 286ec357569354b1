"""The two stories, and the only place where stages meet.

*Takes* leases, questions, changes. *Gives* outcomes. *Never* names an adapter (providers, openemr, store): ports only.
"""
