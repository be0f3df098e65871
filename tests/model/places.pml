/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Places: grants to tasks of two live jobs, withdrawal, and the mark that somebody waits
 * for a launch slot alone.  Controllers that are killed have been replaced by a pass,
 * which goes on to admit (protocol.pml): here they begin again and a pass is asked for.
 *
 *	SLOTS, LAUNCH	limits of running/ and launching/
 *	CANCELS		tasks may be cancelled while they wait or run
 *	FOREVER		tasks do not end by themselves
 *	NKILL		kills, of: KP pass, KC controller
 */
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef LAUNCH
#define LAUNCH 1
#endif
#ifndef NKILL
#define NKILL 0
#endif
#ifndef KP
#define KP 0
#endif
#ifndef KC
#define KC 0
#endif
#define NJ 2
#define LATER 1		/* of a task: it waits, or is to */
#define STARTS 2
#define RUNS 3
#define OVER 4

/* files: the request, running/, launching/, launching/.wanted, wake, scheduler.pid */
bit asked[NJ], slot[NJ], lau[NJ], wanted, wake, note;
byte status[NJ] = LATER;	/* the record */
byte runq;			/* passes asked for */
bit inside;
bit cst[NJ] = 1;
#ifdef CANCELS
bit mark[NJ];			/* jobs/ID/cancel */
#define GO && !mark[j]
#else
#define GO
#endif

hidden byte slot_limit, launch_limit, leak, stuck;
hidden byte n;

chan kill = [0] of { byte };
#define K_PASS 1
#define K_CTL(j) (10 + j)

inline ask() { d_step { wake = 1; runq++ } }
inline check() { d_step {
	slot_limit = slot[0] + slot[1] > SLOTS; assert(!slot_limit);
	launch_limit = lau[0] + lau[1] > LAUNCH; assert(!launch_limit);
	launch_limit = (status[0] == STARTS) + (status[1] == STARTS) > LAUNCH;
	assert(!launch_limit) } }

proctype Starters() {
end:	do
	:: atomic { runq > 0 -> runq--; wake = 1;
		if :: !inside -> inside = 1 :: else fi }
	od
}

proctype Pass() {
	byte i, j, nl, ns;
	bit died, marked, wants;
end:	do
	:: inside -> {
		d_step { died = note; note = 1 };
		wake = 0;
		/* reap.c:reap_stale_grants: launching/ alone is half a grant */
#ifndef NOSTALE
stale:		do
		:: atomic { died && i < NJ -> j = i; i++;
			if :: lau[j] && !slot[j] -> skip :: else -> goto stale fi };
			lau[j] = 0
		:: atomic { !died || i == NJ -> i = 0; died = 0; break }
		od;
#endif
		/* pass.c:admit_all */
		wanted = 0;
count:		atomic { nl = lau[0] + lau[1]; wants = 0 };
		ns = slot[0] + slot[1];
serve:		do			/* pass.c:serve, model/admit.c:admit_decide */
		:: atomic { i < NJ -> j = i; i++;
			if
			:: !asked[j] -> goto serve
			:: asked[j] && ns >= SLOTS -> i = NJ; goto serve
			:: asked[j] && ns < SLOTS && nl >= LAUNCH ->
				wants = 1; i = NJ; goto serve
			:: else
			fi };
			/* pass.c:grant_task, store/queue_grant.c:queue_launch */
#ifndef RENAMEFIRST
			atomic {
				if
				:: asked[j] -> lau[j] = 1; check()
				:: else -> goto serve
				fi };
#endif
			atomic {	/* store/queue_grant.c:queue_grant */
				if
				:: asked[j] -> asked[j] = 0; slot[j] = 1;
					ns++; nl++; check();
#ifndef RENAMEFIRST
					goto serve
#endif
				:: else -> skip
				fi };
#ifdef RENAMEFIRST
			lau[j] = slot[j]
#endif
#if !defined(KEEPHALF) && !defined(RENAMEFIRST)
			lau[j] = 0	/* it was withdrawn */
#endif
		:: atomic { i >= NJ -> i = 0; break }
		od;
		if
#ifndef NOMARK
		:: wants && !marked -> wanted = 1; marked = 1;
#ifndef NORECOUNT
			goto count
#endif
#endif
		:: else
		fi;
		d_step { note = 0; inside = 0; marked = 0; wants = 0; j = 0; nl = 0;
			ns = 0; died = 0; if :: wake -> runq++ :: else fi }
	} unless { atomic { kill?K_PASS -> d_step { inside = 0; i = 0; j = 0; nl = 0;
		ns = 0; died = 0; marked = 0; wants = 0; runq++ } } }
	od
}

/* live.c:live_withdraw */
inline withdraw() {
#ifdef SLOTFIRST
	if :: launching -> lau[j] = 0; launching = 0; want_pass = 1 :: else fi;
	if :: granted -> slot[j] = 0; granted = 0; want_pass = 1 :: else fi;
	if :: lasked -> asked[j] = 0; lasked = 0 :: else fi;
#else
	if
	:: lasked -> asked[j] = 0;
#ifndef NORECHECK
		atomic { granted = slot[j]; launching = slot[j] };
#endif
		lasked = 0
	:: else
	fi;
	if
	:: launching -> lau[j] = 0; atomic { launching = 0; if :: wanted ->
		want_pass = 1 :: else fi }
	:: else
	fi;
	if :: granted -> slot[j] = 0; granted = 0; want_pass = 1 :: else fi;
#endif
	if :: want_pass -> want_pass = 0; ask() :: else fi
}

proctype Ctl(byte j) {
	bit lasked, granted, launching, want_pass;
end:	do
	:: cst[j] -> {
		/* advance.c:init_task */
		lasked = asked[j];
		granted = slot[j];
		launching = lau[j];
		if :: status[j] == OVER -> goto leave :: else fi;
endloop:	do
		/* grant.c:grant_ask */
		:: atomic { status[j] == LATER && !lasked && !granted GO -> asked[j] = 1 };
			lasked = 1; ask()
		/* grant.c:grant_see; begin, durable */
		:: atomic { lasked && slot[j] -> lasked = 0; granted = 1; launching = 1 }
		:: atomic { status[j] == LATER && !lasked && granted GO ->
			status[j] = STARTS; check() }
		/* verdict.c:verdict_running, give_launch_back */
		:: atomic { status[j] == STARTS -> status[j] = RUNS }
		:: atomic { status[j] == RUNS && launching -> lau[j] = 0 };
			launching = 0;
#ifndef NOLOOKWANTED
			if :: wanted -> ask() :: else fi
#endif
#ifndef FOREVER
		:: atomic { status[j] == RUNS && !launching -> break }
#endif
#ifdef CANCELS
		:: atomic { status[j] == LATER && (lasked || granted || mark[j]) ->
			mark[j] = 1; break }
#endif
		od;
		if			/* advance.c:cancel_task: the places, then the end */
		:: status[j] == LATER -> withdraw()
		:: else
		fi;
		status[j] = OVER;
leave:		withdraw();		/* controller.c:leave */
		d_step { cst[j] = 0; wake = 1; runq++ }	/* arm */
	} unless { atomic { kill?eval(K_CTL(j)) -> d_step { wake = 1; runq++;
		lasked = 0; granted = 0; launching = 0; want_pass = 0 } } }
	od
}

inline one_kill() {
	if
	:: kill!(KP -> K_PASS : 0)
	:: kill!(KC -> K_CTL(0) : 0)
	:: kill!(KC -> K_CTL(1) : 0)
	fi
}

proctype Killer() {
#if NKILL > 0
end1:	one_kill();
#endif
#if NKILL > 1
end2:	one_kill();
#endif
	skip
}

#ifdef FOREVER
#define is_fine(x) (status[x] == OVER || (status[x] == RUNS && slot[x]))
#else
#define is_fine(x) (status[x] == OVER && !slot[x])
#endif

proctype Quiet() {
	timeout;
	d_step {
		stuck = !is_fine(0) || !is_fine(1);
		leak = asked[0] || asked[1] || lau[0] || lau[1];
		assert(!stuck);
		assert(!leak)
	}
}

init { atomic { run Starters(); run Pass(); run Ctl(0); run Ctl(1); run Killer();
	run Quiet() } }
