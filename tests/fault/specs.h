/* SPDX-License-Identifier: Apache-2.0 */
/* What the jobs of the scenes do: they note each start and end, and any double one. */
#ifndef FAULT_SPECS_H
#define FAULT_SPECS_H

#define GUARD(task)                                                            \
	"  exec 9>>\"$T/alive." task "\"\n"                                    \
	"  flock -n 9 || echo \"double " task "\" >>\"$T/effects\"\n"          \
	"  echo \"start " task " $MJ_ATTEMPT\" >>\"$T/effects\"\n"

#define HALF(task)                                                             \
	"---\nname: " task "\nrun: |\n" GUARD(task) "  echo out-" task "\n"    \
	"  echo \"end " task "\" >>\"$T/effects\"\n"

static const char pair[] = "name: pair\n" HALF("a") HALF("b");

static const char single[] = "name: one\n"
			  "run: |\n" GUARD("a") "  echo \"end a\" >>\"$T/effects\"\n";

/* Waits at a gate that the scene opens. */
static const char gated[] =
	"name: gated\n"
	"run: |\n" GUARD(
		"a") "  echo before\n"
		     "  until [ -e \"$T/gate\" ]; do sleep 0.02; done\n"
		     "  echo after\n"
		     "  echo \"end a\" >>\"$T/effects\"\n";

static const char endless[] = "name: endless\n"
			      "run: |\n" GUARD("a") "  sleep 1000 &\n"
						    "  sleep 1000\n";

#endif
