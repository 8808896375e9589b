#!/bin/sh
# Makes what the processes of a team share and nobody else has, in the folder `secrets` beside this file, or in the one
# that is named. What is there already stays. For names other than those of the files here, list them in DATABASE_NAMES.
#
#   sh packaging/team/make-secrets.sh
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
names=${DATABASE_NAMES:-DNS:database,DNS:carryover-database,DNS:localhost}
mkdir -p "$folder"
cd "$folder"

# Seals every secret of the store. Keep a copy of it apart from backups of the database.
[ -e data-key ] || openssl rand -base64 32 > data-key
[ -e database-password ] || openssl rand -hex 32 > database-password

# Carryover connects to a database elsewhere by TLS alone, and trusts this authority alone. Its key is not kept.
if [ ! -e database-certificate.pem ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  new='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  printf 'basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\n' > "$work/ca.ext"
  printf 'basicConstraints=critical,CA:false\nextendedKeyUsage=serverAuth\nsubjectAltName=%s\n' "$names" > "$work/leaf.ext"
  openssl req $new -keyout "$work/ca.key" -out "$work/ca.csr" -subj '/CN=Carryover team database' 2> "$work/log"
  openssl x509 -req -in "$work/ca.csr" -signkey "$work/ca.key" -days 1825 -extfile "$work/ca.ext" -out "$work/ca.pem" 2> "$work/log"
  openssl req $new -keyout "$work/key.pem" -out "$work/leaf.csr" -subj '/CN=database' 2> "$work/log"
  openssl x509 -req -in "$work/leaf.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days 1825 \
    -extfile "$work/leaf.ext" -out "$work/leaf.pem" 2> "$work/log"
  cp "$work/ca.pem" database-ca.pem
  cp "$work/key.pem" database-key.pem
  cp "$work/leaf.pem" database-certificate.pem
fi
