#!/bin/sh
# Fails only for what a restart can cure: a server expelled by the others for good, or hung after it had served. A member
# that starts, copies, recovers or waits for the others is left alone however long that takes.
set -u
run=/run/laptimer
. /etc/laptimer/config/note.sh

if [ "$phase" = Running ] && [ "$connected" = OFF ] && [ "$status" != Primary ]; then
  echo "disconnected from the cluster"
  exit 1
fi
if [ "$phase" != Silent ]; then exit 0; fi
# Perhaps it is not the server that hangs but the one who asks it
case $(timeout 4 mariadb --no-defaults --socket=$run/mysqld.sock --user=monitor --connect-timeout=3 \
  --execute='SELECT 1' 2>&1) in
  1* | *'ERROR 1040'*) exit 0 ;;
esac
echo "the server does not answer any more"
exit 1
