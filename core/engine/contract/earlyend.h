// SPDX-License-Identifier: Apache-2.0
//
// Decides whether a candidate ends before all of its planned work.
#pragma once

#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"
#include "core/judge/protocol.h"
#include "core/model/verdict/verdict.h"
#include "core/platforms/host/calloutcome.h"

#include <string>

namespace loupe {

/// Source that failed to load, and the outcome.
struct NotLoaded {
    std::string source;
    CallOutcome outcome;
};

/// Returns the text that a phase judges. The suite's phase judges the text as the suite cleans it,
/// unless the rules run as intended.
std::string judgedSource(const PlanItem &item, const Protocol &protocol, bool isStrict);

/// Returns whether both protocols judge, and on different texts.
bool judgesTwoTexts(const PlanItem &item, const Protocol &suite, JudgedBy judgedBy);

/// Returns whether a failed build is final; `suite` holds the suite's rules for the task. It is not
/// if another text is judged too, or if the suite refuses the text for another reason. A timeout is
/// not final, because a suite may count it differently.
bool endsUnbuilt(const NotLoaded &notLoaded, const PlanItem &item, const Protocol &suite,
                 JudgedBy judgedBy);

/// Returns whether a candidate ends with its constructor's outcome `constructed`, before the
/// reference has made anything. It does not if its process died, because that is tried again as
/// usual. It does not if both protocols judge, because the second constructs it with another seed.
bool endsInConstructor(const CallOutcome &constructed, bool isAlive, JudgedBy judgedBy);

/// Returns whether a protocol's further trials are skipped. They are if a value is wrong, so that
/// the verdict is final, and the candidate's calls took at least 4 s in total (`callSeconds`).
bool endsSlowAndWrong(Verdict verdict, double callSeconds);

} // namespace loupe
