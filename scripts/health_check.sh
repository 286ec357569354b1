#!/bin/sh
# Is the service alive and ready? For monitors, containers and people; see --help. Needs curl, or else wget.
set -u

usage() {
  cat <<'TEXT'
usage: scripts/health_check.sh [--live] [URL]

Asks URL (default: http://127.0.0.1:8350) whether the service is ready: database, worker and queue are well.
--live  ask only whether the process answers.

Prints one line. Exit code: 0 well, 1 answers and is not ready, 2 does not answer, 64 wrong call.
TEXT
}

path=/meta/health/readyz
case "${1:-}" in
  -h | --help) usage && exit 0 ;;
  --live) path=/meta/health/livez && shift ;;
  -*) usage >&2 && exit 64 ;;
esac
[ "$#" -le 1 ] || { usage >&2 && exit 64; }
url="${1:-http://127.0.0.1:8350}"
url="${url%/}$path"

# The body alone, also of a 503: it says by itself what is the matter.
if command -v curl >/dev/null 2>&1; then
  answer=$(curl --silent --max-time 10 --noproxy '*' "$url")
elif command -v wget >/dev/null 2>&1; then
  answer=$(wget --quiet --no-proxy --timeout=10 --tries=1 --content-on-error --output-document=- "$url")
else
  echo "install curl or wget" >&2
  exit 64
fi
answer=$(printf '%s' "$answer" | tr -d ' \n')

case "$answer" in
  *'"status":"ready"'* | *'"status":"alive"'*)
    echo "well: $url"
    exit 0
    ;;
  *'"checks":{'*)
    failed=$(printf '%s' "$answer" | sed -n 's/.*"checks":{\([^}]*\)}.*/\1/p' | tr ',' '\n' |
      sed -n 's/^"\([a-z_]*\)":false$/\1/p' | tr '\n' ' ')
    echo "not ready: ${failed}at $url"
    exit 1
    ;;
  *)
    echo "no answer from $url"
    exit 2
    ;;
esac
