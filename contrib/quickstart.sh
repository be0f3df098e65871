#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Build mj and run a real job with it: contrib/examples/wordcount.yaml counts the
# words of the licence texts on this machine.  Nothing is installed but missing
# Debian packages; the job's home is a new directory, printed at the end.
set -eu
cd "$(dirname "$0")/.."
. ./contrib/build.sh

sh contrib/packages.sh build
build_in build-quickstart

place=$(mktemp -d "${TMPDIR:-/tmp}/mj-quickstart.XXXXXX")
export MJ_HOME="$place/home"
export MJ_LOGS="$place/logs"
export WORDCOUNT_DIR="$place/words"
unset MJ_TAG

show()
{
	echo
	echo "\$ $*"
	"$@"
}

PATH=$build:$PATH
status=0
show mj launch contrib/examples/wordcount.yaml -f || status=$?
show mj queue -a -v || status=$?
cat <<END

The logs, a file for each attempt of each task:
  $MJ_LOGS/managed_jobs/
The record of the job, and everything else mj knows:
  $MJ_HOME/jobs/
Look again, or go on from here:
  export MJ_HOME=$MJ_HOME MJ_LOGS=$MJ_LOGS
  PATH=$build:\$PATH
  mj show 1
A first hour, step by step:
  man $top/man/mj-tutorial.7
END
exit $status
