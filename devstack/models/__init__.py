"""A real HTTP server with the shape of OpenAI's API, for tests: it answers well, badly, slowly, or with malice."""

from devstack.models.server import Behaviour, ModelServer, Received, completion, reply, slow, status

__all__ = ["Behaviour", "ModelServer", "Received", "completion", "reply", "slow", "status"]
