"""``python -m devstack.openemr_kernel``: a clinic with documents, the service, the stand-in with the module in it."""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from pathlib import Path

from arbiter_fhir.bootstrap.installation import module_secret
from arbiter_fhir.errors import ArbiterError
from devstack.demo.case import built_in_cases
from devstack.demo.clinic import open_clinic
from devstack.demo.interruption import Interrupted, Interruption
from devstack.demo.story import tell
from devstack.openemr_kernel.launcher import OpenEmrKernel, Visitor

__all__ = ["main"]

REPOSITORY = Path(__file__).resolve().parents[2]


def main(argv: list[str] | None = None) -> int:
    """Start everything, print where it is as one line of JSON, stay up until Ctrl-C; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m devstack.openemr_kernel", description=__doc__)
    parser.add_argument("--root", type=Path, default=REPOSITORY / ".arbiter" / "kernel", help="folder for its data")
    parser.add_argument("--port", type=int, default=0, help="port of the stand-in; 0 takes a free one")
    parser.add_argument("--generation", type=int, choices=(7, 8), default=7, help="which OpenEMR the stand-in plays")
    options = parser.parse_args(argv)
    interruption = Interruption()
    started = time.monotonic()

    def progress(line: str) -> None:
        print(f"{time.monotonic() - started:6.1f} s  {line}", file=sys.stderr, flush=True)

    options.root.mkdir(parents=True, exist_ok=True)
    try:
        interruption.listen()
        with open_clinic(options.root, progress, interruption) as clinic:
            tell(clinic, built_in_cases(), options.root / "pages", progress)
            site = clinic.site
            kernel = OpenEmrKernel(
                site.mariadb,
                site.openemr_schema,
                options.root / "kernel",
                site=site.site,
                generation=options.generation,
                port=options.port,
            )
            with kernel:
                kernel.configure(url=clinic.api_url, secret=module_secret(site.settings))
                dashboard = "/interface/patient_file/summary/demographics.php"
                told = {
                    "base_url": kernel.base_url,
                    "module_url": kernel.module_url,
                    "dashboard": kernel.login_url(Visitor(patient=1), dashboard),
                    "admin": kernel.login_url(
                        Visitor(), f"{kernel.module_url.removeprefix(kernel.base_url)}/admin.php"
                    ),
                    "api_url": clinic.api_url,
                }
                print(json.dumps(told), flush=True)
                threading.Event().wait()
    except Interrupted:
        progress("stopped; nothing is left running")
        return 0
    except (RuntimeError, ArbiterError) as error:
        print(str(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
