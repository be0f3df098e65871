# SPDX-License-Identifier: Apache-2.0
# The fuzzers, in a directory of their own: make -f build.mk TOP=sources.  Any compiler
# that knows -fsanitize=fuzzer does: clang (fuzz.sh), or afl-clang-fast of AFL++ (afl.sh).

FUZZ_CC = clang
FUZZ_CFLAGS = -O1 -g
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
LIBRARIES = yaml-0.1 inih jansson

# All of mj but its mains and what needs a terminal.
sources = $(filter-out $(TOP)/src/cli/main_% $(TOP)/src/cli/top%, \
		$(wildcard $(TOP)/src/*/*.c)) \
	$(filter-out $(TOP)/tests/fuzz/replay.c, \
		$(wildcard $(TOP)/tests/fuzz/*.c))
objects = $(patsubst $(TOP)/%.c,%.o,$(sources))

mj-fuzz: $(objects)
	$(FUZZ_CC) $(FUZZ_CFLAGS) $(SANITIZE) -fsanitize=fuzzer -o $@ \
		$(objects) $(shell pkg-config --libs $(LIBRARIES))

flags := $(shell pkg-config --cflags $(LIBRARIES))

$(objects): %.o: $(TOP)/%.c
	@mkdir -p $(@D)
	$(FUZZ_CC) -std=gnu11 -D_GNU_SOURCE -DPROGRAMS_DIR='"/nowhere"' \
		-DPACKAGE_VERSION='"0"' -I$(TOP)/src $(flags) $(FUZZ_CFLAGS) \
		$(SANITIZE) -fsanitize=fuzzer-no-link -MMD -MP -c -o $@ $<

-include $(objects:.o=.d)
