/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol between passes, controllers, runners and clients (the rules in
 * ARCHITECTURE.md), with SIGKILL of anything at any step.  Jobs have one task.
 *
 * A step is one system call, or several that nothing else can tell apart: reads
 * of names, writes under a lock that only holders of that lock read.  Behind
 * each stands the function that does it, file:function below src/.
 *
 * What the model has:
 *	NJ		jobs; the later one goes first (REV=0: the earlier one)
 *	MAXALIVE, SLOTS	limits
 *	TICKS		timer passes when all is quiet (TICKANY: one more, at any time)
 *	NKILL		kills, of:  KP pass, KS starter, KR runner or the process
 *			that is to become the command, KL 1 launch, 2 client (a sum),
 *			KC controller: 1 with a living runner, 2 past its last
 *			starter, 4 before its claim, 8 always (a sum)
 *	CANCEL, HOLD, RETRY	a client for job 0 (HOLDONLY: it does not release), in
 *			this order; RETRY2: a second one that tries again, never killed
 *	FOREVER		commands do not end by themselves
 *	SPLIT		see Starters
 *	PAIR		the first kill is not of a pass, the next ones are
 *	LOSSY		a command may run again: runner and controller may both die
 *
 * What puts a mistake back is listed in check.sh with what must be found then.
 */
#ifndef NJ
#define NJ 2
#endif
#ifndef MAXALIVE
#define MAXALIVE 1
#endif
#ifndef SLOTS
#define SLOTS 1
#endif
#ifndef NKILL
#define NKILL 0
#endif
#ifndef TICKS
#define TICKS 0
#endif
#ifndef REV
#define REV 1
#endif
#ifndef KP
#define KP 0
#endif
#ifndef KS
#define KS 0
#endif
#ifndef KR
#define KR 0
#endif
#ifndef KC
#define KC 0
#endif
#ifndef KL
#define KL 0
#endif
#if defined(CANCEL) || defined(HOLD) || defined(RETRY)
#define CLIENT
#endif

/* where a job's entry is: queue/ */
#define NONE 0
#define WAITS 1
#define ALIVE 2
#define HELD 3
/* the record's status of the job and its task */
#define PENDING 0
#define FINAL 1
#define CANCELLED 2
/* the record's attempt */
#define BEGUN 1		/* [task T] STARTING */
#define NOTED 2		/* [run T] with a pid */
#define ENDED 3		/* [run T] with an end */
/* the command */
#define FORKED 1	/* a child of the runner that has not noted itself */
#define RUNS 2
#define ZOMBIE 3
/* who holds a job lock */
#define CTL 1
#define PASS 2
#define USER 3
/* an answer */
#define YES 1
#define EOF 2

/* files */
byte q[NJ], rec[NJ], att[NJ];
bit slot[NJ], asked[NJ];	/* running/ID.T; waiting/.../ID.R.T */
bit sweep, wake, note;		/* the two marks of wake; text in scheduler.pid */
#ifdef CLIENT
bit mark[NJ];			/* jobs/ID/cancel */
#endif
#ifdef RETRY
byte want[NJ] = 1, round[NJ] = 1; /* of the request; of the record */
byte retried;			/* how many retries were told that it is tried again */
#endif
/* locks */
byte plref;			/* who holds the pass lock's open file description */
byte jl[NJ], tl[NJ];		/* job lock: whose; task lock: by how many */
/* processes */
byte runq, runm, runl;		/* passes to be forked; that have marked; that let go */
bit inside;			/* a pass holds the lock */
bit cst[NJ], repl[NJ], chas[NJ], cwait[NJ], named[NJ], armed[NJ];
byte cans[NJ];
bit rst[NJ], rw[NJ];		/* a runner; its pidfd of the controller is quiet */
byte cmd[NJ];
#ifdef CLIENT
bit ears[NJ], poked[NJ], rpoked[NJ];
#endif
bit dying[NJ];			/* its pipes are closed, its locks not yet free */
bit ran[NJ];			/* its command came to its end by itself */

/* what must never be; named for check.sh */
hidden byte two_controllers, two_attempts, again, alive_limit, slot_limit,
	final_changed, cancelled_alive, stuck, lost;

chan kill = [0] of { byte };
#define K_PASS 1
#define K_USER 2
#define K_SUBMIT 3
#define K_CTL(j) (10 + j)
#define K_RUN(j) (20 + j)
#define K_CMD(j) (30 + j)

hidden byte y, n;

inline count_slots() { n = 0; y = 0;
	do :: y < NJ -> n = n + slot[y]; y++ :: else -> break od; y = 0 }
inline count_alive() { n = 0; y = 0;
	do :: y < NJ -> n = n + (q[y] == ALIVE); y++ :: else -> break od; y = 0 }
inline check_slots() { count_slots(); slot_limit = n > SLOTS; n = 0;
	assert(!slot_limit) }
inline check_alive() { count_alive(); alive_limit = n > MAXALIVE; n = 0;
	assert(!alive_limit) }
inline check_commands() { n = 0; y = 0;
	do :: y < NJ -> n = n + (cmd[y] == FORKED || cmd[y] == RUNS); y++
	   :: else -> break od; y = 0;
	slot_limit = n > SLOTS; n = 0; assert(!slot_limit) }
inline finalize(s) { final_changed = rec[j] != PENDING; assert(!final_changed);
	rec[j] = s }

#if NJ > 1
#define is_calm (!dying[0] && !dying[1] && jl[0] != USER)
#else
#define is_calm (!dying[0] && jl[0] != USER)
#endif
#ifdef RETRY
#define is_final(j) (rec[j] != PENDING && round[j] >= want[j])
#else
#define is_final(j) (rec[j] != PENDING)
#endif

/* cancel.c:cancel_waiting, under the job lock: the record, then the entry */
inline cancel_waiting() {
	d_step { cancelled_alive = cmd[j] == FORKED || cmd[j] == RUNS;
		assert(!cancelled_alive);
		if :: rec[j] == PENDING -> rec[j] = CANCELLED :: else fi };
	if :: q[j] == WAITS || q[j] == HELD -> q[j] = NONE :: else fi }

/* store/home_wake.c:home_wake, then engine/starter.c:starter_start */
#ifdef TRYFIRST
inline ask() { runq++ }
#else
inline ask() { d_step { wake = 1; runq++ } }
#endif
inline ask_sweep() { d_step { sweep = 1; wake = 1; runq++ } }
/* runner.c:start_pass, note.c:note_pass_lives: mark, then look whether a pass is at work */
inline ask_unless_busy() {
#ifdef BUSYFIRST
	atomic { if :: note && inside -> there = 1 :: else -> there = 0 fi };
	d_step { sweep = 1; wake = 1 };
#else
	d_step { sweep = 1; wake = 1 };
	atomic { if :: note && inside -> there = 1 :: else -> there = 0 fi };
#endif
	d_step { if :: there -> skip :: else -> runq++ fi; there = 0 } }

#ifdef NOLOOK
#define LOOK_AGAIN false
#else
#define LOOK_AGAIN (wake || sweep)
#endif

/*
 * Starters, and passes before and after they hold the lock: they are all alike, so it
 * is counted how many are where.  Without SPLIT, marking and trying the lock is one step,
 * and so is letting go, looking and trying again.
 */
inline try_lock() { if :: plref == 0 -> plref = 1; inside = 1 :: else fi }

proctype Starters() {
end:	do
#ifdef TRYFIRST
	:: atomic { runq > 0 -> runq--;
		if :: plref == 0 -> plref = 1; inside = 1 :: else -> runm++ fi }
	:: atomic { runm > 0 -> runm--; wake = 1 }
#else
	/* starter.c:starter_run; pass.c:pass_run marks again: the mark of who asked may
	   be older than the last look of the pass that holds the lock */
	:: atomic { runq > 0 -> runq--;
#ifndef NOREMARK
		wake = 1;
#endif
#ifdef SPLIT
		runm++ }
	/* pass.c:run_rounds, os/lock.c:lock_try */
	:: atomic { runm > 0 -> runm--; try_lock() }
#else
		try_lock() }
#endif
#endif
	/* pass.c:run_rounds: who let go looks, and tries again */
	:: atomic { runl > 0 -> runl--; if :: LOOK_AGAIN -> runm++ :: else fi }
	od
}

/* claim.c:claim_start: the child has the job lock and a copy of the pass lock */
inline fork_ctl(r) { d_step {
	two_controllers = cst[j]; assert(!two_controllers);
	cst[j] = 1; repl[j] = r; chas[j] = 1; plref++; cwait[j] = 1; cans[j] = 0;
	jl[j] = CTL } }

inline pass_gone() {
	inside = 0; plref--; y = 0;
	do
	:: y < NJ ->
		if :: jl[y] == PASS -> jl[y] = 0 :: else fi;
		cwait[y] = 0; cans[y] = 0; y++
	:: else -> break
	od;
	y = 0; i = 0; j = 0; na = 0; ns = 0; snap = 0; died = 0; sw = 0;
	failed = 0; busy = 0; rounds = 0
}

proctype Pass() {
	byte i, j, na, ns, snap;
	bit died, sw, failed, busy;
	byte rounds;
end:	do
	:: inside -> {
		/* pass.c:look_back, note.c:note_begin; round_of: a pass that died may have
		   cleared the sweep mark and not swept */
		d_step { died = note; note = 1; sw = sweep; sweep = 0;
#ifndef SWEEPLOST
			if :: died -> sw = 1 :: else fi
#endif
		};
#ifndef CLEARLATE
		wake = 0;
#endif
		/* reap.c:reap_stale_grants */
		if
		:: !died && !sw -> goto count
		:: else
		fi;
stale:		do
		:: atomic { i < NJ -> j = i; i++;
			if
#ifdef STALELOCK
			:: slot[j] && q[j] != ALIVE && jl[j] == 0 -> skip
#else
			/* no claim is under way: we hold the pass lock */
			:: slot[j] && q[j] != ALIVE -> skip
#endif
			:: else -> goto stale
			fi };
			slot[j] = 0
		:: atomic { i == NJ -> i = 0; break }
		od;
		/* reap.c:reap_sweep */
		if
		:: !sw -> goto count
		:: else
		fi;
		d_step { snap = (q[0] == ALIVE);
#if NJ > 1
			snap = snap + 2 * (q[1] == ALIVE)
#endif
		};
probe:		do
		:: atomic { i < NJ -> j = i; i++;
			if
			:: ((snap >> j) & 1) && jl[j] == 0 -> jl[j] = PASS
#ifdef CLIENT
			/* one that nobody may have told of */
			:: ((snap >> j) & 1) && jl[j] != 0 && mark[j] && ears[j] ->
				poked[j] = 1; goto probe
#endif
			:: else -> goto probe
			fi };
			/* reap.c:probe: under the lock, is it still alive? */
			if
			:: q[j] != ALIVE -> jl[j] = 0; goto probe
			:: else
			fi;
#ifdef REQUEUE
			/* not in place: it goes back to those who wait */
#ifdef SLOTDROP
			slot[j] = 0;
#endif
			q[j] = WAITS; jl[j] = 0
#else
			fork_ctl(1);		/* reap.c:replace */
			atomic { cans[j] != 0 -> cans[j] = 0; cwait[j] = 0 }
#endif
		:: atomic { i == NJ -> i = 0; snap = 0; break }
		od;
#ifdef CLIENT
		/* reap.c:sweep_waiting, end_cancelled */
wait:		do
		:: atomic { i < NJ -> j = i; i++;
			if
			:: mark[j] && (q[j] == WAITS || q[j] == HELD) && jl[j] == 0 ->
				jl[j] = PASS
			:: else -> goto wait
			fi };
			cancel_waiting();
			jl[j] = 0
		:: atomic { i == NJ -> i = 0; break }
		od;
#endif
		/* pass.c:admit_all, store/facts.c:facts_count */
count:		atomic { died = 0; sw = 0; count_alive(); na = n; n = 0 };
		d_step { count_slots(); ns = n; n = 0 };
		/* pass.c:serve_pool, in the order of service */
serve:		do
		:: atomic { i < NJ -> j = (REV -> NJ - 1 - i : i); i++;
			if
			:: asked[j] && ns < SLOTS ->	/* pass.c:grant_task */
				asked[j] = 0; slot[j] = 1; ns++; check_slots();
				goto serve
			:: q[j] == WAITS && ns < SLOTS && na < MAXALIVE ->
#ifdef CLIENT
				skip
#else
				if
				:: jl[j] == 0 -> jl[j] = PASS
				:: else -> busy = 1; goto serve
				fi
#endif
			:: else -> goto serve
			fi };
			/* pass.c:claim_job */
#ifdef CLIENT
			atomic {
				if
				:: jl[j] == 0 -> jl[j] = PASS
				:: else -> busy = 1; goto serve
				fi };
			/* pass.c:may_claim */
			if
			:: is_final(j) -> q[j] = NONE; jl[j] = 0; goto serve
			:: !is_final(j) && mark[j] ->
				cancel_waiting(); jl[j] = 0; goto serve
			:: else
			fi;
			/* store/queue_grant.c:queue_run: a link of the request */
			atomic {
				if
				:: q[j] == WAITS -> slot[j] = 1
#ifdef EXHAUST
				:: else -> jl[j] = 0; break
#else
				:: else -> jl[j] = 0; goto serve
#endif
				fi; na++; ns++; check_slots() };
#else
			d_step { slot[j] = 1; na++; ns++; check_slots() };
#endif
			fork_ctl(0)
		:: atomic { i == NJ -> break }
		od;
		i = 0;
		/* pass.c:await_claims, claim.c:claim_wait */
await:		do
		:: atomic { i < NJ -> j = i; i++;
			if
			:: cwait[j] -> skip
			:: else -> goto await
			fi };
			atomic { cans[j] != 0 -> cwait[j] = 0;
				if
				:: cans[j] == YES || q[j] == ALIVE ->
					cans[j] = 0; goto await
				:: else -> cans[j] = 0
				fi };
			d_step { slot[j] = 0; failed = 1 } /* pass.c:take_grant_back */
		:: atomic { i == NJ -> i = 0; break }
		od;
		/* pass.c:admit_all: again, after a moment (BUSY_WAIT_MS) that is long for
		   the kernel and for a client that holds a job lock */
		if
		:: (failed || busy) && rounds < 3 -> d_step { rounds++; failed = 0; busy = 0 };
#ifndef NOWAITBUSY
			is_calm;
#endif
			goto count
		:: else
		fi;
#ifdef CLEARLATE
		wake = 0;
#endif
		/* note.c:note_end, pass.c:run_rounds */
		note = 0;
		d_step { plref--; inside = 0;
#ifdef SPLIT
			runl++;
#else
			if :: LOOK_AGAIN -> try_lock() :: else fi;
#endif
			i = 0; j = 0; na = 0; ns = 0; failed = 0; busy = 0; rounds = 0 }
	} unless { atomic { kill?K_PASS -> d_step {
		pass_gone();
#ifndef NORESPAWN
		runq++		/* starter.c:starter_run */
#endif
	} } }
	od
}

/* The controller is gone: the kernel closes what it held, its watchers see it. */
inline ctl_gone() {
	if :: chas[j] -> chas[j] = 0; plref-- :: else fi;
	if :: jl[j] == CTL -> jl[j] = 0 :: else fi;
	if :: self -> self = 0; tl[j]-- :: else fi;
	/* starter.c:be_starter: alive/ID still there: the controller was killed */
	if
	:: armed[j] -> armed[j] = 0; runq++;
		if :: q[j] == ALIVE -> sweep = 1 :: else fi
	:: else
	fi;
	cst[j] = 0; repl[j] = 0; named[j] = 0; rw[j] = 0; dying[j] = 0; own = 0;
	end_as = PENDING
#ifdef CLIENT
	; ears[j] = 0; poked[j] = 0; saw = 0
#endif
}

/* holder.c:start_runner, runner.c:runner_start: the lock, the fork, our copy closed */
inline fork_runner() { d_step {
	two_attempts = rst[j]; assert(!two_attempts);
#ifndef LOCKAFTER
	tl[j] = 1;
#endif
#ifdef CLIENT
	rpoked[j] = 0;
#endif
	rst[j] = 1; own = 1 } }

/* claim.c:begin_round: the claimant of a higher round writes it into the record; the fold
   then opens the tasks that the plan of the retry names */
inline begin_round() { d_step { if
	:: want[j] > round[j] && !repl[j] -> round[j] = want[j];
		rec[j] = PENDING; att[j] = 0; ran[j] = 0
	:: else
	fi } }

proctype Ctl(byte j) {
	bit own, self;
	byte end_as;
#ifdef CLIENT
	bit saw;
#endif
end:	do
	:: cst[j] -> {
#ifdef DROPFIRST
		d_step { chas[j] = 0; plref-- };
#endif
		named[j] = 1;			/* claim.c:write_claim */
#if defined(RETRY) && !defined(ROUNDLATE)
		begin_round();
#endif
		if
		:: repl[j] -> skip
		:: else -> d_step {		/* store/queue.c:queue_claim */
			assert(q[j] == WAITS); q[j] = ALIVE; check_alive() }
		fi;
		/* claim.c:answer */
#ifdef ANSWERFIRST
		if :: cwait[j] -> cans[j] = YES :: else fi;
		d_step { chas[j] = 0; plref-- };
#else
#ifndef DROPFIRST
		d_step { chas[j] = 0; plref-- };
#endif
		if
		:: atomic { cwait[j] -> cans[j] = YES }
#ifdef NOEPIPE
		:: atomic { !cwait[j] -> skip }
#else
		:: atomic { !cwait[j] -> skip };	/* EPIPE */
			if :: wake -> ask() :: else fi
#endif
		fi;
#endif
		/* controller.c:controller_run */
#if defined(RETRY) && defined(ROUNDLATE)
		begin_round();
#endif
#ifdef CLIENT
#ifdef EARSLATE
		saw = mark[j];
		ears[j] = 1;
#else
		ears[j] = 1;			/* door.c:door_ctl */
		saw = mark[j];			/* advance.c:see_job_cancel */
#endif
#endif
		/* a successor after the final record: advance.c:advance_tidy */
		if
		:: rec[j] != PENDING -> goto arm
		:: else
		fi;
endctl:		do
#ifdef CLIENT
		/* controller.c:read_pokes, advance.c:advance_poked */
		:: atomic { poked[j] -> poked[j] = 0 }; saw = mark[j]
		/* advance.c:cancel_task with no holder: nothing of it lives */
		:: atomic { saw && tl[j] == 0 && (att[j] == 0 || att[j] == BEGUN) ->
			end_as = CANCELLED }
			asked[j] = 0; slot[j] = 0;
			break
		/* holder_tell.c:holder_cancel: the runner is told, or it is our own command */
		:: atomic { saw && rst[j] && tl[j] > 0 && !rpoked[j] -> rpoked[j] = 1 }
		:: atomic { saw && self && cmd[j] == RUNS -> cmd[j] = ZOMBIE }
#define GO && !saw
#else
#define GO
#endif
		/* advance.c:begin: durable before anything runs */
		:: atomic { tl[j] == 0 && att[j] == 0 && slot[j] GO -> att[j] = BEGUN }
		/* advance.c:start_begun; holder.c:judge: it died before it started
		   anything, the same attempt again */
#ifdef RETRY
		:: atomic { tl[j] == 0 && att[j] == BEGUN && !rst[j] GO ->
			fork_runner() }
#else
		:: atomic { tl[j] == 0 && att[j] == BEGUN GO -> fork_runner() }
#endif
#ifdef READEARLY
		/* the attempt is read first, then the lock is found free */
		:: atomic { tl[j] > 0 && !self && att[j] == NOTED && own -> };
			tl[j] == 0;
			goto hunt
#endif
		/* holder.c:judge, take_over: the command is our child now */
		:: atomic { tl[j] == 0 && att[j] == NOTED && own && cmd[j] != 0 ->
			tl[j] = 1; self = 1 }
		/* holder.c:note_end: the note, then it is reaped */
		:: atomic { self && cmd[j] == ZOMBIE -> att[j] = ENDED };
			d_step { cmd[j] = 0; self = 0; tl[j]-- }
		/* holder_hunt.c:holder_hunt, holder_hunt_look: its runner and its controller died */
		:: atomic { tl[j] == 0 && att[j] == NOTED && !(own && cmd[j] != 0) ->
			skip };
hunt:
#ifndef NOHUNT
			cmd[j] = 0;
#endif
			att[j] = 0;		/* verdict.c:verdict_lost */
			slot[j] = 0		/* advance.c:give_back */
		/* grant.c:grant_ask, controller.c:start_pass */
		:: atomic { tl[j] == 0 && att[j] == 0 && !slot[j] && !asked[j] GO ->
			asked[j] = 1 };
			ask()
		/* verdict.c:verdict_end, advance.c:all_over */
		:: atomic { tl[j] == 0 && att[j] == ENDED -> end_as = FINAL; break }
		od;
#ifdef BURYFIRST
		asked[j] = 0; slot[j] = 0; q[j] = NONE;
#endif
arm:
#ifndef NOARM
		atomic { armed[j] = 1; wake = 1 };	/* controller.c:arm */
#endif
		/* controller.c:note_final: job and tasks by one write */
		if
		:: end_as != PENDING -> d_step {
			cancelled_alive = end_as == CANCELLED &&
				(cmd[j] == FORKED || cmd[j] == RUNS);
			assert(!cancelled_alive);
			cmd[j] = 0; finalize(end_as) }
		:: else
		fi;
		/* controller.c:leave, live.c:live_withdraw, store/queue.c:queue_bury */
#ifdef ENTRYFIRST
		atomic { if :: q[j] == ALIVE -> q[j] = NONE :: else fi };
		asked[j] = 0; slot[j] = 0;
#else
		if
		:: atomic { asked[j] -> asked[j] = 0 }; slot[j] = 0
		:: atomic { !asked[j] -> slot[j] = 0 }
		fi;
		atomic { if :: q[j] == ALIVE -> q[j] = NONE :: else fi };
#endif
#ifdef NOARM
		ask();
#endif
		/* its files, controller.pid last; then it exits */
		d_step { ctl_gone() }
	} unless { atomic { kill?eval(K_CTL(j)) ->
			/* the kernel closes the newest first: its pipe before its locks */
			if
#ifdef WATCHPIPE
			:: true -> dying[j] = 1; rw[j] = 0;
				if
				:: cwait[j] && cans[j] == 0 -> cans[j] = EOF
				:: else -> skip
				fi
#else
			:: cwait[j] && cans[j] == 0 -> dying[j] = 1; cans[j] = EOF
			:: else -> d_step { ctl_gone() }; goto end
#endif
			fi };
		d_step { ctl_gone() } }
	od
}

#define watched(j) (cst[j] && named[j])
#define quiet() (runq == 0 && runm == 0 && runl == 0 && !inside && plref == 0)

inline run_gone() {
#ifdef LOCKAFTER
	if :: holds -> tl[j]-- :: else fi;
#else
	if :: holds || !begun -> tl[j]-- :: else fi;
#endif
	holds = 0; begun = 0;
#ifdef CLIENT
	rpoked[j] = 0;
#endif
	rst[j] = 0; told = 0; there = 0; rw[j] = 0 }

proctype Run(byte j) {
	bit holds, begun, told, there;
end:	do
	:: rst[j] -> {
#ifdef LOCKAFTER
		d_step { two_attempts = tl[j] > 0; assert(!two_attempts);
			tl[j]++; holds = 1 };
#endif
		/* runner.c:find_controller, runner_steps.c:start_step, command.c:command_start */
		d_step { holds = 1; begun = 1; rw[j] = watched(j);
			two_attempts = cmd[j] == FORKED || cmd[j] == RUNS;
			assert(!two_attempts);
#ifndef LOSSY
			again = ran[j]; assert(!again);
#endif
			cmd[j] = FORKED; tl[j]++; check_commands() };
endrun:		do			/* runner_steps.c:wait_step */
		:: atomic { cmd[j] == ZOMBIE -> break }
#ifdef CLIENT
		/* runner.c:read_signals, attempt.c:attempt_cancel */
		:: atomic { rpoked[j] && cmd[j] == RUNS -> cmd[j] = ZOMBIE }
#endif
		/* runner.c:check_watch: a new one, or a pass, or one more after a while */
#ifndef WATCHPIPE
		:: atomic { !rw[j] && watched(j) -> rw[j] = 1; told = 0 }
#ifndef NOAGAIN
		:: atomic { !rw[j] && !watched(j) && told && quiet() -> skip };
			ask_unless_busy()
#endif
#endif
		:: atomic { !rw[j] && !watched(j) && !told -> told = 1 };
			ask_unless_busy()
		od;
#ifdef REAPFIRST
		cmd[j] = 0;
		att[j] = ENDED;
#else
		att[j] = ENDED;			/* runner_steps.c:note_end */
#endif
		/* runner_steps.c:reap_main, runner.c:leave */
		d_step { cmd[j] = 0; holds = 0; tl[j]-- };
		d_step {
#if !defined(NOLASTLOOK) && !defined(WATCHPIPE)
			if
			:: !rw[j] -> sweep = 1; wake = 1; runq++
			:: else
			fi;
#endif
			run_gone() }
	} unless { atomic { kill?eval(K_RUN(j)) -> d_step { run_gone() } } }
	od
}

/* The process that becomes the command, then the command. */
proctype Cmd(byte j) {
end:	do
	:: cmd[j] == FORKED -> {
#ifdef CHILDFREE
		tl[j]--;
		d_step { att[j] = NOTED; cmd[j] = RUNS }
#else
		/* command.c:note_itself; exec closes the task lock */
		d_step { att[j] = NOTED; cmd[j] = RUNS; tl[j]-- }
#endif
	} unless { atomic { kill?eval(K_CMD(j)) ->
		d_step { cmd[j] = ZOMBIE; tl[j]-- } } }
#ifndef FOREVER
#define ENDS true
#elif defined(CANCEL)
#define ENDS (j > 0)
#else
#define ENDS false
#endif
	:: atomic { cmd[j] == RUNS && ENDS -> cmd[j] = ZOMBIE; ran[j] = 1 }
	od
}

/* submit.c:commit, cli_wake: one launch a job */
proctype Submit() {
	byte j;
	do
	:: j < NJ -> q[j] = WAITS;
		{ ask() } unless { kill?K_SUBMIT -> skip };
		j++
	:: else -> break
	od
}

#ifdef CLIENT
/*
 * A client does not keep the lock for ever: where it stands with it is progress, or the
 * passes that a runner starts meanwhile would be a cycle.
 */
#define submitted (q[0] != NONE || rec[0] != PENDING)
#define over (rec[0] != PENDING && q[0] == NONE)

#ifdef RETRY
/* retry.c:retry_job */
inline retry_job() {
	atomic { over -> r = round[0] + 1 };
#ifndef RETRYNOLOCK
	atomic { jl[0] == 0 -> jl[0] = USER };	/* retry.c:lock_job */
#ifndef RETRYBLIND
	/* retry.c:retry_locked: another one may have been sooner */
	if
	:: over -> r = round[0] + 1
	:: else -> jl[0] = 0; goto done
	fi;
#endif
#endif
	mark[0] = 0;				/* retry.c:forget_requests */
	if					/* retry.c:commit */
	:: q[0] == NONE -> d_step { want[0] = r; q[0] = WAITS; retried++ }
	:: else
	fi;
#ifndef RETRYNOLOCK
	jl[0] = 0;
#endif
	ask() }

/* A second one at the same time. */
proctype User2() {
	byte r;
	submitted;
	retry_job();
done:	skip
}
#endif

proctype User() {
	byte j;
#ifdef RETRY
	byte r;
#endif
	submitted;
	{
#ifdef CANCEL
#ifdef POKEFIRST
		if :: ears[0] -> poked[0] = 1 :: else -> sweep = 1 fi;
#endif
		mark[0] = 1;			/* store/jobs.c:jobs_cancel_write */
		if				/* cancel.c:reach */
		:: atomic { jl[0] == 0 -> jl[0] = USER };
progress1:		if			/* cancel.c:cancel_locked */
#ifdef CANCELBAD
			:: q[0] == ALIVE -> slot[0] = 0; q[0] = WAITS; cancel_waiting()
#endif
			:: q[0] == WAITS || q[0] == HELD -> cancel_waiting()
			:: else
			fi;
progress2:		jl[0] = 0
		:: q[0] == ALIVE
		:: over
		fi;
#ifndef POKEFIRST
		if				/* cancel.c:cancel_job */
		:: ears[0] -> poked[0] = 1
		:: !ears[0] && !over -> sweep = 1
		:: over && !ears[0]
		fi;
#endif
		ask();
#endif
#ifdef HOLD
		if				/* change.c:change_hold */
		:: atomic { jl[0] == 0 -> jl[0] = USER };
progress3:		if
			:: q[0] == WAITS -> q[0] = HELD
			:: else
			fi;
			/* its controller is dead, and a pass may just have found our lock */
progress4:		if
#ifndef HOLDNOSWEEP
			:: atomic { q[0] == ALIVE -> jl[0] = 0 }; sweep = 1
			:: atomic { q[0] != ALIVE -> jl[0] = 0 }
#else
			:: jl[0] = 0
#endif
			fi
		:: q[0] == ALIVE
		:: over
		fi;
		ask();				/* cmd_hold.c:apply */
#ifndef HOLDONLY
		if :: q[0] == HELD -> skip :: else -> goto done fi;
		atomic { jl[0] == 0 -> jl[0] = USER };
		if :: q[0] == HELD -> q[0] = WAITS :: else fi;
		jl[0] = 0;
		ask();
#endif
#endif
#ifdef RETRY
		retry_job();
#endif
done:		skip
	} unless { atomic { kill?K_USER -> d_step {
		if :: jl[0] == USER -> jl[0] = 0 :: else fi } } }
}
#endif

/* SIGKILL, NKILL times; with PAIR the first is not of a pass, and the others are. */
#ifdef PAIR
#define KP1 0
#define KC2 0
#define KR2 0
#else
#define KP1 KP
#define KC2 KC
#define KR2 KR
#endif
#define CAN(on, who) kill!((on) -> who : 0)
#define CAN_CTL(kc, j) CAN((kc & 8) || ((kc & 1) && rst[j]) || \
	((kc & 2) && (armed[j] || rec[j] != PENDING)) || \
	((kc & 4) && q[j] == WAITS), K_CTL(j))
inline one_kill(kp, kc, kr) {
	if
	:: CAN(kp, K_PASS)
	:: CAN(KL & 1, K_SUBMIT)
	:: CAN(KL & 2, K_USER)
	:: CAN_CTL(kc, 0)
	:: CAN(kr, K_RUN(0))
	:: CAN(kr, K_CMD(0))
	:: atomic { KS && armed[0] -> armed[0] = 0 }
#if NJ > 1
	:: CAN_CTL(kc, 1)
	:: CAN(kr, K_RUN(1))
	:: CAN(kr, K_CMD(1))
	:: atomic { KS && armed[1] -> armed[1] = 0 }
#endif
	:: atomic { KS && runq > 0 -> runq-- }
	/* a pass that has let go and not looked again */
#ifdef NORESPAWN
	:: atomic { kp && runl > 0 -> runl-- }
#else
	:: atomic { kp && runl > 0 -> runl--; runq++ }
#endif
	fi
}

proctype Killer() {
#if NKILL > 0
end1:	one_kill(KP1, KC, KR);
#endif
#if NKILL > 1
end2:	one_kill(KP, KC2, KR2);
#endif
#if NKILL > 2
end3:	one_kill(KP, KC2, KR2);
#endif
	skip
}

/*
 * When nothing moves any more, everything is final and nothing is owed; where commands
 * do not end by themselves, what is not over runs.
 */
#define is_open(x) ((rec[x] == PENDING && q[x] != HELD) || \
	(q[x] != NONE && q[x] != HELD) || slot[x] || asked[x] || jl[x] != 0 || \
	tl[x] != 0 || cmd[x] == FORKED || cmd[x] == RUNS || cst[x] || rst[x])
#define is_running(x) (rec[x] == PENDING && q[x] == ALIVE && slot[x] && \
	!asked[x] && jl[x] == CTL && cmd[x] == RUNS && tl[x] == 1 && !armed[x])
#ifdef FOREVER
#ifdef CANCEL
#define is_stuck(x) (is_open(x) && (mark[x] || !is_running(x)))
#else
#define is_stuck(x) (is_open(x) && !is_running(x))
#endif
#else
#define is_stuck(x) is_open(x)
#endif

proctype Quiet() {
	byte ticks = TICKS;
#ifdef TICKANY
	bit more = 1;
#endif
end:	do
	:: timeout ->
		d_step {
			stuck = is_stuck(0);
#if NJ > 1
			stuck = stuck || is_stuck(1);
#endif
#ifdef CANCEL
			stuck = stuck || (mark[0] && rec[0] == PENDING);
#endif
		};
		if
		:: stuck && ticks > 0 -> ticks--; ask_sweep()
		:: else -> assert(!stuck);
#ifdef RETRY
			d_step { lost = round[0] < 1 + retried; assert(!lost) };
#endif
			break
		fi
#ifdef TICKANY
	:: atomic { more -> more = 0 }; ask_sweep()
#endif
	od
}

init {
	atomic {
		run Starters(); run Pass(); run Submit();
		run Ctl(0); run Run(0); run Cmd(0);
#if NJ > 1
		run Ctl(1); run Run(1); run Cmd(1);
#endif
#ifdef CLIENT
		run User();
#ifdef RETRY2
		run User2();
#endif
#endif
		run Killer(); run Quiet()
	}
}
