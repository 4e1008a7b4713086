// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/evaluatorwork.h"

namespace loupe {

Status endTiming(EvaluatorWork &work, TimingEnd end, const CallOutcome &last)
{
    if (end == TimingEnd::Cancelled) {
        work.session.dropBaseline(); // it may have been stopped during a call
        return cancelledRun();
    }
    if (end == TimingEnd::BaselineFailed) {
        work.session.dropBaseline();
        return Error{Errc::Internal,
                     "the baseline failed while it was timed: " + last.message,
                     work.session.task().task.name,
                     {},
                     {}};
    }
    work.end(last.verdict, "right when verified, failed while timed: " + last.message);
    return {};
}

} // namespace loupe
