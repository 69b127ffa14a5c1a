#!/bin/sh
# settings: ring noring denied
# timeout: 180
# Debian's named, unmodified, serves a zone over UDP and TCP, transfers it and takes an update on the
# drop-in, asked by dig, which runs on it too.
set -eu
for program in named dig nsupdate python3; do
  command -v $program >/dev/null || { echo "skip: no $program"; exit 77; }
done
swap() { "$TOP/scripts/uv-swap" --drop-in "$TREE/drop-in" "$@"; }
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
ask() { swap dig +tries=2 +time=5 +short @127.0.0.1 -p "$port" "$@"; }

cat >named.conf <<TEXT
options { directory "$PWD"; listen-on port $port { 127.0.0.1; }; listen-on-v6 { none; }; recursion no;
  pid-file "$PWD/pid"; session-keyfile "$PWD/key"; managed-keys-directory "$PWD";
  allow-transfer { any; }; dnssec-validation no; };
controls { };
zone "example.test" { type primary; file "zone"; allow-update { any; }; };
TEXT
{
  echo '$TTL 60'
  echo '@ SOA ns root 1 60 60 600 60'
  echo '@ NS ns'
  echo 'ns A 127.0.0.1'
  for i in $(seq 200); do echo "h$i A 10.0.0.$i"; done
} >zone

swap --check named
"$TOP/scripts/uv-swap" --drop-in "$TREE/drop-in" named -g -c named.conf >log 2>&1 &
named=$!
trap 'kill $named 2>/dev/null || :' EXIT
until grep -q ' running$' log; do
  kill -0 $named || { cat log; exit 1; }
  sleep 0.05
done

test "$(ask h7.example.test)" = 10.0.0.7
test "$(ask +tcp h8.example.test)" = 10.0.0.8
for i in $(seq 200); do echo "h$i.example.test"; done >names
test "$(ask -f names | sort -u | wc -l)" = 200
sed 's/^/+tcp /' names >names.tcp
test "$(ask +keepopen -f names.tcp | sort -u | wc -l)" = 200
test "$(ask +tcp AXFR example.test | wc -l)" = 204
swap nsupdate <<TEXT
server 127.0.0.1 $port
zone example.test
update add new.example.test 60 A 10.9.9.9
send
TEXT
test "$(ask new.example.test)" = 10.9.9.9
kill $named
wait $named
