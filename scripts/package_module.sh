#!/usr/bin/env bash
# Packs the OpenEMR module into a zip: scripts/package_module.sh [--output FILE]. The same files make the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=.venv/bin/python
[[ -x $python ]] || python=python3
exec "$python" -m devstack.module_package "$@"
