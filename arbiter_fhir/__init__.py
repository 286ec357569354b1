"""arbiter-fhir: reads the documents of an OpenEMR chart, proves every fact on the page, answers with citations."""

import os

__all__ = ["__version__"]

# ONNX Runtime reports its use over the network when it is imported, and decides by this variable alone. The product
# speaks to nobody it was not told to speak to, so this stands before every import of ours.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # noqa: TID251  not a setting: it is never anything else

__version__ = "0.1.0"
