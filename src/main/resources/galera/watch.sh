#!/bin/sh
# Asks the server once a second how this member is, in one session that stays open, and notes what it says: whoever
# else wants to know reads the note. A server that hangs leaves an old note, which nobody believes.
#
# The note, /run/laptimer/state, has two lines: seconds of /proc/uptime, phase, serves, connected, status in the cluster;
# and what else is known, as fields of a JSON object.
#
# phase   Waiting: for the operator's decision; Copying: takes a full copy from another member; Starting: the server
#         does not answer yet; Silent: it does not answer any more; Running: it answers
# serves  true if reads and writes work here: part of the primary component, synced (or giving a copy, which does not
#         block with mariabackup), not read-only
set -u
run=/run/laptimer datadir=/data/mysql users=/etc/laptimer/users

forget() {
  wsrep_cluster_state_uuid='' wsrep_cluster_status='' wsrep_cluster_size='' wsrep_connected='' wsrep_ready=''
  wsrep_last_committed='' wsrep_local_state='' wsrep_local_state_comment='' read_only=''
}

note() {
  read -r uptime rest < /proc/uptime
  view=false
  if [ -s "$datadir/gvwstate.dat" ]; then view=true; fi
  printf '%s %s %s %s %s\n%s\n' "${uptime%.*}" "$1" "$2" "${wsrep_connected:--}" "${wsrep_cluster_status:--}" \
    "\"state\":\"$wsrep_local_state_comment\",\"clusterStatus\":\"$wsrep_cluster_status\",\"ready\":\"$wsrep_ready\",\
\"connected\":\"$wsrep_connected\",\"size\":${wsrep_cluster_size:-0},\"uuid\":\"$wsrep_cluster_state_uuid\",\
\"position\":${wsrep_last_committed:--1},\"refused\":\"$refused\",\"view\":$view" > "$run/state.new"
  mv "$run/state.new" "$run/state"
}

ask() {
  echo 'SET SESSION wsrep_sync_wait=0;'
  while echo "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_state_uuid', 'wsrep_cluster_status',
      'wsrep_cluster_size', 'wsrep_connected', 'wsrep_ready', 'wsrep_last_committed', 'wsrep_local_state',
      'wsrep_local_state_comment');
    SHOW GLOBAL VARIABLES WHERE Variable_name = 'read_only';
    SELECT 'end', '';"; do
    sleep 1
  done
}

listen() {
  forget
  while read -r name value; do
    case $name in
      wsrep_cluster_state_uuid | wsrep_cluster_status | wsrep_cluster_size | wsrep_connected | wsrep_ready | \
        wsrep_last_committed | wsrep_local_state | wsrep_local_state_comment | read_only)
        eval "$name=\$value"
        ;;
      end)
        serves=false
        if [ "$wsrep_cluster_status" = Primary ] && [ "$wsrep_ready" = ON ] && [ "$read_only" = OFF ]; then
          case $wsrep_local_state in 2 | 4) serves=true ;; esac
        fi
        if [ "$serves" = true ]; then
          : > "$run/served"
          try_passwords
        fi
        note Running "$serves"
        forget
        ;;
    esac
  done
}

# Whom the server refuses with the password that the Secret has: it was changed there and not here, or the reverse.
# Tried when the Secret changes, and every minute as long as somebody is refused.
tried='' tried_at=0 refused=''
try_passwords() {
  read -r uptime rest < /proc/uptime
  passwords=$(cat "$users/root" "$users/sst" 2>/dev/null | cksum)
  if [ "$passwords" = "$tried" ] && { [ -z "$refused" ] || [ $((${uptime%.*} - tried_at)) -lt 60 ]; }; then
    return
  fi
  tried=$passwords tried_at=${uptime%.*} refused=''
  for user in root sst; do
    case $(MYSQL_PWD=$(cat "$users/$user") session --user="$user" --execute='SELECT 1' 2>&1) in
      *'ERROR 1045'*) refused="$refused${refused:+ }$user" ;;
    esac
  done
}

session() {
  mariadb --no-defaults --socket="$run/mysqld.sock" --batch --skip-column-names --connect-timeout=2 "$@"
}

while :; do
  ask | session --user=monitor --unbuffered --skip-reconnect 2>/dev/null | listen
  forget
  if [ -e "$run/waiting" ]; then
    note Waiting false
  elif [ -e "$datadir/sst_in_progress" ]; then
    note Copying false
  elif [ -e "$run/served" ]; then
    note Silent false
  else
    note Starting false
  fi
done
