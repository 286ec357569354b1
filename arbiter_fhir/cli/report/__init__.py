"""`arbiter-fhir report`: what the site's documents and questions took, as figures and as one HTML page."""
