#!/bin/sh
# The probes of the server's container: "ready" or "alive".
set -u
run=/run/laptimer datadir=/data/mysql
. /etc/laptimer/config/state.sh

case $1 in
  ready)
    if [ "$phase" = Running ] && [ "$serves" = true ]; then
      touch "$run/served"
      exit 0
    fi
    echo "$phase $wsrep_cluster_status $wsrep_local_state_comment"
    exit 1
    ;;
  alive)
    # Only what a restart can cure: expelled by the others for good, or hung after it had served. A member that starts,
    # copies, recovers or waits for the others is left alone however long that takes.
    if [ "$phase" = Running ] && [ "$wsrep_connected" = OFF ] && [ "$wsrep_cluster_status" != Primary ]; then
      echo "disconnected from the cluster"
      exit 1
    fi
    if [ "$phase" = Starting ] && [ -e "$run/served" ]; then
      echo "the server does not answer"
      exit 1
    fi
    ;;
esac
