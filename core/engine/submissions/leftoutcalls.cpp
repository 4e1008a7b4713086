// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/leftoutcalls.h"

#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/submissions/baselineforms.h"
#include "core/engine/submissions/timedalone.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

Result<std::optional<PairedTiming>>
LeftOutCalls::confirm(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                      TrialStream &reference, PairedClocks &clocks, const FreshLook &first) const
{
    std::optional<PairedTiming> none;
    std::vector<FreshLook> looks{first};
    while (!minCallLook(looks).bearsOut() && std::ssize(looks) < maxLooks) {
        {
            const auto together = m_shared.takeTurn(work.seconds);
            if (Status made
                = m_fresh.make(work, phase, reference, timed, static_cast<int>(looks.size()));
                !made)
                return made.error();
            if (!work.fresh)
                return none;
        }
        std::optional<FreshCalls> calls;
        {
            const TimedAlone alone(m_shared.lease, m_shared.reporter);
            auto looked = m_judge.look(work, phase, *reference.child, clocks,
                                       PairedClocks::Before::RepeatsFirst);
            if (!looked)
                return looked.error();
            calls = std::move(*looked);
        }
        const auto together = m_shared.takeTurn(work.seconds);
        if (Status judged = calls ? m_judge.judge(work, phase, timed, *calls, *reference.child)
                                  : m_judge.judgeFailure(work, phase);
            !judged)
            return judged.error();
        if (!calls || work.isTimingOver || !work.fresh)
            return none;
        looks.push_back(calls->look);
    }
    Json all = Json::array();
    for (const FreshLook &look : looks)
        all.push_back(toJson(look));
    work.notes += "\nkloupe fresh calls: " + all.dump() + "\n";
    const RepeatedCalls said = saidBy(looks);
    if (said == RepeatedCalls::BorneOut)
        return none;
    const bool isDoubtful = said == RepeatedCalls::Doubtful;
    PairedTiming fresh = timingOf(looks, isDoubtful ? PlacedBy::TheSlowest : PlacedBy::TheQuickest);
    keepTimes(work, fresh, clocks.method(), timed.caseName);
    const auto &flags = work.evaluation.flags;
    const bool isBusy = std::ranges::find(flags, "busy") != flags.end();
    const auto isOfOthers
        = [&] { return showsOthersAlone(minCallLook(looks)) || isBorneOutBeside(looks); };
    if (!isDoubtful && !isBusy)
        addFlag(work.evaluation, isOfOthers() ? "busy" : "repeats_left_out");
    return std::optional(std::move(fresh));
}

void LeftOutCalls::keepTimes(PythonWork &work, const PairedTiming &timing, TimingMethod method,
                             const std::string &caseName) const
{
    const bool isHost = method == TimingMethod::Host;
    const std::string_view counted = clockName(method);
    std::erase_if(work.evaluation.timings, [&](const TimingSeries &series) {
        return series.clock == counted && series.caseName == caseName;
    });
    keepTiming(timing, isHost ? judgedBlocksClock : counted, caseName,
               baselineName(m_shared.context), 0, work.evaluation);
}

} // namespace loupe
