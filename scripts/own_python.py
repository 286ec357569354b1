"""Lets a script of this folder be called by its name, whichever Python comes first on the PATH.

Only the standard library is imported here: this runs before it is known that anything else is there.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
_ENVIRONMENT: Final = ROOT / ".venv"


def use_own_python() -> None:
    """Start the running script again in the environment of `scripts/setup`, and make this checkout importable.

    Without that environment the running Python is kept where the product is installed in it (a server, a container).

    Raises:
        SystemExit: The product's libraries are nowhere; the message says what makes them.
    """
    python = _ENVIRONMENT / "bin" / "python"
    if python.exists() and Path(sys.prefix).resolve() != _ENVIRONMENT.resolve():
        os.execv(python, [str(python), *sys.argv])  # noqa: S606  the set-up's own interpreter
    if importlib.util.find_spec("httpx") is None:
        sys.exit(f"{sys.argv[0]}: the libraries are not there; scripts/setup installs them")
    sys.path.insert(0, str(ROOT))
