#!/bin/sh
# Starts the server, or waits while the operator compares the positions of all members.
#
# MODE      recover: wait; otherwise start
# BOOT_POD  the member that may begin the cluster anew, once for each EPOCH
# SIZE      number of members that there are now
set -eu
datadir=/data/mysql state=/data/state run=/run/laptimer
grastate=$datadir/grastate.dat

rm -f "$run/state" "$run/served" "$run/draining" "$run/waiting" "$run/mysqld.sock"
# In a container that restarts inside its pod the noted position is stale
if [ -e "$run/started" ]; then
  /etc/laptimer/config/prepare.sh
  : > /dev/termination-log
fi
touch "$run/started"

if [ "$MODE" = recover ]; then
  trap 'exit 0' TERM INT
  printf '%s' "$EPOCH" > "$run/waiting"
  echo "waiting: the operator compares the positions of all members (epoch $EPOCH)" >&2
  while :; do
    sleep 3600 &
    wait $!
  done
fi

set -- --defaults-file="$run/my.cnf"
position=$(cat "$run/start-position")
safe=$(sed -n 's/^safe_to_bootstrap:[[:space:]]*//p' "$grastate" 2>/dev/null | tail -n 1)
begin=0
# Nobody has joined since a start of this epoch as long as it is still safe to begin from here
if [ "$BOOT_POD" = "$POD" ] &&
  { [ "$(cat "$state/begun-epoch" 2>/dev/null)" != "$EPOCH" ] || [ "$safe" = 1 ]; }; then
  begin=1
fi
if [ "$SIZE" = 1 ] && [ "$safe" = 1 ]; then begin=1; fi

# Never two clusters from one: whoever answers is joined
if [ "$begin" = 1 ]; then
  i=0
  while [ "$i" -lt 9 ]; do
    peer=${POD%-*}-$i
    i=$((i + 1))
    if [ "$peer" != "$POD" ] &&
      socat -u OPEN:/dev/null "TCP:$peer.$MEMBERS_SERVICE:4567,connect-timeout=1" 2>/dev/null; then
      echo "$peer is there: joining it instead of beginning anew" >&2
      begin=0
      break
    fi
  done
fi

if [ "$begin" = 1 ]; then
  if [ ! -d "$datadir/mysql" ]; then
    echo "an empty volume cannot begin a cluster" >&2
    exit 1
  fi
  rm -f "$datadir/gvwstate.dat"
  sed -i 's/^safe_to_bootstrap:.*/safe_to_bootstrap: 1/' "$grastate"
  printf '%s' "$EPOCH" > "$state/begun-epoch"
  sync
  set -- "$@" --wsrep-new-cluster
elif [ "${position#*:}" = 0 ]; then
  # Prepared for a cluster that it never began: a full copy, never the changes from 0 on
  rm -f "$grastate"
  position=none:-1
fi
case $position in
  00000000-* | *:-1) ;;
  *) set -- "$@" --wsrep_start_position="$position" ;;
esac
mariadbd "$@" &
server=$!
# A server that looks for the others does not hear that it should stop, and has nothing to lose yet
stop() {
  kill -TERM "$server" || true
  if [ ! -e "$run/served" ]; then
    (sleep 10 && kill -KILL "$server") 2>/dev/null &
  fi
}
trap stop TERM INT
code=0
while kill -0 "$server" 2>/dev/null; do
  wait "$server" && code=0 || code=$?
done
exit "$code"
