"""What the child gives up before it touches a document: memory, files, processes, network, privileges.

Linux only for the strongest parts; each part that the system does not grant is left out, and `confine` says which held.
"""

from __future__ import annotations

import ctypes
import resource
import signal
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.documents.limits import CHILD_MEMORY_BYTES, FILE_SECONDS

__all__ = ["UNCONFINED", "Confinement", "confine", "die_with_parent"]

#: linux/sched.h
_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000
#: linux/prctl.h
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_DUMPABLE: Final = 4
_PR_SET_NO_NEW_PRIVS: Final = 38

#: Processes of the child's own user namespace: itself, one OCR process, and room for their threads.
_PROCESSES: Final = 32


@dataclass(frozen=True, slots=True)
class Confinement:
    """Which parts held.

    Attributes:
        network: Whether the child is cut off from every network.
        privileges: Whether it dropped the powers of its user (own user namespace).
    """

    network: bool
    privileges: bool


#: A process that gave up nothing.
UNCONFINED: Final = Confinement(network=False, privileges=False)


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent goes."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def confine() -> Confinement:
    """Give up what reading a document does not need; cannot be undone. Call with one thread running."""
    libc = ctypes.CDLL(None, use_errno=True)
    die_with_parent()
    privileges = libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0
    # Without user namespaces, root may still cut the network alone.
    network = privileges or libc.unshare(_CLONE_NEWNET) == 0
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    limits = {
        resource.RLIMIT_AS: CHILD_MEMORY_BYTES,
        # Nothing is ever written to a file.
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 64,
    }
    if privileges:
        # Counted for each user namespace apart; outside one it would count all of the user's processes and let OCR
        # fail at random.
        limits[resource.RLIMIT_NPROC] = _PROCESSES
    for limit, value in limits.items():
        _, hard = resource.getrlimit(limit)
        bounded = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (bounded, bounded))
    # A second between the warning signal and the end, so that the parent can tell time from memory.
    resource.setrlimit(resource.RLIMIT_CPU, (int(FILE_SECONDS), int(FILE_SECONDS) + 1))
    return Confinement(network=network, privileges=privileges)
