# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# A Slurm of the test's own: munge, slurmctld and slurmd, started by root without
# systemd, in a directory of its own on ports of its own.
# Nothing of /etc/slurm or /etc/munge is read, several run side by side, and all of
# it ends with the test, however that ends.
#
#	. "$(dirname "$0")/cluster.sh"
#	cluster_start [KNOB=VALUE]...
#
# Knobs: cpus=N (8), min_job_age=SECONDS (300), kill_wait=SECONDS (5),
# gpus=N (0), accounting=1 (by slurmdbd, with a MariaDB of its own), partitions='LINES' and
# lines='LINES' for slurm.conf.  The partition is `main`, the node `n1`; $slurmd_in is
# what starts slurmd.
. "$(dirname "$0")/../cli/lib.sh"

C=$base/cluster
H=$(hostname -s)
PATH=$PATH:/usr/sbin:/sbin
SLURM_CONF=$C/slurm.conf
export PATH SLURM_CONF

[ "$(id -u)" = 0 ] || skip "a Slurm of our own needs root"
for name in munged slurmctld slurmd sbatch; do
	needs "$name"
done

# The processes of this cluster and of its jobs: those started with its settings.
# The shell of the test got them later, so it is none of them.
cluster_processes()
{
	grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2>/dev/null |
		sed 's|^/proc/||; s|/environ$||'
}

# cluster_kill: at once and all of it.  New ones may appear while we look.
cluster_kill()
{
	for _ in 1 2 3 4 5; do
		pids=$(cluster_processes)
		[ -n "$pids" ] || return 0
		for pid in $pids; do
			kill -KILL "$pid" 2>/dev/null
		done
		sleep 0.05
	done
}

cluster_clean_up()
{
	status=$?
	trap - EXIT
	trap '' INT HUP TERM
	set +e
	nothing_alive || timeout 10 "$MJ" cancel -a --now --wait >/dev/null 2>&1
	cluster_kill
	[ -z "${guard-}" ] || kill -KILL "$guard" 2>/dev/null
	[ "$status" = 0 ] || tail -n 8 "$C"/*.log >&2
	(exit "$status")
	clean_up
}

# Whoever kills the test with SIGKILL leaves this one, which ends the cluster.
cluster_guard()
{
	env -u SLURM_CONF setsid sh -c '
		tail --pid="$1" -f /dev/null
		for _ in 1 2 3 4 5; do
			for pid in $(grep -lzxF "SLURM_CONF=$2" \
				/proc/[0-9]*/environ | sed "s|/proc/||; s|/.*||"); do
				kill -KILL "$pid"
			done
		done
		rm -rf "$3"' guard $$ "$SLURM_CONF" "$C" </dev/null >/dev/null 2>&1 &
	guard=$!
}

# Three ports that nobody listens to, below those that the kernel gives out.
cluster_ports()
{
	port=$((20000 + $$ * 3 % 10000))
	while awk -v a="$port" '
		{ split($2, at, ":"); port = at[2] }
		tolower(port) == sprintf("%04x", a) ||
			tolower(port) == sprintf("%04x", a + 1) ||
			tolower(port) == sprintf("%04x", a + 2) { found = 1 }
		END { exit !found }' /proc/net/tcp; do
		port=$((port + 3))
	done
}

# The daemons listen where the name of the host leads to, or else everywhere.
cluster_settings()
{
	case $(getent ahostsv4 "$H") in
	127.*) loopback=CommunicationParameters=NoInAddrAny,NoCtldInAddrAny ;;
	*) loopback= ;;
	esac
	accounted=none
	[ -z "$accounting" ] || accounted=slurmdbd
	cat >"$SLURM_CONF" <<-CONF
	ClusterName=test
	SlurmctldHost=$H(127.0.0.1)
	SlurmctldPort=$port
	SlurmUser=root
	SlurmdUser=root
	AuthType=auth/munge
	CredType=cred/munge
	AuthInfo=socket=$C/munge.sock,cred_expire=5
	$loopback
	StateSaveLocation=$C/state
	SlurmdSpoolDir=$C/spool
	SlurmctldPidFile=$C/slurmctld.pid
	SlurmdPidFile=$C/slurmd.pid
	SlurmctldLogFile=$C/slurmctld.log
	SlurmdLogFile=$C/slurmd.log
	ProctrackType=proctrack/linuxproc
	TaskPlugin=task/none
	JobAcctGatherType=jobacct_gather/none
	AccountingStorageType=accounting_storage/$accounted
	AccountingStorageHost=127.0.0.1
	AccountingStoragePort=$((port + 2))
	AccountingStoragePass=$C/munge.sock
	JobCompType=jobcomp/none
	MailProg=/bin/true
	MpiDefault=none
	SwitchType=switch/none
	ReturnToService=2
	MinJobAge=$min_job_age
	KillWait=$kill_wait
	SchedulerType=sched/backfill
	SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=1,bf_interval=1
	SelectType=select/cons_tres
	SelectTypeParameters=CR_CPU_Memory
	PriorityType=priority/basic
	SlurmdParameters=config_overrides
	SlurmdPort=$((port + 1))
	GresTypes=gpu
	NodeName=n1 NodeHostname=$H NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=8000 Gres=gpu:$gpus State=UNKNOWN
	PartitionName=main Nodes=n1 Default=YES MaxTime=INFINITE DefMemPerCPU=1 State=UP
	$partitions
	$lines
	CONF
	: >"$C/plugstack.conf"
	echo 'CgroupAutomount=no' >"$C/cgroup.conf"
	: >"$C/gres.conf"
	for n in $(seq 0 $((gpus - 1))); do
		[ -e "$C/gpu$n" ] || mknod "$C/gpu$n" c 1 3
		echo "NodeName=n1 Name=gpu File=$C/gpu$n" >>"$C/gres.conf"
	done
}

# Everything of it in $C: settings, data, socket.
database_start()
{
	mkdir -m 700 "$C/db"
	mariadb-install-db --no-defaults --user=root --datadir="$C/db" \
		--auth-root-authentication-method=normal --skip-test-db \
		>"$C/db.log" 2>&1 || return 1
	mariadbd --no-defaults --user=root --datadir="$C/db" --skip-networking \
		--socket="$C/db.sock" --pid-file="$C/db.pid" \
		--innodb-buffer-pool-size=16M >>"$C/db.log" 2>&1 &
	wait_for 'grep -q "ready for connections" "$C/db.log"' \
		"the database is up"
}

slurmdbd_start()
{
	(umask 077 && cat >"$C/slurmdbd.conf") <<-CONF
	AuthType=auth/munge
	AuthInfo=socket=$C/munge.sock
	DbdHost=$H
	DbdAddr=127.0.0.1
	DbdPort=$((port + 2))
	SlurmUser=root
	LogFile=$C/slurmdbd.log
	PidFile=$C/slurmdbd.pid
	StorageType=accounting_storage/mysql
	StorageHost=localhost
	StorageUser=root
	StorageLoc=accounting
	CONF
	MYSQL_UNIX_PORT=$C/db.sock slurmdbd 2>>"$C/slurmdbd.out" || return 1
	wait_for 'sacctmgr --noheader list cluster >/dev/null 2>&1' \
		"slurmdbd is up"
}

slurmctld_start()
{
	slurmctld -i 2>>"$C/slurmctld.out" || return 1
	wait_for 'scontrol ping 2>/dev/null | grep -q "is UP"' "slurmctld is up"
}

slurmd_start()
{
	eval "${slurmd_in-}" slurmd -N n1 2>>"$C/slurmd.out" || return 1
	wait_for 'case $(sinfo -h -N -n n1 -o %t 2>/dev/null | sort -u) in idle | mix | alloc) ;; *) false ;; esac' \
		"node n1 is up"
}

# daemon_stop NAME SIGNAL
daemon_stop()
{
	daemon=$(cat "$C/$1.pid")
	kill "-$2" "$daemon"
	wait_for 'gone "$daemon"' "$1 is gone"
	rm -f "$C/$1.pid"
}

cluster_start()
{
	cpus=8 min_job_age=300 kill_wait=5 gpus=0 accounting='' partitions='' lines=''
	for knob; do
		case $knob in
		cpus=* | min_job_age=* | kill_wait=* | gpus=*) ;;
		accounting=* | partitions=* | lines=*) ;;
		*) fail "no such knob: $knob" ;;
		esac
		eval "${knob%%=*}=\${knob#*=}"
	done
	trap cluster_clean_up EXIT
	chmod 711 "$base" # munge insists
	mkdir -m 755 "$C" "$C/spool"
	mkdir -m 700 "$C/state"
	cluster_guard
	(umask 077 && head -c 1024 /dev/urandom >"$C/munge.key")
	munged --socket="$C/munge.sock" --key-file="$C/munge.key" \
		--pid-file="$C/munged.pid" --seed-file="$C/munge.seed" \
		--log-file="$C/munged.log" --num-threads=2 ||
		fail "munged did not start"
	cluster_ports
	cluster_settings
	if [ -n "$accounting" ]; then
		database_start || fail "the database did not start"
		slurmdbd_start || fail "slurmdbd did not start"
		sacctmgr --immediate --quiet add cluster test \
			>"$C/sacctmgr.out" 2>&1 || fail "sacctmgr failed"
	fi
	slurmctld_start || fail "slurmctld did not start"
	slurmd_start || fail "slurmd did not start"
}

# pool LINE...: settings with a pool `cluster` that asks often, and these lines (or '').
pool()
{
	settings '[scheduler]' 'grace = 2' '[recovery]' 'initial = 100ms' \
		'[pool cluster]' 'type = slurm' 'poll = 300ms' "$@"
}

# spec KEY...: a spec on stdout, in the pool `cluster`, with these keys (or ''), run from stdin.
spec()
{
	printf '%s\n' 'name: task' 'resources: {pool: cluster}' "$@" 'run: |'
	sed 's/^/  /'
}

# slurm_id JOB [TASK]: the number of its attempt in Slurm.
slurm_id()
{
	value "$1" "run ${2-task}" remote
}

# slurm_state JOB: as Slurm has it, of the job of Slurm with that number.
slurm_state()
{
	squeue --noheader --states=all --jobs="$1" --format=%T 2>/dev/null
}

# status_is JOB STATUS
status_is()
{
	mj queue -a --json | grep -q "\"id\": *$1,.*\"status\": *\"$2\""
}

# stand_in NAME <SCRIPT: a script that pools of this test run in place of Slurm's program
# of that name, which it finds at $REAL.
stand_in()
{
	mkdir -p "$T/bin"
	{
		echo '#!/bin/sh'
		echo "REAL=$(command -v "$1")"
		cat
	} >"$T/bin/$1"
	chmod +x "$T/bin/$1"
}
