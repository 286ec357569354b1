"""Our own database: tables, transactions, the queue, the encrypted map, evidence, audit, provisioning.

*Takes* domain values and connection URLs of one tenant's accounts. *Gives* the ports of `arbiter_fhir.ports.stores`.
*Never* reaches another tenant's schema, shows or logs what the database said, or stores an identifier unencrypted.
"""

__all__: list[str] = []
