#!/bin/sh
# Puts this checkout in place as a service of the host: account, program, command, units. See --help.
set -eu
umask 022

usage() {
  cat <<'TEXT'
usage: deploy/install_service.sh [--back]

As root on Debian 12 or 13. Run it again for every later version; what is in place already is left alone.

  1. packages, only where missing: python3-venv, tesseract-ocr with its English data, curl
  2. the account arbiter, and /etc/arbiter-fhir, which belongs to it
  3. the program of this checkout in /opt/arbiter-fhir-VERSION, every package checked against requirements.lock;
     /opt/arbiter-fhir points to it. The version before stays beside it
  4. the commands arbiter-fhir and arbiter-fhir-health in /usr/local/bin
  5. the units of deploy/systemd in /etc/systemd/system. Nothing is started, stopped or enabled

--back  let /opt/arbiter-fhir point to the version before again; start the services again afterwards

PYTHON=/path/to/python chooses the interpreter (3.11 or newer). pip's and apt's own settings are used as they are.
TEXT
}

say() { printf 'install_service: %s\n' "$*"; }
fail() { say "$*" >&2 && exit 1; }

back=0
case "${1:-}" in
  "") ;;
  --back) back=1 ;;
  -h | --help) usage && exit 0 ;;
  *) usage >&2 && exit 64 ;;
esac
[ "$#" -le 1 ] || { usage >&2 && exit 64; }
[ "$(id -u)" -eq 0 ] || fail "run it as root"

program=/opt/arbiter-fhir
before=/opt/arbiter-fhir.before

# Replaces the link in one step: a service that starts meanwhile finds the one program or the other.
point() { ln -sfn "$2" "$1.new" && mv -T "$1.new" "$1"; }

if [ "$back" -eq 1 ]; then
  [ -L "$before" ] || fail "there is no version before: $before is not there"
  old=$(readlink "$before")
  [ -x "$old/bin/arbiter-fhir" ] || fail "$old is gone; install that version from its checkout"
  point "$before" "$(readlink "$program")"
  point "$program" "$old"
  say "$program is $old again, $("$program/bin/arbiter-fhir" version). Its units: copy deploy/systemd of its checkout."
  exit 0
fi

cd "$(dirname "$0")/.."
[ ! -e "$program" ] || [ -L "$program" ] || fail "$program is a folder of another kind of installation: move it away first"

missing=
python=${PYTHON:-python3}
"$python" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || missing="python3 python3-venv"
tesseract --list-langs 2>/dev/null | grep -qx eng || missing="$missing tesseract-ocr tesseract-ocr-eng"
command -v curl >/dev/null || missing="$missing curl"
if [ -n "$missing" ]; then
  command -v apt-get >/dev/null || fail "install these packages, then run this again: $missing"
  say "installing packages: $missing"
  apt-get update -qq || say "apt-get update had errors; trying to install all the same"
  # shellcheck disable=SC2086  # a list of names
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
    fail "apt-get could not install $missing"
fi

id arbiter >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin arbiter
[ -d /etc/arbiter-fhir ] || install -d -m 700 -o arbiter -g arbiter /etc/arbiter-fhir

# What the program is made of decides its folder: the same checkout again is the same folder.
stamp=$(find requirements.lock pyproject.toml arbiter_fhir migrations docs/reasons.md fixtures/clinical-guideline-corpus \
  -type f ! -path '*/__pycache__/*' -exec sha256sum {} + | LC_ALL=C sort -k 2 | sha256sum | cut -c 1-12)
folder=$program-$stamp
if [ ! -e "$folder/installed" ]; then
  say "making $folder (about a minute)"
  rm -rf "$folder"
  "$python" -m venv "$folder"
  "$folder/bin/pip" install --quiet --no-input --disable-pip-version-check --no-cache-dir --require-hashes \
    --only-binary :all: --requirement requirements.lock || fail "pip could not install requirements.lock"
  # From a copy: nothing is left in the checkout.
  source=$(mktemp -d)
  trap 'rm -rf "$source"' EXIT
  tar --create --exclude __pycache__ pyproject.toml README.md arbiter_fhir migrations docs/reasons.md \
    fixtures/clinical-guideline-corpus | tar --extract --directory "$source"
  "$folder/bin/pip" install --quiet --no-input --disable-pip-version-check --no-deps --no-build-isolation "$source" ||
    fail "pip could not install arbiter-fhir"
  "$folder/bin/arbiter-fhir" version >"$folder/installed"
fi
now=$(readlink "$program" || true)
[ -z "$now" ] || [ "$now" = "$folder" ] || point "$before" "$now"
point "$program" "$folder"

ln -sfn "$program/bin/arbiter-fhir" /usr/local/bin/arbiter-fhir
install -m 755 scripts/health_check.sh /usr/local/bin/arbiter-fhir-health
install -d /etc/systemd/system
install -m 644 deploy/systemd/* /etc/systemd/system/
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
say "$program is version $(cat "$folder/installed"); the services that run are as they were"
