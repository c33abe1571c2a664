# Read by the other scripts: what this member says of itself, in variables.
#
# phase   Waiting: for the operator's decision; Copying: takes a full copy from another member; Starting: the server
#         does not answer yet; Running: it answers; Draining: it stops soon
# serves  true if reads and writes work here: part of the primary component, synced (or giving a copy, which does not
#         block with mariabackup), not read-only
wsrep_cluster_state_uuid='' wsrep_cluster_status='' wsrep_cluster_size='' wsrep_connected='' wsrep_ready=''
wsrep_last_committed='' wsrep_local_state='' wsrep_local_state_comment='' read_only='' serves=false
variables=$(timeout 2 mariadb --no-defaults --socket=/run/laptimer/mysqld.sock --user=monitor --batch \
  --skip-column-names --connect-timeout=1 --execute="
    SET SESSION wsrep_sync_wait=0;
    SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_state_uuid', 'wsrep_cluster_status',
      'wsrep_cluster_size', 'wsrep_connected', 'wsrep_ready', 'wsrep_last_committed', 'wsrep_local_state',
      'wsrep_local_state_comment');
    SHOW GLOBAL VARIABLES WHERE Variable_name = 'read_only'" 2>/dev/null) || variables=
if [ -n "$variables" ]; then
  phase=Running
  while read -r name value; do
    case $name in
      wsrep_cluster_state_uuid | wsrep_cluster_status | wsrep_cluster_size | wsrep_connected | wsrep_ready | \
        wsrep_last_committed | wsrep_local_state | wsrep_local_state_comment | read_only)
        eval "$name=\$value"
        ;;
    esac
  done <<VARIABLES
$variables
VARIABLES
  if [ "$wsrep_cluster_status" = Primary ] && [ "$wsrep_ready" = ON ] && [ "$read_only" = OFF ]; then
    case $wsrep_local_state in 2 | 4) serves=true ;; esac
  fi
elif [ -e "$run/waiting" ]; then
  phase=Waiting
elif [ -e "$datadir/sst_in_progress" ]; then
  phase=Copying
else
  phase=Starting
fi
if [ -e "$run/draining" ]; then phase=Draining; fi
