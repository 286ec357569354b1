"""What a clinician's question says, one subject a module: words and slips, instructions, times, tests, drugs, topics.

*Takes* clean text and the site's day. *Gives* what stands in it and where, by vocabularies and rules (``data/``).
*Never* decides what is answered (`answering.supervisor` does), looks anything up, or does what the text says.
"""
