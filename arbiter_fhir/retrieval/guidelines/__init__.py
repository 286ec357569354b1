"""Published guidance: the corpus on disk, its words, and the search over the indexed chunks.

*Takes* the corpus folder; a clean question, the index and the models. *Gives* corpus chunks, and passages above the
threshold. *Never* sees a patient, and never gives a passage that is not in the active version of the corpus.
"""
