"""Office packages: bounds of the archive and its XML, Word documents, workbooks."""
