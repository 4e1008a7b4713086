// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/evaluatorwork.h"

#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/contract/judgedtrial.h"

#include <fmt/format.h>

namespace loupe {

Status endTiming(EvaluatorWork &work, TimingEnd end, const CallOutcome &last)
{
    if (end == TimingEnd::Cancelled) {
        work.session.dropBaseline(); // it may have been stopped during a call
        return cancelledRun();
    }
    if (end == TimingEnd::BaselineFailed) {
        work.session.dropBaseline();
        return Error{Errc::Internal, "the baseline failed while it was timed: " + last.message,
                     work.session.task().task.name};
    }
    work.end(last.verdict, "right when verified, failed while timed: " + last.message);
    return {};
}

Result<bool> endIfFailed(EvaluatorWork &work, TimingEnd end, const JudgedBlocks &blocks,
                         Trial trial)
{
    const auto &wrong = blocks.wrong();
    if (wrong) {
        judgeBy(*wrong, trial);
        work.end(wrong->verdict, "right when verified, wrong while timed: " + wrong->message);
    } else if (blocks.error() && end != TimingEnd::Cancelled) {
        return *blocks.error();
    } else if (end != TimingEnd::Precise && end != TimingEnd::OutOfTime) {
        const Status ended = endTiming(work, end, blocks.last());
        return ended ? Result<bool>(true) : ended.error();
    } else {
        trial.verdict = Verdict::Correct;
        trial.message = fmt::format("{} of {} timed calls were judged", blocks.judgedCalls(),
                                    blocks.timedCalls());
    }
    work.evaluation.trials.push_back(std::move(trial));
    return wrong.has_value();
}

} // namespace loupe
