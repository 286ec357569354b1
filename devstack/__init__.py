"""What development and tests need around the product: a private MariaDB, a stand-in EHR, sample documents, the demo.

Takes: the machine's own tools and package mirrors. Gives: running stand-ins and synthetic files.
Never: anything that the product imports, any real patient's data, any change to the system it runs on.
"""

__all__: list[str] = []
