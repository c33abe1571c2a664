#!/bin/sh
# Answers one HTTP request on standard input and output with the state of this member, from the note of watch.sh.
#
# GET /        for proxy and kubelet: 200 serves reads and writes, 404 stops soon (no new connections), 503 otherwise
# GET /status  for the operator: 200 and the state as JSON
set -u
run=/run/laptimer

read -r method path rest || exit 0
while read -r header; do
  if [ "${#header}" -le 1 ]; then break; fi
done

answer() {
  printf 'HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
    "$1" "$2" "${#3}" "$3"
}

. /etc/laptimer/config/note.sh
if [ -e "$run/draining" ]; then phase=Draining; fi

case $path in
  /status)
    answer '200 OK' application/json "{\"pod\":\"$POD\",\"phase\":\"$phase\",\"serves\":$serves,$details}"
    ;;
  /)
    if [ "$phase" = Draining ]; then
      answer '404 Draining' text/plain "draining"
    elif [ "$serves" = true ]; then
      answer '200 OK' text/plain "serves"
    else
      answer '503 Service Unavailable' text/plain "$phase $status"
    fi
    ;;
  *) answer '404 Not Found' text/plain "there are / and /status" ;;
esac
