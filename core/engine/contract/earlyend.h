// SPDX-License-Identifier: Apache-2.0
//
// What ends a candidate before all that was planned for it: decided by what is known then.
#pragma once

#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"
#include "core/judge/protocol.h"
#include "core/model/verdict.h"
#include "core/platforms/host/calloutcome.h"

#include <string>

namespace loupe {

/// A source that did not load, and what became of it.
struct NotLoaded {
    std::string source;
    CallOutcome outcome;
};

/// The text that a phase judges: where the suite cleans submissions in a way of its own, its phase
/// judges what that leaves, unless its rules are carried out as they are meant.
const std::string &judgedSource(const PlanItem &item, const Protocol &protocol, bool isStrict);

/// Whether both protocols judge, and the strict one another text than the suite's.
bool judgesTwoTexts(const PlanItem &item, const Protocol &suite, JudgedBy judgedBy);

/// Whether nothing that is still to come can change that a candidate does not build, `suite` being
/// its suite's rules for the task. Not where more than that text is judged, where the suite refuses
/// the text for another reason, or where it ran out of time, which a suite may count otherwise.
bool endsUnbuilt(const NotLoaded &notLoaded, const PlanItem &item, const Protocol &suite,
                 JudgedBy judgedBy);

/// Whether a candidate whose constructor came to `constructed` ends with that, before the reference
/// has made anything. Not where its process died, which is tried again in the usual way, and not
/// where both protocols judge: the second constructs it with another seed.
bool endsInConstructor(const CallOutcome &constructed, bool isAlive, JudgedBy judgedBy);

/// Whether a protocol's further trials are left out: one has a wrong value, so that its verdict
/// stands, and the candidate's calls in them have taken `callSeconds` together, several seconds.
bool endsSlowAndWrong(Verdict verdict, double callSeconds);

} // namespace loupe
