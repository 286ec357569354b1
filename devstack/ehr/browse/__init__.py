"""Pages on which a person who runs the demo looks at the chart: patients, documents, lab results, issues.

*Takes* the path of a GET request.
*Gives* plain HTML without script, or a document's bytes.
*Never* asks who is looking: the server listens on this machine only, and all data is synthetic.
"""

from devstack.ehr.browse.browser import ChartBrowser

__all__ = ["ChartBrowser"]
