# Read by the other scripts: what watch.sh noted last, in variables, if that can still be believed. Starts no process.
phase=Starting serves=false connected=- status=-
details='"state":"","clusterStatus":"","connected":"","size":0,"uuid":"","position":-1,"refused":"","view":true'
if [ -e "$run/served" ]; then phase=Silent; fi
if { read -r at noted && read -r noted_details; } < "$run/state" && read -r uptime rest < /proc/uptime &&
  [ $((${uptime%.*} - at)) -le 5 ]; then
  details=$noted_details
  phase=${noted%% *} noted=${noted#* }
  serves=${noted%% *} noted=${noted#* }
  connected=${noted%% *} status=${noted#* }
fi 2>/dev/null
