// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/pairedclocks.h"

#include "core/base/median.h"
#include "core/engine/clocks/clockedcalls.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/timing/pairedtiming.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <utility>

namespace loupe {

namespace {

constexpr int emptyBlocks = 9;

// Number of calls between events, reduced so that they take at most secondOpinionMs together.
constexpr int secondOpinionCalls = 20;
constexpr int minOpinionCalls = 3;
constexpr int extraOpinions = 2; ///< measured if calls seem to hide work
constexpr double secondOpinionMs = 16;
constexpr double longOpinionMs = 100; ///< the engine's overhead on so long a call is negligible

/// Maximum share of a candidate's calls without device activity, and of its time outside of calls.
constexpr double maxMisplaced = 0.05;

int opinionCalls(const CallClock &clock)
{
    const std::vector<double> &samples = clock.samples().engineMs;
    const double callMs = samples.empty() ? 0 : medianOf(samples);
    return static_cast<int>(std::clamp(secondOpinionMs / std::max(callMs, 1e-3),
                                       static_cast<double>(minOpinionCalls),
                                       static_cast<double>(secondOpinionCalls)));
}

/// Returns whether the engine's clock confirms CUPTI for long calls. No candidate can reach that
/// clock, and events lie between the two.
bool isConfirmedByEngine(const ClockReadings &readings)
{
    const ClockTolerance tolerance;
    return readings.engineMs && readings.cuptiMs && *readings.engineMs >= longOpinionMs
        && *readings.engineMs <= *readings.cuptiMs * (1 + tolerance.relative);
}

void addMedian(Json &json, const char *key, const std::vector<double> &samples)
{
    if (!samples.empty())
        json[key] = medianOf(samples);
}

/// Measures the cost of requesting a block of calls of a trusted process.
LineCost askingCost(CallClock &clock)
{
    std::vector<CallOutcome> empty;
    for (int i = 0; i < emptyBlocks; ++i) {
        if (clock.emptyBlock())
            empty.push_back(clock.last());
    }
    return lineCost(empty, 0);
}

Error failedAlone(const CallClock &clock)
{
    return Error{Errc::Unsupported, "it failed while it was timed: " + clock.last().message,
                 "baseline"};
}

} // namespace

TimingPolicy policyFor(TimingMethod method, TimingPolicy asked)
{
    if (method == TimingMethod::Cupti) {
        asked.minimumSeconds /= 2;
        asked.blockSeconds /= 2;
    }
    return asked;
}

PairedClocks::PairedClocks(const ClockPort &baseline, const ClockPort &candidate,
                           const Json &request, const ClockChoice &choice,
                           std::chrono::duration<double> deadline, const std::stop_token &stop)
    : m_choice(choice)
    , m_baseline(baseline, request, choice, deadline, stop)
    , m_candidate(candidate, request, choice, deadline, stop)
{
}

const CallClock *PairedClocks::settle()
{
    for (CallClock *clock : {&m_baseline, &m_candidate}) {
        if (m_choice.method != TimingMethod::Cupti)
            break;
        auto reason = clock->whyNotRecorded();
        // A call without enough memory tells nothing about the recording.
        if (reason && clock->last().verdict == Verdict::OutOfMemory)
            return clock;
        if (reason) {
            m_choice.method = TimingMethod::CudaEvent;
            m_choice.weakerBecause = std::move(*reason);
        }
    }
    m_baseline.use(m_choice);
    m_candidate.use(m_choice);
    if (m_choice.method == TimingMethod::Cupti)
        return nullptr;
    for (CallClock *clock : {&m_baseline, &m_candidate}) {
        if (!clock->callOnce())
            return clock;
    }
    return nullptr;
}

PairedStart PairedClocks::start() const
{
    return {.baselineSeconds = m_baseline.calledSeconds(),
            .candidateSeconds = m_candidate.calledSeconds(),
            .isCandidateFirst = m_isCandidateFirst};
}

std::unique_ptr<SidesInTurn> PairedClocks::takeTurns()
{
    return m_choice.method == TimingMethod::Host
        ? std::make_unique<SidesInTurn>(m_baseline, m_candidate)
        : nullptr;
}

double PairedClocks::takeOffAsking()
{
    if (m_choice.method != TimingMethod::Host)
        return emptyBlockMs(block(m_candidate));
    const LineCost cost = askingCost(m_baseline);
    m_baseline.takeOff(cost);
    m_candidate.takeOff(cost);
    return cost.seconds * 1e3;
}

TimedBlock PairedClocks::block(CallClock &clock)
{
    return [&clock](int calls) { return clock.block(calls); };
}

ClockTolerance PairedClocks::toleranceFor(const CallClock &clock) const
{
    // The reference process runs no code of the candidate, so its clocks show how late this
    // machine's clocks are.
    if (&clock != &m_candidate)
        return {};
    ClockTolerance out = toleranceBeside(m_baseline.readings());
    out.eventLatenessMs += m_choice.candidateLatenessMs;
    out.hostLatenessMs += m_choice.candidateLatenessMs;
    return out;
}

void PairedClocks::takeSecondOpinions(const Renew &renew)
{
    if (m_choice.method != TimingMethod::Cupti)
        return;
    const auto each = [&](CallClock &clock, int calls, bool (CallClock::*take)(int)) {
        if (!renew)
            return (clock.*take)(calls);
        bool isTaken = true;
        for (int call = 0; call < calls && isTaken; ++call)
            isTaken = renew(clock) && (clock.*take)(1);
        return isTaken;
    };
    // A failure here only leaves out the second opinion: the timing itself is done.
    for (CallClock *clock : {&m_baseline, &m_candidate}) {
        if (isConfirmedByEngine(clock->readings()))
            continue;
        const int calls = renew ? minOpinionCalls : opinionCalls(*clock);
        const int first = calls == minOpinionCalls ? 1 : calls;
        const auto isDoubtful = [&] { return !agreement(*clock, toleranceFor(*clock)).holds(); };
        const int more = first == calls ? calls : calls - first;
        bool isTaken = each(*clock, first, &CallClock::takeEvents);
        // Hidden work shows in these calls as well; a processor that was busy may be free by now.
        for (int again = 0; again < extraOpinions && isTaken && isDoubtful(); ++again)
            isTaken = each(*clock, minOpinionCalls, &CallClock::takeSpans)
                && each(*clock, more, &CallClock::takeEvents);
    }
}

void PairedClocks::keep(const std::string &caseName, double overheadMs,
                        Evaluation &evaluation) const
{
    const auto add = [&](const char *role, std::string_view clock,
                         const std::vector<double> &samples, const std::vector<int> &calls,
                         double overhead) {
        if (!samples.empty())
            addSamples({role, std::string(clock), caseName, samples, calls, overhead}, evaluation);
    };
    const auto both = [&](const auto &series) {
        series("baseline", m_baseline.samples());
        series("candidate", m_candidate.samples());
    };
    const double ownOverhead = m_choice.method == TimingMethod::Host ? overheadMs : 0;
    both([&](const char *role, const ClockedSamples &samples) {
        add(role, clockName(m_choice.method), samples.callsMs, samples.calls, ownOverhead);
    });
    both([&](const char *role, const ClockedSamples &samples) {
        add(role, clockName(TimingMethod::Host), samples.engineMs, samples.engineCalls, overheadMs);
    });
    both([&](const char *role, const ClockedSamples &samples) {
        add(role, clockName(TimingMethod::CudaEvent), samples.eventMs,
            std::vector<int>(samples.eventMs.size(), 1), 0);
    });
    both([&](const char *role, const ClockedSamples &samples) {
        for (KernelActivity &row : samples.activity.rows()) {
            row.role = role;
            row.caseName = caseName;
            evaluation.kernels.push_back(std::move(row));
        }
    });
}

ClockAgreement PairedClocks::agreement(const CallClock &clock, const ClockTolerance &tolerance)
{
    ClockAgreement out = compareClocks(clock.readings(), tolerance);
    if (clock.samples().wasShorterThanClaimed) {
        const double claimed = medianOf(clock.samples().callsMs);
        out.disagreements.push_back(
            {"wall clock of a block", medianOf(clock.samples().engineMs), claimed, 0});
    }
    return out;
}

Json PairedClocks::toJson(const CallClock &clock)
{
    const ClockedSamples &samples = clock.samples();
    Json json = Json::object();
    addMedian(json, "median_ms", samples.callsMs);
    addMedian(json, "span_ms", samples.spanMs);
    addMedian(json, "later_span_ms", samples.laterSpanMs);
    addMedian(json, "event_ms", samples.eventMs);
    addMedian(json, "host_ms", samples.hostMs);
    addMedian(json, "engine_ms", samples.engineMs);
    json["calls"] = samples.callsMs.size();
    if (samples.aheadMs > 0)
        json["ahead_ms"] = samples.aheadMs;
    if (!samples.spanMs.empty()) {
        json["kernels"] = samples.kernels;
        json["stray_ms"] = samples.strayMs;
        json["overlap_ms"] = samples.overlapMs;
        json["clock_shift_ms"] = samples.clockShiftMs;
        json["blocks"] = samples.engineMs.size();
        json["blocks_by_time"] = samples.blocksByTime;
        json["repeats"] = samples.repeats;
        json["idle_calls"] = samples.idleCalls;
        json["dropped"] = samples.dropped;
    }
    return json;
}

std::string PairedClocks::describe(const std::string &caseName, const TimingConditions &conditions,
                                   Evaluation &evaluation) const
{
    Json json{{"case", caseName},
              {"clock", clockName(m_choice.method)},
              {"cache", m_choice.flushBytes > 0 ? "cold" : "warm"},
              {"rotated_inputs", m_choice.rotatedInputs},
              {"baseline", toJson(m_baseline)},
              {"candidate", toJson(m_candidate)}};
    if (!m_choice.weakerBecause.empty()) {
        json["weaker_because"] = m_choice.weakerBecause;
        addFlag(evaluation, "weaker_clock");
    }
    for (const CallClock *clock : {&m_baseline, &m_candidate}) {
        const char *role = clock == &m_baseline ? "baseline" : "candidate";
        const bool isCandidate = clock == &m_candidate;
        const ClockAgreement agreed = agreement(*clock, toleranceFor(*clock));
        if (!agreed.holds())
            json["disagreement"][role] = agreed.text();
        if (!agreed.holds() && isCandidate)
            addFlag(evaluation, "clocks_disagree");
        if (clock->samples().dropped > 0)
            addFlag(evaluation, "activity_lost");
    }
    const ClockedSamples &candidate = m_candidate.samples();
    // A smaller share is an offset between the device's clock and the markers, and saves no time.
    if (candidate.idleCalls > maxMisplaced * static_cast<double>(candidate.callsMs.size()))
        addFlag(evaluation, "no_device_activity");
    const double allMs = std::accumulate(candidate.callsMs.begin(), candidate.callsMs.end(), 0.0);
    if (candidate.strayMs > maxMisplaced * allMs)
        addFlag(evaluation, "stray_activity");
    for (const auto &[when, state] :
         {std::pair{"gpu_before", &conditions.before}, std::pair{"gpu_after", &conditions.after}}) {
        if (!*state)
            continue;
        json[when] = loupe::toJson(**state);
        if ((*state)->isThrottled())
            addFlag(evaluation, "throttled");
        if (!(*state)->otherProcesses.empty())
            addFlag(evaluation, "gpu_shared");
    }
    if (m_choice.method == TimingMethod::Host && !conditions.before && candidate.aheadMs == 0)
        return {}; // the stored series have all of it
    return "\nkloupe timing: " + json.dump() + "\n";
}

Status settleAlone(CallClock &clock, TimingMethod method)
{
    if (method == TimingMethod::Cupti) {
        const auto reason = clock.whyNotRecorded();
        return reason ? Status(Error{Errc::Unsupported,
                                     "the clock cupti cannot record it: " + *reason, "baseline"})
                      : Status();
    }
    return clock.callOnce() ? Status() : Status(failedAlone(clock));
}

Result<std::vector<double>> timeAlone(CallClock &clock, const CallsAlone &calls,
                                      TimingMethod method, const TimingPolicy &policy,
                                      const std::stop_token &stop)
{
    std::optional<SidesInTurn> ahead;
    if (method == TimingMethod::Host) {
        ahead.emplace(clock, clock);
        clock.takeOff(askingCost(clock));
    }
    PairedStart start;
    start.baselineSeconds = clock.calledSeconds();
    start.candidateSeconds = clock.calledSeconds();
    start.maxCalls = calls.maxCalls;
    const bool isShort = clock.calledSeconds() < warmedUpCallSeconds;
    const std::size_t warmUps = calls.warmsUp && isShort ? 1 : 0;
    int wanted = 1;
    ClockedCalls timer(clock,
                       calls.place ? [&] { return calls.place(wanted); } : ClockedCalls::Place());
    const TimedBlock block = [&](int count) -> std::optional<BlockTime> {
        const auto began = std::chrono::steady_clock::now();
        wanted = count + static_cast<int>(warmUps);
        if (!timer.makeReady() || (warmUps > 0 && !timer.warmUp({0, warmUps})))
            return std::nullopt;
        auto time = timer.time({warmUps, static_cast<std::size_t>(count)});
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
        if (time)
            time->wallSeconds = wall.count(); // the time limit includes making inputs
        return time;
    };
    PairedTiming timing = timeInPairs(
        block, block, policyFor(method, policy), stop, [&clock] { clock.keepFromHere(); }, start);
    if (timing.end == TimingEnd::Cancelled)
        return cancelledRun();
    if (timing.end == TimingEnd::BaselineFailed || timing.end == TimingEnd::CandidateFailed)
        return failedAlone(clock);
    std::vector<double> out = std::move(timing.baselineMs);
    out.insert(out.end(), timing.candidateMs.begin(), timing.candidateMs.end());
    return out;
}

} // namespace loupe
