// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pairtimer.h"

#include "core/engine/clocks/processoruse.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/submissions/freshjudge.h"
#include "core/engine/submissions/freshtrials.h"
#include "core/engine/submissions/timedalone.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timingend.h"

#include <utility>
#include <vector>

namespace loupe {

double betweenProcesses(const PythonContext &context)
{
    return processHalfWidthOf(clockName(context.clock.method));
}

Status PairTimer::makeFresh(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                            const PythonTrial &timed) const
{
    if (Status made = makeFreshTrial(m_shared, work, phase, maker, timed); !made)
        return made;
    return judgeFreshBefore(m_shared, m_build, work, phase);
}

Result<bool> PairTimer::makeReady(PythonWork &work, const Json &call, const PythonTrial &trial,
                                  PairedClocks &clocks) const
{
    const char *const when = "while being prepared for timing: ";
    Json give = call;
    give["do"] = "give";
    if (!m_context.arrays.empty())
        give["arrays"] = m_context.arrays;
    const auto given = work.subject->ask(std::move(give), &trial.given,
                                         Seconds(m_context.settings.limits.callSeconds), work.stop);
    const CallClock *const failed
        = given.outcome.verdict == Verdict::Correct ? clocks.settle() : nullptr;
    if (work.stop.stop_requested())
        return cancelledRun();
    if (given.outcome.verdict != Verdict::Correct) {
        endTiming(m_context, work, given.outcome, when);
        return false;
    }
    if (failed == &clocks.candidate()) {
        endTiming(m_context, work, failed->last(), when);
        return false;
    }
    if (failed == nullptr)
        return true;
    if (Status room = hadRoom(failed->last(), m_context); !room)
        return room.error();
    return Error{Errc::Internal,
                 "the reference failed before it was timed: " + failed->last().message,
                 work.item.task->name,
                 {},
                 {}};
}

Result<std::optional<PairedTiming>> PairTimer::time(PythonWork &work, const PythonPhase &phase,
                                                    const PythonTrial &trial,
                                                    TrialStream &reference, PairedClocks &clocks,
                                                    const TimingPolicy &policy) const
{
    const Pair pair{work, phase, trial, reference, clocks};
    const bool hadFresh = work.fresh.has_value();
    auto times = timeOnce(pair, policy);
    if (!times || *times || work.isTimingOver || !hadFresh || work.fresh)
        return times;
    // The reference failed on the other inputs.
    if (Status given = give(pair, pair.trial.given, "any", "while being prepared for timing: ");
        !given)
        return given.error();
    return work.isTimingOver ? std::optional<PairedTiming>() : timeOnce(pair, policy);
}

Result<std::optional<PairedTiming>> PairTimer::timeOnce(const Pair &pair,
                                                        const TimingPolicy &policy) const
{
    PythonWork &work = pair.work;
    const std::optional<PairedTiming> none;
    std::unique_ptr<TimedFeed> feed;
    {
        const auto together = m_shared.takeTurn(work.seconds);
        auto made = makeFeed(pair);
        if (!made)
            return made.error();
        feed = std::move(*made);
    }
    const auto renewed = [&](std::size_t calls) {
        return feed ? renew(pair, *feed, calls) : Result<std::size_t>(calls);
    };
    PythonTiming timing(m_context, pair.phase, pair.trial,
                        {*pair.reference.child, *work.subject, pair.clocks, feed.get()}, renewed,
                        work.stop);
    auto times = measure(pair, policy, timing, feed.get());
    if (!times || !*times)
        return times;
    const auto together = m_shared.takeTurn(work.seconds);
    const StageSeconds::Part judging(work.seconds, "judge what was timed");
    if (Status judged = judge(pair, feed.get(), timing); !judged)
        return judged.error();
    if (work.isTimingOver)
        return none;
    return times;
}

Status PairTimer::give(const Pair &pair, const Bundle &given, const char *place,
                       const char *when) const
{
    PythonWork &work = pair.work;
    Json request = timedCallOf(pair.phase, pair.trial, work.task->task().entry);
    request.update({{"do", "give"}, {"place", place}});
    request["tf32"] = mayUseTf32(m_context.rules.baseline);
    const Seconds deadline(m_context.settings.limits.callSeconds);
    const auto ofReference
        = pair.reference.child->ask(request, &given, deadline, work.stop).outcome;
    if (!m_context.arrays.empty())
        request["arrays"] = m_context.arrays;
    const auto ofCandidate = work.subject->ask(request, &given, deadline, work.stop).outcome;
    if (work.stop.stop_requested())
        return cancelledRun();
    if (ofReference.verdict != Verdict::Correct)
        return failureOfReference(pair, ofReference.message);
    if (ofCandidate.verdict != Verdict::Correct)
        endTiming(m_context, work, ofCandidate, when);
    return {};
}

Result<std::unique_ptr<TimedFeed>> PairTimer::makeFeed(const Pair &pair) const
{
    PythonWork &work = pair.work;
    if (!work.fresh)
        return std::unique_ptr<TimedFeed>();
    const PythonTrial &like = pair.phase.style == PythonStyle::Model ? *work.fresh : pair.trial;
    auto feed = std::make_unique<TimedFeed>(m_context, pair.reference, pair.phase, like,
                                            TimedFeed::Use{m_context.rules.baseline}, work.stop);
    const CallOutcome begun = feed->begin();
    if (work.stop.stop_requested())
        return cancelledRun();
    if (begun.verdict == Verdict::Correct && feed->differ())
        return feed;
    if (Status room = hadRoom(begun, m_context); !room)
        return room.error();
    work.excuses[freshPoint] = begun.verdict != Verdict::Correct
        ? "its inputs cannot be drawn again: " + begun.message
        : "its inputs are the same in every draw";
    work.fresh.reset();
    return std::unique_ptr<TimedFeed>();
}

Result<std::size_t> PairTimer::renew(const Pair &pair, TimedFeed &feed, std::size_t calls) const
{
    auto slots = pair.clocks.baseline().whileReleased([&] { return feed.renew(calls); });
    if (feed.made().verdict != Verdict::Correct)
        return failureOfReference(pair, "it made no inputs: " + feed.made().message);
    return slots;
}

Error PairTimer::failureOfReference(const Pair &pair, const std::string &message) const
{
    return Error{Errc::Internal,
                 "the reference failed while it was timed: " + message,
                 pair.work.item.task->name,
                 {},
                 {}};
}

Result<std::optional<PairedTiming>> PairTimer::measure(const Pair &pair, const TimingPolicy &policy,
                                                       PythonTiming &timing,
                                                       const TimedFeed *feed) const
{
    PythonWork &work = pair.work;
    PairedClocks &clocks = pair.clocks;
    StageSeconds::Part queueing(work.seconds, "wait for the timing lease");
    const TimedAlone alone(m_shared.lease, m_shared.reporter);
    queueing.stop();
    const StageSeconds::Part measuring(work.seconds, "timing alone");
    TimingConditions conditions;
    conditions.before = readGpuState(m_context.rules.device);
    const auto turns = clocks.takeTurns();
    if (turns && !turns->whyNotAhead().empty()) {
        const Json why{{"case", pair.trial.caseName}, {"not_ahead_because", turns->whyNotAhead()}};
        const std::string line = "\nkloupe timing: " + why.dump() + "\n";
        if (work.notes.find(line) == std::string::npos) // another process may have added it
            work.notes += line;
    }
    const auto usedBefore = processorUseNow();
    const auto ownNow
        = [&] { return clocks.cpuSeconds() + (feed != nullptr ? feed->cpuSeconds() : 0); };
    const double ownBefore = ownNow();
    const double overheadMs = clocks.takeOffAsking();
    PairedTiming times = timing.measure(clocks.policy(policy));
    const double others = shareOfOthers(usedBefore, processorUseNow(), ownNow() - ownBefore);
    conditions.after = readGpuState(m_context.rules.device);
    if (times.end == TimingEnd::Cancelled || work.stop.stop_requested())
        return cancelledRun();
    const bool isMade = feed == nullptr || feed->made().verdict == Verdict::Correct;
    if (isMade && timing.blocks().error())
        return *timing.blocks().error();
    if (turns && !turns->whyNotAhead().empty() && others > maxUseByOthers)
        addFlag(work.evaluation, "busy");
    const CallOutcome &last = isMade ? timing.blocks().last() : feed->made();
    if (!isMade || times.end == TimingEnd::BaselineFailed) {
        if (const Status hasRoom = hadRoom(last, m_context); !hasRoom)
            return hasRoom.error();
        if (!work.fresh)
            return failureOfReference(pair, last.message);
        work.excuses[freshPoint] = "the reference fails on other inputs: " + last.message;
        work.fresh.reset();
        return std::optional<PairedTiming>();
    }
    if (times.end == TimingEnd::CandidateFailed) {
        endTiming(m_context, work, timing.blocks().wrong().value_or(last),
                  "right when verified, failed while timed: ");
        return std::optional<PairedTiming>();
    }
    timing.takeSecondOpinions();
    if (work.stop.stop_requested())
        return cancelledRun();
    clocks.keep(pair.trial.caseName, overheadMs, work.evaluation);
    work.notes += clocks.describe(pair.trial.caseName, conditions, work.evaluation);
    return std::optional(std::move(times));
}

std::string PairTimer::functionOf(const Pair &pair)
{
    return pair.trial.function.empty() ? pair.work.task->task().entry : pair.trial.function;
}

NestedRule PairTimer::ruleFor(const Pair &pair, const PythonTrial &given)
{
    return pair.work.fresh ? freshRuleOf(pair.work, pair.phase, given)
                           : ruleOf(pair.phase.protocol, given);
}

Result<std::optional<Bundle>> PairTimer::repeatReference(const Pair &pair, const TimedFeed *feed,
                                                         std::size_t place,
                                                         const PythonTiming::Held &held) const
{
    PythonChild &reference = *pair.reference.child;
    const Seconds deadline(m_context.settings.limits.callSeconds);
    PythonChild::Answer answer;
    const auto goesOn = [&] { return answer.outcome.verdict == Verdict::Correct; };
    answer.outcome.verdict = Verdict::Correct;
    if (feed != nullptr)
        answer.outcome = feed->layHeld(place, held.slot);
    Json call = timedCallOf(pair.phase, pair.trial, pair.work.task->task().entry);
    call["calls"] = 1;
    for (const Json &request : {call, lastResultOf(pair.phase)}) {
        if (goesOn())
            answer = reference.ask(request, nullptr, deadline, pair.work.stop);
    }
    if (pair.work.stop.stop_requested())
        return cancelledRun();
    if (Status room = hadRoom(answer.outcome, m_context); !room)
        return room.error();
    return goesOn() ? std::move(answer.value) : std::nullopt;
}

Result<std::vector<PairTimer::HeldCall>> PairTimer::takeHeld(const Pair &pair,
                                                             const PythonTiming &timing) const
{
    std::vector<HeldCall> calls;
    for (std::size_t place = 0; place < timing.blocks().kept().size(); ++place) {
        auto expected = timing.take(*pair.reference.child, place);
        if (Status room = hadRoom(expected.outcome, m_context); !room)
            return room.error();
        auto actual = timing.take(*pair.work.subject, place);
        if (pair.work.stop.stop_requested())
            return cancelledRun();
        if (expected.outcome.verdict != Verdict::Correct || !expected.value)
            return failureOfReference(pair, expected.outcome.message);
        const PythonTrial &known = pair.work.fresh ? *pair.work.fresh : pair.trial;
        PythonTrial given = known.plan();
        given.caseName = timing.blocks().kept()[place];
        given.expected = std::move(*expected.value);
        given.referenceError = known.referenceError;
        given.timedErrors = known.timedErrors;
        if (!pair.work.fresh)
            given.undecided = known.undecided;
        calls.push_back({std::move(given), std::move(actual), place, timing.held()[place]});
    }
    return calls;
}

Status PairTimer::judgeHeld(const Pair &pair, const TimedFeed *feed,
                            const PythonTiming &timing) const
{
    PythonWork &work = pair.work;
    const auto calls = takeHeld(pair, timing);
    if (!calls)
        return calls.error();
    if (calls->empty())
        return {};
    const auto again = repeatReference(pair, feed, 0, calls->front().held);
    if (!again)
        return again.error();
    const auto isStill = *again ? areSame(m_shared, ruleFor(pair, calls->front().given),
                                          calls->front().given.expected, **again, work.stop)
                                : Result<bool>(false);
    if (!isStill)
        return isStill.error();
    if (!*isStill) {
        // It has a state or draws random numbers, and so may the candidate.
        work.excuses[freshPoint] = "the reference, timed, gives another result";
        return {};
    }
    for (const HeldCall &call : *calls) {
        auto judged = heldTrial(pair, feed, *calls, call);
        if (!judged)
            return judged.error();
        keepTimedTrial(m_context, work, std::move(*judged), call.given,
                       feed != nullptr ? "on unseen inputs" : "");
        if (work.isTimingOver)
            break;
    }
    return {};
}

Result<TimedTrial> PairTimer::heldTrial(const Pair &pair, const TimedFeed *feed,
                                        std::span<const HeldCall> all, const HeldCall &call) const
{
    const PythonChild::Answer &actual = call.actual;
    if (actual.outcome.verdict != Verdict::Correct || !actual.value)
        return timedTrial(actual.outcome);
    const ElementGlimpse &glimpse = call.held.ofCandidate;
    const bool stillHolds = actual.value->tensors
        ? glimpse.stillHolds(*actual.value->tensors)
        : !actual.value->onDevice || glimpse.isSeenAgain(actual.body.value("glimpse", Json()));
    if (!stillHolds) {
        TimedTrial late = timedTrial(CallOutcome{
            Verdict::BrokeProtocol, "its result changed after the call had returned", 0});
        late.reason = "unfinished work";
        return late;
    }
    auto judged
        = compareTimed(m_shared, pair.work, ruleFor(pair, call.given), call.given, *actual.value);
    const auto isWrong = [&] {
        return judged && !judged->isRightBySuite
            && outcomeOf(judged->trial.verdict) == Outcome::Wrong;
    };
    if (isWrong() && feed != nullptr)
        judged = judgeClosely(pair, *feed, call);
    if (!isWrong())
        return judged;
    const Status found = findKept(pair, all, call, *judged);
    return found ? std::move(judged) : Result<TimedTrial>(found.error());
}

Result<TimedTrial> PairTimer::judgeClosely(const Pair &pair, const TimedFeed &feed,
                                           const HeldCall &call) const
{
    const PythonPhase &phase = pair.phase;
    // The reference's error on other inputs says little about these.
    const auto again = repeatReference(pair, &feed, call.place, call.held);
    if (!again)
        return again.error();
    PythonTrial exact = call.given.plan();
    exact.timedErrors = call.given.timedErrors;
    const bool isModel = phase.style == PythonStyle::Model;
    const bool isPlain = m_context.rules.baseline == BaselineForm::Eager
        || m_context.rules.baseline == BaselineForm::EagerIeee;
    if (isModel && isPlain) {
        if (Status made = pair.reference.trials.makeExactOfLast(phase, exact); !made)
            return made.error();
    }
    const bool isExact = exact.expected.view().bytes() > 0;
    const PythonTrial &given = isExact ? exact : call.given;
    NestedRule rule = ruleFor(pair, given);
    if (phase.protocol.isOn("undecided_elements")) {
        Json request{{"grad", phase.protocol.gradInForward}};
        if (!isModel)
            request["function"] = functionOf(pair);
        auto undecided = pair.reference.oracle.undecided(std::move(request), rule);
        if (!undecided)
            return undecided.error();
        rule.undecided = std::move(*undecided);
    }
    return compareTimed(m_shared, pair.work, rule, given, *call.actual.value);
}

Status PairTimer::findKept(const Pair &pair, std::span<const HeldCall> all, const HeldCall &call,
                           TimedTrial &judged) const
{
    const NestedRule rule = ruleFor(pair, call.given);
    std::vector<const PythonTrial *> others;
    if (pair.work.fresh && pair.work.fresh->expected.view().bytes() > 0)
        others.push_back(&*pair.work.fresh);
    for (const PythonTrial &each : pair.phase.trials) {
        if (each.function == pair.trial.function && each.expected.view().bytes() > 0)
            others.push_back(&each);
    }
    if (Status found
        = findKeptResult(m_shared, pair.work, rule, others, *call.actual.value, judged);
        !found)
        return found;
    // Two calls on different inputs gave the same result, and the reference did not.
    for (const HeldCall &other : all) {
        if (!judged.reason.empty() || &other == &call || !other.actual.value)
            continue;
        const auto isSame
            = areSame(m_shared, rule, *other.actual.value, *call.actual.value, pair.work.stop);
        if (!isSame)
            return isSame.error();
        const auto mayBeSame
            = areSame(m_shared, rule, other.given.expected, call.given.expected, pair.work.stop);
        if (!mayBeSame)
            return mayBeSame.error();
        if (*isSame && !*mayBeSame)
            judged.reason = "it is a kept result, also that of " + other.given.caseName;
    }
    return {};
}

Status PairTimer::judge(const Pair &pair, const TimedFeed *feed, const PythonTiming &timing) const
{
    PythonWork &work = pair.work;
    const bool isCalled
        = pair.phase.style == PythonStyle::Model || pair.phase.style == PythonStyle::Calls;
    // Without inputs of its own, each call finds what the one before wrote into them.
    if (!isCalled || (feed == nullptr && work.writesInputs))
        return {};
    if (Status judged = judgeHeld(pair, feed, timing); !judged || work.isTimingOver)
        return judged;
    if (feed == nullptr || !work.fresh || m_context.settings.device == "cpu")
        return {};
    Status given
        = give(pair, work.fresh->given, "same", "right when verified, failed while timed: ");
    if (!given || work.isTimingOver)
        return given;
    return judgeLateCall(m_shared, work, pair.phase, pair.trial, *work.fresh,
                         *pair.reference.child);
}

} // namespace loupe
