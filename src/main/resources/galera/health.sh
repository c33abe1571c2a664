#!/bin/sh
# Watches the server and serves the state of this member on port 9200, for as long as the server lives.
set -u
/etc/laptimer/config/watch.sh &
watch=$!
socat TCP-LISTEN:9200,fork,reuseaddr,max-children=16 EXEC:/etc/laptimer/config/check.sh &
server=$!
stopping=0
trap 'stopping=1' TERM INT
while kill -0 "$server" 2>/dev/null && kill -0 "$watch" 2>/dev/null; do
  # The proxy must hear "draining" until the server is gone, but nobody waits long for one that left its socket behind
  if [ "$stopping" -gt 0 ]; then
    stopping=$((stopping + 1))
    if [ ! -S /run/laptimer/mysqld.sock ] || [ "$stopping" -gt 20 ]; then exit 0; fi
  fi
  sleep 1 &
  wait $!
done
exit 1
