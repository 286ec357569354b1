"""Pages for formats without pages: text and tables set in lines of words, and their pictures."""
