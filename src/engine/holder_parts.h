/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of holder share. */
#ifndef MJ_HOLDER_PARTS_H
#define MJ_HOLDER_PARTS_H

#include "engine/live.h"

/* The end of the attempt is noted and its command is nobody's child: the verdict. */
void holder_over(struct live *l, size_t task);

/* Runner and its controller are gone: end what is left of the attempt, if this boot saw it. */
void holder_hunt(struct live *l, size_t task);

/* One round of that. */
void holder_hunt_look(struct live *l, size_t task);

#endif
