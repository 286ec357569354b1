"""The EHR's side: OpenEMR's FHIR API over HTTP and its tables over SQL.

*Takes* settings of one site, document and patient ids, lab plans, a database connection for writes.
*Gives* documents and their bytes, the chart's identifiers and labs, promoted rows, and what is wrong with a site.
*Never* writes outside the four procedure tables, erases a row, follows a redirect, or lets a database message or a body
into an error.
"""
