#!/bin/sh
# Before the server stops: says so to the proxy and gives it the time to notice.
touch /run/laptimer/draining
if [ -e /run/laptimer/served ]; then sleep 4; fi
