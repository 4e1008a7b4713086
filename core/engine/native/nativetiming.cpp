// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativetiming.h"

#include "core/base/digest.h"
#include "core/base/median.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/native/evaluator.h"
#include "core/engine/native/evaluatorwork.h"
#include "core/platforms/host/callline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace loupe {

namespace {

/// The first few find a process that has only just been continued.
constexpr int emptyBlocks = 8;
constexpr int warmUpBlocks = 3;
/// Seconds: a block holds many calls of a fast candidate and one of a slow one.
constexpr double blockAllowance = 1;
/// Of a call that counts by itself, on fresh inputs: it takes so long that it has filled the
/// caches.
constexpr double longSeconds = 0.02;
/// Beside a call that takes much longer, blocks of the other hold several.
constexpr double leastOfLonger = 0.2;
constexpr int freshPairs = 8;
constexpr int freshPairsOfSlow = 4;
constexpr int passes = 4;
/// Of a pair of blocks: above, it is slow.
constexpr double slowPairSeconds = 0.006;

double microseconds(double seconds)
{
    return seconds * 1e6;
}

} // namespace

NativeTiming::NativeTiming(Sides sides, const TrialSpec &trial, FreshInputs inputs,
                           std::chrono::duration<double> deadline, std::stop_token stop)
    : m_sides(sides)
    , m_inputs(std::move(inputs))
    , m_deadline(deadline)
    , m_stop(std::move(stop))
    , m_slots(slotsOf(trial))
    , m_inputsOfACall(trial.inputs.size())
{
}

Result<std::unique_ptr<NativeTiming>> NativeTiming::make(const TrialSpec &trial, Sides sides,
                                                         Compare compare,
                                                         std::chrono::duration<double> deadline,
                                                         std::stop_token stop)
{
    auto inputs = FreshInputs::make(trial, randomHex(32));
    if (!inputs)
        return inputs.error();
    std::unique_ptr<NativeTiming> timing(
        new NativeTiming(sides, trial, std::move(*inputs), deadline, std::move(stop)));
    if (Status made = timing->makeRoom(trial); !made)
        return made.error();
    if (Status measured = timing->measureLine(); !measured)
        return measured.error();
    NativeTiming &self = *timing;
    self.m_compare = std::move(compare);
    self.m_blocks = std::make_unique<JudgedBlocks>(
        self.side(sides.baseline, sides.baselineOutputs),
        self.side(sides.candidate, sides.tensors.outputs), [&self] { return self.lay(); },
        [&self](std::size_t slot) { return self.judgeSlot(slot); },
        JudgedBlocks::Settings{self.m_slots, self.m_cost, self.m_processors, self.m_random()});
    return timing;
}

Status NativeTiming::makeRoom(const TrialSpec &trial)
{
    for (std::optional<TensorArena> *to : {&m_expected, &m_actual}) {
        auto arena = poisonedOutputs(trial);
        if (!arena)
            return arena.error();
        *to = std::move(*arena);
    }
    return {};
}

Status NativeTiming::measureLine()
{
    std::vector<CallOutcome> empty;
    for (int i = 0; i < warmUpBlocks + emptyBlocks; ++i) {
        const CallOutcome outcome = m_sides.baseline.pause(m_deadline, m_stop);
        if (m_stop.stop_requested())
            return cancelledRun();
        if (outcome.verdict != Verdict::Correct)
            return Error{
                Errc::Internal, "the reference does not answer: " + outcome.message, {}, {}, {}};
        if (i >= warmUpBlocks)
            empty.push_back(outcome);
    }
    m_cost = lineCost(empty, std::chrono::duration<double>(linePause).count());
    return {};
}

Status NativeTiming::lay()
{
    TensorArena &inputs = m_sides.tensors.inputs;
    for (std::size_t slot = 0; slot < m_slots; ++slot) {
        const std::uint64_t secret = m_random();
        for (std::size_t i = 0; i < m_inputsOfACall; ++i) {
            if (Status laid = m_inputs.fill(i, secret, inputs.bytes(slot * m_inputsOfACall + i));
                !laid)
                return laid;
        }
    }
    return m_inputs.renew();
}

JudgedSide NativeTiming::side(NativeSubject &subject, TensorArena &outputs)
{
    return {
        [this, &outputs] { outputs.poison(freshPoison(static_cast<std::uint32_t>(m_random()))); },
        [this, &subject](CallRange range) { return subject.calls(range, m_deadline, m_stop); }};
}

TimedBlock NativeTiming::repeated(NativeSubject &subject)
{
    return [this, &subject](int calls) -> std::optional<BlockTime> {
        const CallOutcome outcome
            = subject.calls({0, static_cast<std::size_t>(calls), true}, m_deadline, m_stop);
        if (outcome.verdict == Verdict::Correct) {
            // What asking costs stays in it: of a block of one call it may be the most.
            if (&subject == &m_sides.candidate)
                m_repeatedMs.push_back(undisturbedSeconds(outcome, {}, m_processors) * 1e3 / calls);
            return BlockTime(netSeconds(outcome.seconds, m_cost));
        }
        m_lastRepeated = outcome;
        return std::nullopt;
    };
}

Result<std::pair<Verdict, std::string>> NativeTiming::judgeSlot(std::size_t slot)
{
    const std::size_t first = slot * m_expected->count();
    m_expected->copyFrom(m_sides.baselineOutputs, first);
    m_actual->copyFrom(m_sides.tensors.outputs, first);
    return m_compare(*m_expected, *m_actual);
}

bool NativeTiming::judgeRepeated()
{
    m_sides.baselineOutputs.poison();
    m_sides.tensors.outputs.poison(freshPoison(static_cast<std::uint32_t>(m_random())));
    if (!repeated(m_sides.baseline)(1) || !repeated(m_sides.candidate)(1))
        return false;
    auto judged = judgeSlot(0);
    if (!judged) {
        m_error = judged.error();
        return false;
    }
    if (judged->first == Verdict::Correct)
        return true;
    m_wrongRepeated = CallOutcome();
    m_wrongRepeated->verdict = judged->first;
    m_wrongRepeated->message = "a repeated call: " + judged->second;
    return false;
}

const std::optional<CallOutcome> &NativeTiming::wrong() const
{
    return m_wrongRepeated ? m_wrongRepeated : m_blocks->wrong();
}

const CallOutcome &NativeTiming::last() const
{
    return m_lastRepeated ? *m_lastRepeated : m_blocks->last();
}

std::optional<bool> NativeTiming::areLong()
{
    const auto baseline = repeated(m_sides.baseline)(1);
    const auto candidate = baseline ? repeated(m_sides.candidate)(1) : std::nullopt;
    if (!candidate)
        return std::nullopt;
    const auto [shorter, longer]
        = std::minmax(baseline->measuredSeconds, candidate->measuredSeconds);
    return shorter >= longSeconds && shorter >= leastOfLonger * longer;
}

PairedTiming NativeTiming::measure(const TimingPolicy &policy)
{
    const auto areBothLong = areLong();
    m_isFresh = areBothLong.value_or(false);
    if (m_isFresh)
        return timeInPairs(m_blocks->baseline(), m_blocks->candidate(), policy, m_stop,
                           [this] { m_blocks->begin(); });
    PairedTiming timing
        = timeInPairs(repeated(m_sides.baseline), repeated(m_sides.candidate), policy, m_stop);
    if (timing.end != TimingEnd::Precise && timing.end != TimingEnd::OutOfTime)
        return timing;
    if (!judgeRepeated()) {
        timing.end = m_stop.stop_requested() ? TimingEnd::Cancelled : TimingEnd::CandidateFailed;
        return timing;
    }
    PairedTiming fresh = followFresh(policy, timing);
    if (fresh.end != TimingEnd::OutOfTime)
        return fresh;
    // Whatever else runs on the machine makes some longer, and speaks neither for nor against.
    m_times = FreshTimes{*m_blocks->shortestCallSeconds() * 1e3, std::ranges::min(m_passesMs),
                         std::ranges::min(m_repeatedPassesMs)};
    m_hasLeftOut = leavesOut(medianOf(m_repeatedMs), *m_times);
    m_isFresh = m_hasLeftOut;
    return m_hasLeftOut ? fresh : timing;
}

PairedTiming NativeTiming::followFresh(const TimingPolicy &policy, const PairedTiming &repeated)
{
    PairedTiming fresh;
    const auto callsOf = [&](double ms) {
        return static_cast<int>(std::clamp(std::ceil(policy.blockSeconds * 1e3 / ms), 1.0,
                                           static_cast<double>(m_slots)));
    };
    const double baselineMs = medianOf(repeated.baselineMs);
    const double candidateMs = medianOf(repeated.candidateMs);
    fresh.baselineCalls = callsOf(baselineMs);
    fresh.candidateCalls = callsOf(candidateMs);
    const double pairMs = baselineMs * fresh.baselineCalls + candidateMs * fresh.candidateCalls;
    const int pairs = pairMs > slowPairSeconds * 1e3 ? freshPairsOfSlow : freshPairs;
    const auto measure = [&](bool isBaseline, std::vector<double> *samples) {
        const int calls = isBaseline ? fresh.baselineCalls : fresh.candidateCalls;
        const auto time = (isBaseline ? m_blocks->baseline() : m_blocks->candidate())(calls);
        if (!time)
            fresh.end = m_stop.stop_requested() ? TimingEnd::Cancelled
                : isBaseline                    ? TimingEnd::BaselineFailed
                                                : TimingEnd::CandidateFailed;
        else if (samples != nullptr)
            samples->push_back(time->measuredSeconds * 1e3 / calls);
        return time.has_value();
    };
    // The first call on each slot finds its addresses in no cache.
    if (!measure(true, nullptr) || !measure(false, nullptr))
        return fresh;
    m_blocks->begin();
    for (int pair = 0; pair < pairs; ++pair) {
        for (const bool isSecond : {false, true}) {
            const bool isBaseline = isSecond == (pair % 2 == 1);
            if (!measure(isBaseline, isBaseline ? &fresh.baselineMs : &fresh.candidateMs))
                return fresh;
        }
        if (pair < passes && !measurePass(fresh.candidateCalls)) {
            fresh.end = m_stop.stop_requested() ? TimingEnd::Cancelled : TimingEnd::BaselineFailed;
            return fresh;
        }
    }
    return fresh;
}

std::optional<double> NativeTiming::passMs(CallRange range)
{
    const CallOutcome outcome = m_sides.baseline.touch(range, m_deadline, m_stop);
    if (outcome.verdict == Verdict::Correct)
        return undisturbedSeconds(outcome, m_cost, m_processors) * 1e3
            / static_cast<double>(range.count);
    m_lastRepeated = outcome;
    return std::nullopt;
}

bool NativeTiming::measurePass(int calls)
{
    const auto count = static_cast<std::size_t>(calls);
    if (const Status laid = lay(); !laid)
        return false;
    m_sides.baselineOutputs.poison();
    const auto fresh = passMs({m_random() % m_slots, count});
    const auto again = fresh ? passMs({0, 4 * count, true}) : std::nullopt;
    if (!again)
        return false;
    m_passesMs.push_back(*fresh);
    m_repeatedPassesMs.push_back(*again);
    return true;
}

Json NativeTiming::describe(const PairedTiming &timing, const std::string &caseName) const
{
    const auto calls = static_cast<double>(std::max<std::int64_t>(1, m_blocks->timedCalls()));
    Json json{{"case", caseName},
              {"clock", m_isFresh ? judgedBlocksClock : clockName(TimingMethod::Host)},
              {"slots", m_slots},
              {"calls_per_block", {timing.baselineCalls, timing.candidateCalls}},
              {"fresh_calls", m_blocks->timedCalls()},
              {"judged", m_blocks->judgedCalls()},
              {"line_us",
               {{"cost", microseconds(m_cost.seconds)}, {"spread", microseconds(m_cost.spread)}}},
              {"candidate_cpu_us", microseconds(m_blocks->candidateCpuSeconds()) / calls}};
    if (m_times)
        json["undisturbed_us"] = {{"repeated_call", medianOf(m_repeatedMs) * 1e3},
                                  {"fresh_call", m_times->callMs * 1e3},
                                  {"fresh_pass", m_times->passMs * 1e3},
                                  {"repeated_pass", m_times->repeatedPassMs * 1e3}};
    if (const std::string why = m_sides.candidate.whyNotHeld(); !why.empty())
        json["not_held_because"] = why;
    return json;
}

Status Evaluator::keepTiming(Work &work, const TrialData &data, NativeSubject &baseline)
{
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = data.spec.caseName + " while timed";
    trial.seed = data.seed;
    const auto compared = [&](const TensorArena &expected, const TensorArena &actual) {
        return compare(data.spec, expected, actual, trial, work.stop);
    };
    const auto timed = NativeTiming::make(
        data.spec, {baseline, work.session.baselineOutputs(), *work.subject, *work.tensors},
        compared, Seconds(m_context.limits.callSeconds + blockAllowance), work.stop);
    if (!timed) {
        work.session.dropBaseline();
        return timed.error();
    }
    const PairedTiming timing = (*timed)->measure(m_context.timing);
    return keepJudged(work, data, **timed, timing, std::move(trial));
}

Status Evaluator::keepJudged(Work &work, const TrialData &data, const NativeTiming &timed,
                             const PairedTiming &timing, Trial trial)
{
    const JudgedBlocks &blocks = timed.blocks();
    work.notes = "\nkloupe timing: " + timed.describe(timing, data.spec.caseName).dump() + "\n";
    if (!work.subject->whyNotHeld().empty())
        addFlag(work.evaluation, "not_held");
    if (timed.wrong()) {
        judgeBy(*timed.wrong(), trial);
        work.evaluation.trials.push_back(std::move(trial));
        work.end(timed.wrong()->verdict,
                 "right when verified, wrong while timed: " + timed.wrong()->message);
        return {};
    }
    if (timed.error() && timing.end != TimingEnd::Cancelled)
        return *timed.error();
    if (timing.end != TimingEnd::Precise && timing.end != TimingEnd::OutOfTime)
        return endTiming(work, timing.end, timed.last());
    trial.verdict = Verdict::Correct;
    trial.message = fmt::format("{} of {} timed calls on fresh inputs were judged",
                                blocks.judgedCalls(), blocks.timedCalls());
    work.evaluation.trials.push_back(std::move(trial));
    loupe::keepTiming(timing, timed.isFresh() ? judgedBlocksClock : clockName(TimingMethod::Host),
                      data.spec.caseName, "native reference", timed.cost().seconds * 1e3,
                      work.evaluation);
    if (timed.hasLeftOut())
        addFlag(work.evaluation, "repeats_left_out");
    keepWork(workOf(data.spec), ratesFor(data.spec), m_context.ceilings, work.evaluation);
    return {};
}

} // namespace loupe
