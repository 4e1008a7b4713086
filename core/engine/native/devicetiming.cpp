// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/devicetiming.h"

#include "core/engine/clocks/countersanswer.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/machine/gpudevices.h"

#include <random>
#include <utility>

namespace loupe {

namespace {

constexpr const char *baselineName = "native CUDA baseline";

/// Makes calls of the candidate under hardware counters.
void takeCounters(const EngineContext &context, EvaluatorWork &work)
{
    // Each kernel runs once for each pass, with its memory saved and restored.
    const Seconds deadline(20 * context.limits.callSeconds);
    const auto answer = work.subject->time(counterRequest(), deadline, work.stop);
    work.evaluation.counters = countersOf(answer.outcome, answer.body);
}

/// Times with settled clocks.
Status measure(const EngineContext &context, NativeComparer &comparer, EvaluatorWork &work,
               const TrialData &data, NativeSubject &baseline, PairedClocks &clocks)
{
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = data.spec.caseName + " while timed";
    trial.seed = data.seed;
    TrialSpec ofTwo = data.spec;
    // The baseline may be inexact as well: its outputs are the expectation here.
    for (TrialOutput &output : ofTwo.outputs) {
        output.relative *= 2;
        output.absoluteFloor *= 2;
    }
    const auto compared = [&](const TensorArena &expected, const TensorArena &actual) {
        return comparer.compare(ofTwo, expected, actual, trial, work.stop);
    };
    const auto timed = DeviceTiming::make(
        data.spec, {baseline, work.session.baselineOutputs(), *work.subject, *work.tensors}, clocks,
        compared, Seconds(context.limits.callSeconds), work.stop);
    if (!timed)
        return timed.error();
    TimingConditions conditions;
    conditions.before = readGpuState(context.cuda->device);
    const double overheadMs = emptyBlockMs(PairedClocks::block(clocks.candidate()));
    const PairedTiming timing = (*timed)->measure(context.timing);
    conditions.after = readGpuState(context.cuda->device);
    const auto ended = endIfFailed(work, timing.end, (*timed)->blocks(), std::move(trial));
    if (!ended || *ended)
        return ended ? Status() : ended.error();
    (*timed)->takeSecondOpinions();
    if (work.stop.stop_requested())
        return cancelledRun();
    keepSpeedup(timing, baselineName, work.evaluation);
    clocks.keep(data.spec.caseName, overheadMs, work.evaluation);
    work.notes = clocks.describe(data.spec.caseName, conditions, work.evaluation);
    if (!(*timed)->isSeen())
        work.notes += "kloupe timing: nothing could be read of a result where its call ended\n";
    keepWork(workOf(data.spec), ratesFor(data.spec), context.ceilings, work.evaluation);
    if (context.cuda->counters)
        takeCounters(context, work);
    return {};
}

} // namespace

Result<std::unique_ptr<DeviceTiming>> DeviceTiming::make(const TrialSpec &trial, NativeSides sides,
                                                         PairedClocks &clocks,
                                                         InputFeed::Compare compare,
                                                         std::chrono::duration<double> deadline,
                                                         const std::stop_token &stop)
{
    auto feed = InputFeed::make(trial, sides, 1, std::move(compare));
    if (!feed)
        return feed.error();
    std::unique_ptr<DeviceTiming> timing(
        new DeviceTiming(sides, clocks, std::move(*feed), deadline, stop));
    DeviceTiming &self = *timing;
    self.m_candidate.addWorkBeyond(self.m_baseline);
    self.m_blocks = std::make_unique<JudgedBlocks>(
        self.m_baseline, self.m_candidate, [&self](std::size_t) { return self.m_feed->lay(); },
        JudgedBlocks::Checks{[&self](std::size_t, std::size_t place) { return self.keep(place); },
                             [&self](std::size_t place) { return self.m_feed->judge(place); }},
        JudgedBlocks::Settings{1, self.m_feed->maxKept(), std::random_device()()});
    return timing;
}

DeviceTiming::DeviceTiming(NativeSides sides, PairedClocks &clocks, std::unique_ptr<InputFeed> feed,
                           std::chrono::duration<double> deadline, const std::stop_token &stop)
    : m_sides(sides)
    , m_clocks(clocks)
    , m_feed(std::move(feed))
    , m_stop(stop)
    , m_deadline(deadline)
    , m_baseline(clocks.baseline(), [this] { return m_sides.baseline.place(m_deadline, m_stop); })
    , m_candidate(clocks.candidate(),
                  [this] { return m_sides.candidate.place(m_deadline, m_stop); })
{
}

InputFeed::Judged DeviceTiming::keep(std::size_t place)
{
    const CallOutcome expected = takeOutputs(m_sides.baseline, m_baseline, m_sides.baselineOutputs);
    if (expected.verdict != Verdict::Correct)
        return Error{Errc::Internal, "the baseline failed while it was timed: " + expected.message};
    const CallOutcome actual = takeOutputs(m_sides.candidate, m_candidate, m_sides.tensors.outputs);
    if (actual.verdict != Verdict::Correct)
        return std::pair{actual.verdict, actual.message};
    return m_feed->keep(0, place);
}

CallOutcome DeviceTiming::takeOutputs(NativeSubject &subject, const ClockedCalls &calls,
                                      const TensorArena &outputs) const
{
    CallOutcome outcome = subject.takeOutputs(m_deadline, m_stop);
    const ElementGlimpse &glimpse = calls.glimpse();
    const bool isSeen = !glimpse.seen.empty();
    if (outcome.verdict == Verdict::Correct && isSeen && !glimpse.stillHolds(outputs))
        return {Verdict::BrokeProtocol, "its result changed after the call had returned", 0};
    return outcome;
}

PairedTiming DeviceTiming::measure(const TimingPolicy &policy)
{
    PairedTiming timing = m_blocks->measure(policy, m_stop, m_clocks.start());
    if (hasTimes(timing.end))
        m_blocks->judge();
    return timing;
}

void DeviceTiming::takeSecondOpinions()
{
    m_clocks.takeSecondOpinions([this](const CallClock &clock) {
        const bool isBaseline = &clock == &m_clocks.baseline();
        return m_blocks->renew(isBaseline ? m_baseline : m_candidate);
    });
}

Status timeOnDevice(const EngineContext &context, NativeComparer &comparer, EvaluatorWork &work,
                    const TrialData &data, NativeSubject &baseline)
{
    const Seconds deadline(context.limits.callSeconds + 1.0);
    PairedClocks clocks(baseline, *work.subject, Json::object(), context.cuda->clock, deadline,
                        work.stop);
    const CallClock *const failed = clocks.settle();
    if (work.stop.stop_requested())
        return endTiming(work, TimingEnd::Cancelled, {});
    if (failed != nullptr)
        return endTiming(work,
                         failed == &clocks.candidate() ? TimingEnd::CandidateFailed
                                                       : TimingEnd::BaselineFailed,
                         failed->last());
    Status measured = measure(context, comparer, work, data, baseline, clocks);
    if (!measured)
        work.session.dropBaseline(); // the failure may be its own
    return measured;
}

} // namespace loupe
