#!/bin/sh
# certificates.sh FOLDER: makes two authorities and certificates for servers and a client there, each NAME.pem with NAME.key.
set -eu
cd "$1"

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }

authority() {
  key "$1"
  openssl req -x509 -new -key "$1.key" -subj "/CN=$1" -days 30 -out "$1.pem" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign"
}

# leaf NAME AUTHORITY ALTERNATIVE-NAMES START END, with dates as YYYYMMDDHHMMSSZ
leaf() {
  key "$1"
  openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr"
  mkdir -p "$2.db"
  : >"$2.db/index"
  cat >"$1.conf" <<CONF
[ca]
default_ca = it
[it]
database = $2.db/index
new_certs_dir = $2.db
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
x509_extensions = more
[any]
commonName = supplied
[more]
subjectAltName = $3
basicConstraints = CA:FALSE
CONF
  openssl ca -batch -notext -config "$1.conf" -cert "$2.pem" -keyfile "$2.key" -in "$1.csr" -out "$1.pem" \
    -startdate "$4" -enddate "$5"
}

before=20200101000000Z
after=20991231235959Z
here="DNS:localhost,DNS:secure.example,IP:127.0.0.1"

authority ca
authority other-ca
leaf good ca "$here" $before $after
leaf wrong-host ca "DNS:elsewhere.example" $before $after
leaf expired ca "$here" $before 20200102000000Z
leaf untrusted other-ca "$here" $before $after
leaf client ca "DNS:client.example" $before $after
leaf stranger other-ca "DNS:client.example" $before $after

key self-signed
openssl req -x509 -new -key self-signed.key -subj "/CN=self-signed" -days 30 -out self-signed.pem -addext "subjectAltName=$here"

openssl ec -in client.key -aes128 -passout pass:opensesame -out client-locked.key
openssl pkcs12 -export -in client.pem -inkey client.key -passout pass:opensesame -out client.p12

# pin NAME: what a client pins for it
pin() {
  openssl x509 -in "$1.pem" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary \
    | openssl base64 -A >"$1.pin"
}
pin good
pin untrusted
