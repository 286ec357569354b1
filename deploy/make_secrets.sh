#!/bin/sh
# Makes what deploy/docker-compose.yml reads as files: random passwords, a private CA, and a certificate for OpenEMR.
# What is there already is kept: passwords that a database knows must not change. See --help.
set -eu
umask 077

usage() {
  cat <<'TEXT'
usage: deploy/make_secrets.sh [--host NAME]... [FOLDER]

FOLDER       default: deploy/secrets beside this script
--host NAME  a further name of OpenEMR's certificate, beside openemr and localhost: the one that people type

Needs openssl. Give the CA's certificate (ca.cert.pem) to the browsers of the clinic, or put a certificate of your own
into openemr.cert.pem and openemr.key.pem, and the certificate of its CA into ca.cert.pem.
TEXT
}

names="DNS:openemr,DNS:localhost"
while [ "$#" -gt 0 ]; do
  case "$1" in
    -h | --help) usage && exit 0 ;;
    --host)
      [ "$#" -ge 2 ] || { usage >&2 && exit 64; }
      names="$names,DNS:$2"
      shift 2
      ;;
    -*) usage >&2 && exit 64 ;;
    *) break ;;
  esac
done
[ "$#" -le 1 ] || { usage >&2 && exit 64; }
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
cd "$folder"
chmod 700 .

# 48 hexadecimal digits need no quoting anywhere, not in a URL either.
password() {
  [ -s "$1" ] || openssl rand -hex 24 | tr -d '\n' >"$1"
}
password database_root_password
password openemr_database_password
password openemr_admin_password
[ -s database_admin_url ] ||
  printf 'mariadb+pymysql://root:%s@database/' "$(cat database_root_password)" >database_admin_url

if [ ! -s ca.cert.pem ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -sha256 -subj "/CN=arbiter-fhir private CA" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign \
    -keyout ca.key.pem -out ca.cert.pem 2>/dev/null
fi
if [ ! -s openemr.cert.pem ]; then
  openssl req -newkey rsa:3072 -nodes -sha256 -subj "/CN=openemr" -keyout openemr.key.pem -out openemr.csr 2>/dev/null
  printf 'subjectAltName=%s\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' "$names" >openemr.ext
  openssl x509 -req -in openemr.csr -CA ca.cert.pem -CAkey ca.key.pem -CAcreateserial -days 825 -sha256 \
    -extfile openemr.ext -out openemr.cert.pem 2>/dev/null
  rm -f openemr.csr openemr.ext ca.cert.srl
fi
# Containers read them as accounts of their own; the folder is closed to everybody else.
chmod 644 ca.cert.pem openemr.cert.pem openemr_database_password openemr_admin_password database_root_password
echo "made in $folder; the password of OpenEMR's admin is in openemr_admin_password"
