"""arbiter-fhir: reads the documents of an OpenEMR chart, proves every fact on the page, answers with citations."""

__all__ = ["__version__"]

__version__ = "0.1.0"
