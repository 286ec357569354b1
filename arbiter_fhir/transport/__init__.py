"""HTTP with an end: what every client of another system shares.

*Takes* requests of `openemr` and `providers`. *Gives* connections whose every wait ends at a deadline, and when to ask
again. *Never* follows a redirect, reads the environment, or knows what is sent.
"""

from arbiter_fhir.transport.deadline import DeadlineTransport
from arbiter_fhir.transport.retry import PASSING_STATUSES, RetryPolicy, retry_after_seconds

__all__ = ["PASSING_STATUSES", "DeadlineTransport", "RetryPolicy", "retry_after_seconds"]
