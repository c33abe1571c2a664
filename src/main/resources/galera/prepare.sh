#!/bin/sh
# Makes the volume ready for a start of the server and reports its position in the termination message.
# Runs as the init container, and once more when the server's container restarts inside the same pod.
#
# MODE  init: an empty volume of member 0 becomes a new cluster; run, recover: nothing is ever created
set -eu
umask 077
datadir=/data/mysql state=/data/state run=/run/laptimer users=/etc/laptimer/users
ordinal=${POD##*-}
grastate=$datadir/grastate.dat
nobody=00000000-0000-0000-0000-000000000000

report() { printf '%s' "$1" > /dev/termination-log; printf '%s\n' "$1" >&2; }
fail() { report "{\"epoch\":\"$EPOCH\",\"error\":\"$1\"}"; exit 1; }
saved() { sed -n "s/^$1:[[:space:]]*//p" "$grastate" 2>/dev/null | tail -n 1; }
# The first error of a server's log, as it may stand in a JSON text
error_in() {
  grep '\[ERROR\]' "$1" | head -n 1 | sed -e 's/^.*\[ERROR\] *//' -e "s/[\"\\\\]/'/g" | tr -d '[:cntrl:]' |
    cut -c 1-300
}
refuse() { cat "$1" >&2; fail "the server does not start: $(error_in "$1")"; }
quoted() { sed "s/\\\\/\\\\\\\\/g; s/'/''/g" "$1" | tr -d '\n'; }

mkdir -p "$datadir" "$state"
for user in root sst; do
  [ -s "$users/$user" ] || fail "the users' Secret has no password under key '$user'"
done
if grep -q '[^A-Za-z0-9._-]' "$users/sst"; then
  fail "the password of 'sst' must have letters, digits, '.', '_' and '-' only"
fi

provider=
for path in /usr/lib/galera/libgalera_smm.so /usr/lib64/galera-4/libgalera_smm.so \
  /usr/lib64/galera/libgalera_smm.so /usr/lib/libgalera_smm.so; do
  if [ -e "$path" ]; then provider=$path; break; fi
done
[ -n "$provider" ] || fail "the image has no Galera library"

# Full copies are always encrypted with TLS; to verify who sends them the copying script needs this program
sst_tls_mode=REQUIRED
if command -v openssl > /dev/null; then sst_tls_mode=VERIFY_CA; fi

addresses=
i=0
while [ "$i" -lt "$SIZE" ]; do
  addresses=$addresses${addresses:+,}${POD%-*}-$i.$MEMBERS_SERVICE
  i=$((i + 1))
done
sed -e "s|@POD@|$POD|g" -e "s|@POD_IP@|$POD_IP|g" -e "s|@PROVIDER@|$provider|g" \
  -e "s|@ADDRESSES@|$addresses|g" -e "s|@SST_PASSWORD@|$(cat "$users/sst")|g" \
  -e "s|@SST_TLS_MODE@|$sst_tls_mode|g" \
  /etc/laptimer/config/server.cnf > "$run/my.cnf"

# What an interrupted full copy or a full disk left behind
rm -rf "$datadir/.sst" "$datadir/sst_in_progress" "$datadir/wsrep_sst.pid"
for file in tc.log grastate.dat gvwstate.dat; do
  if [ -e "$datadir/$file" ] && [ ! -s "$datadir/$file" ]; then rm -f "$datadir/$file"; fi
done

data=0
if [ -d "$datadir/mysql" ]; then data=1; fi

if [ "$data" = 0 ] && [ "$MODE" = init ]; then
  [ "$ordinal" = 0 ] || fail "a new cluster begins with member 0 only"
  new=$datadir/.init
  rm -rf "$new"
  mkdir "$new"
  mariadb-install-db --no-defaults --datadir="$new" --auth-root-authentication-method=normal \
    --skip-test-db >&2 || fail "mariadb-install-db failed"
  # In this mode the server reads one statement a line
  mariadbd --defaults-file="$run/my.cnf" --datadir="$new" --wsrep_on=OFF --bootstrap \
    > "$run/begin.log" 2>&1 <<SQL || refuse "$run/begin.log"
SET SESSION sql_mode='';
FLUSH PRIVILEGES;
DELETE FROM mysql.global_priv WHERE User='' OR (User='root' AND Host<>'localhost');
FLUSH PRIVILEGES;
ALTER USER root@localhost IDENTIFIED BY '$(quoted "$users/root")';
CREATE USER root@'%' IDENTIFIED BY '$(quoted "$users/root")';
GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION;
CREATE USER sst@localhost IDENTIFIED BY '$(quoted "$users/sst")';
GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR, REPLICA MONITOR ON *.* TO sst@localhost;
CREATE USER monitor@localhost;
SQL
  printf '# GALERA saved state\nversion: 2.1\nuuid:    %s\nseqno:   0\nsafe_to_bootstrap: 1\n' \
    "$CLUSTER_UUID" > "$grastate"
  for file in "$new"/* "$new"/.[!.]*; do
    name=${file##*/}
    if [ ! -e "$file" ] || [ "$name" = mysql ]; then continue; fi
    rm -rf "${datadir:?}/$name"
    mv "$file" "$datadir/"
  done
  # The folder of the system tables goes last: a volume that has it is complete
  mv "$new/mysql" "$datadir/"
  rmdir "$new"
  sync
  data=1
fi

uuid='' seqno='' safe=''
if [ "$data" = 1 ]; then
  uuid=$(saved uuid) seqno=$(saved seqno) safe=$(saved safe_to_bootstrap)
  if [ -z "$uuid" ] || [ "${seqno:--1}" = -1 ]; then
    log=$run/recover.log
    : > "$log"
    if ! mariadbd --defaults-file="$run/my.cnf" --wsrep-recover --skip-networking \
      --log-error="$log" >/dev/null 2>&1; then
      tail -n 40 "$log" >&2
      fail "mariadbd --wsrep-recover failed, the data of this volume cannot be read: $(error_in "$log")"
    fi
    position=$(sed -n 's/.*WSREP: Recovered position:[[:space:]]*//p' "$log" | tail -n 1)
    uuid=${position%%:*} seqno=${position#*:}
    seqno=${seqno%%,*}
  fi
fi
: "${uuid:=$nobody}" "${seqno:=-1}" "${safe:=0}"
case $uuid in
  "$nobody" | "$CLUSTER_UUID") ;;
  *) fail "the volume belongs to cluster $uuid, this is cluster $CLUSTER_UUID" ;;
esac
printf '%s:%s\n' "$uuid" "$seqno" > "$run/start-position"
report "{\"epoch\":\"$EPOCH\",\"uuid\":\"$uuid\",\"seqno\":$seqno,\"safe\":$safe,\"data\":$data}"
