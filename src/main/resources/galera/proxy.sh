#!/bin/sh
# Runs HAProxy and has it read its configuration anew when that changes: connections that are open stay open.
set -u
source=/etc/laptimer/proxy/haproxy.cfg run=/run/laptimer login=/etc/laptimer/stats

# Those who share the table of the writer, by their addresses
peers() {
  if grep -q @PEERS@ "$source"; then
    { echo "$POD_IP"; getent ahosts "$PROXIES_HOST" | cut -d' ' -f1; } | sort -u
  fi
}

# In single quotes HAProxy takes everything as it is
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\\\\\''/g")"; }

render() {
  domain=$(sed -n 's/^search .*[[:space:]]svc\.\([^[:space:]]*\).*/\1/p' /etc/resolv.conf)
  while IFS= read -r line; do
    case $line in
      @PEERS@) for address in $peers; do echo "    peer $address $address:8406"; done ;;
      *@LOGIN@*)
        printf '%s%s\n' "${line%@LOGIN@*}" "$(quoted "$(cat $login/username):$(cat $login/password)")"
        ;;
      *) printf '%s\n' "$line" | sed "s/@DOMAIN@/${domain:-cluster.local}/g" ;;
    esac
  done < "$source" > "$run/new.cfg"
  if ! haproxy -c -q -f "$run/new.cfg" 2> "$run/errors"; then
    tee /dev/termination-log < "$run/errors" >&2
    return 1
  fi
  mv "$run/new.cfg" "$run/haproxy.cfg"
}
look() {
  peers=$(peers)
  seen=$({ cat "$source" "$login"/*; echo "$peers"; } 2>/dev/null | cksum)
}

umask 077
look
current=$seen
render || exit 1
haproxy -W -db -L "$POD_IP" -f "$run/haproxy.cfg" &
haproxy=$!
# Takes no new connections and ends when the last one is closed
trap 'kill -USR1 $haproxy' TERM INT
while kill -0 $haproxy 2>/dev/null; do
  sleep 2 &
  wait $!
  look
  if [ "$seen" != "$current" ]; then
    current=$seen
    if render; then kill -USR2 $haproxy; else echo "the old configuration stays" >&2; fi
  fi
done
wait $haproxy
