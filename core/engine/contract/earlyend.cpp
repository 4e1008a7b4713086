// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/earlyend.h"

#include "core/engine/request/submissionentry.h"

namespace loupe {

std::string judgedSource(const PlanItem &item, const Protocol &protocol, bool isStrict)
{
    const ProtocolToggle *fence = protocol.toggle("fence_of_last_block");
    const bool isMended = fence != nullptr && fence->state == ToggleState::AsIntended;
    return !isStrict && !isMended && item.sourceAsSuite ? *item.sourceAsSuite
                                                        : item.candidate.source.toString();
}

bool judgesTwoTexts(const PlanItem &item, const Protocol &suite, JudgedBy judgedBy)
{
    return judgedBy == JudgedBy::Both
        && judgedSource(item, suite, false) != judgedSource(item, suite, true);
}

bool endsUnbuilt(const NotLoaded &notLoaded, const PlanItem &item, const Protocol &suite,
                 JudgedBy judgedBy)
{
    if (notLoaded.outcome.verdict == Verdict::CompileTimeout)
        return false;
    const std::string judged = judgedSource(item, suite, false);
    const bool isAnotherJudgedToo = item.sourceAsSuite && judgedBy != JudgedBy::Suite;
    return notLoaded.source == judged && !isAnotherJudgedToo
        && !entryProblem(suite, *item.benchmark, judged);
}

bool endsSlowAndWrong(Verdict verdict, double callSeconds)
{
    constexpr double longSeconds = 4; // of its device, for which others wait
    return outcomeOf(verdict) == Outcome::Wrong && callSeconds >= longSeconds;
}

bool endsInConstructor(const CallOutcome &constructed, bool isAlive, JudgedBy judgedBy)
{
    return judgedBy != JudgedBy::Both && isAlive && constructed.verdict != Verdict::Correct;
}

} // namespace loupe
