"""Pictures of pages to words: preparation, Tesseract, and second looks at what is in doubt."""
