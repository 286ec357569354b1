"""PDF files: text layers, forms, what is hidden or struck out, and pages that are pictures."""
