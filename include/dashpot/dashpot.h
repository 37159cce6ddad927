#ifndef DASHPOT_H
#define DASHPOT_H

// All of libdashpot.

#include "dashpot/alloc.h"
#include "dashpot/bounce.h"
#include "dashpot/chain.h"
#include "dashpot/chain_pulse.h"
#include "dashpot/contact.h"
#include "dashpot/delivery.h"
#include "dashpot/energy.h"
#include "dashpot/engine.h"
#include "dashpot/export.h"
#include "dashpot/friction.h"
#include "dashpot/impact.h"
#include "dashpot/impact_batch.h"
#include "dashpot/journal.h"
#include "dashpot/kernel.h"
#include "dashpot/law.h"
#include "dashpot/mechanism.h"
#include "dashpot/pair.h"
#include "dashpot/restitution.h"
#include "dashpot/space.h"
#include "dashpot/status.h"
#include "dashpot/system.h"
#include "dashpot/validity.h"
#include "dashpot/version.h"
#include "dashpot/words.h"

#endif
