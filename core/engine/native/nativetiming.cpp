// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativetiming.h"

#include "core/base/median.h"
#include "core/engine/clocks/processoruse.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/platforms/host/callline.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <span>

namespace loupe {

namespace {

/// The warm-up blocks measure a process that was only just resumed.
constexpr int emptyBlocks = 8;
constexpr int warmUpBlocks = 3;
/// Seconds of a call that counts alone, on unseen inputs: it is long enough to fill the caches.
constexpr double longSeconds = 0.02;
/// Minimum ratio of the shorter call to the longer one; below, its blocks need several calls.
constexpr double minShareOfLonger = 0.2;
/// Number of pairs that suffice if they confirm the repeated calls; else more follow.
constexpr std::size_t freshPairs = 4;
constexpr std::size_t passes = 4;
/// Repeated calls that are too short are measured again, and the last attempt counts: a load that
/// begins or ends meanwhile goes away, the candidate's behaviour stays.
constexpr int maxAttempts = 5;
constexpr std::size_t minFreshPairs = 16;
constexpr std::size_t maxFreshPairs = 32;
/// Calls of a block. A candidate can skip all but the first, which is a larger gap than a busy
/// machine causes.
constexpr int fewestBesideFresh = 8;
/// Seconds above which a pair of blocks is slow.
constexpr double slowPairSeconds = 0.006;

double microseconds(double seconds)
{
    return seconds * 1e6;
}

} // namespace

NativeTiming::NativeTiming(Sides sides, std::unique_ptr<FreshSlots> slots,
                           std::chrono::duration<double> deadline, std::stop_token stop)
    : m_sides(sides)
    , m_slots(std::move(slots))
    , m_deadline(deadline)
    , m_stop(std::move(stop))
    , m_ahead({[&sides] { return sides.baseline.putAhead(); },
               [&sides] { return sides.candidate.putAhead(); }})
{
}

Result<std::unique_ptr<NativeTiming>> NativeTiming::make(const TrialSpec &trial, Sides sides,
                                                         Compare compare,
                                                         std::chrono::duration<double> deadline,
                                                         std::stop_token stop)
{
    auto slots = FreshSlots::make(trial, sides.tensors, sides.baselineOutputs, std::move(compare));
    if (!slots)
        return slots.error();
    std::unique_ptr<NativeTiming> timing(
        new NativeTiming(sides, std::move(*slots), deadline, std::move(stop)));
    if (Status measured = timing->measureLine(); !measured)
        return measured.error();
    NativeTiming &self = *timing;
    const auto repeated = [&self](NativeSubject &subject) {
        return std::make_unique<RepeatedBlocks>(subject, self.m_cost, self.m_deadline, self.m_stop);
    };
    self.m_repeatedBaseline = repeated(sides.baseline);
    self.m_repeatedCandidate = repeated(sides.candidate);
    self.m_besideFresh = repeated(sides.candidate);
    self.m_passes
        = std::make_unique<MemoryPasses>(sides.baseline, self.m_cost, deadline, self.m_stop);
    self.m_blocks = std::make_unique<JudgedBlocks>(
        self.side(sides.baseline, sides.baselineOutputs),
        self.side(sides.candidate, sides.tensors.outputs),
        [&self] { return self.m_slots->lay(self.m_random); },
        [&self](std::size_t slot) { return self.m_slots->judge(slot); },
        JudgedBlocks::Settings{self.m_slots->count(), self.m_cost, self.m_random()});
    return timing;
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

JudgedSide NativeTiming::side(NativeSubject &subject, TensorArena &outputs)
{
    return {
        [this, &outputs] { outputs.poison(freshPoison(static_cast<std::uint32_t>(m_random()))); },
        [this, &subject](CallRange range) { return subject.calls(range, m_deadline, m_stop); }};
}

std::optional<TimingEnd> NativeTiming::judgeRepeated()
{
    m_sides.baselineOutputs.poison();
    m_sides.tensors.outputs.poison(freshPoison(static_cast<std::uint32_t>(m_random())));
    const auto failed
        = [this](TimingEnd end) { return m_stop.stop_requested() ? TimingEnd::Cancelled : end; };
    if (!m_repeatedBaseline->take(1))
        return failed(TimingEnd::BaselineFailed);
    if (!m_repeatedCandidate->take(1))
        return failed(TimingEnd::CandidateFailed);
    auto judged = m_slots->judge(0);
    if (!judged) {
        m_error = judged.error();
        return failed(TimingEnd::BaselineFailed);
    }
    if (judged->first == Verdict::Correct)
        return std::nullopt;
    m_wrongRepeated = CallOutcome();
    m_wrongRepeated->verdict = judged->first;
    m_wrongRepeated->message = "a repeated call: " + judged->second;
    return TimingEnd::CandidateFailed;
}

const std::optional<CallOutcome> &NativeTiming::wrong() const
{
    return m_wrongRepeated ? m_wrongRepeated : m_blocks->wrong();
}

const CallOutcome &NativeTiming::last() const
{
    for (const RepeatedBlocks *side :
         {m_repeatedBaseline.get(), m_repeatedCandidate.get(), m_besideFresh.get()}) {
        if (side->hasFailed())
            return side->last();
    }
    return m_passes->hasFailed() ? m_passes->last() : m_blocks->last();
}

bool NativeTiming::wasDisturbed() const
{
    const bool areAmongOthers = !m_ahead.whyNot().empty() && m_others > maxUseByOthers;
    return areAmongOthers || m_stretch > maxQuietStretch || m_freshSay == RepeatedCalls::Disturbed;
}

std::optional<bool> NativeTiming::areLong()
{
    const auto baseline = m_repeatedBaseline->take(1);
    const auto candidate = baseline ? m_repeatedCandidate->take(1) : std::nullopt;
    if (!candidate)
        return std::nullopt;
    // By processor time: a busy machine makes no call a long one.
    const auto [shorter, longer]
        = std::minmax(m_repeatedBaseline->askedMs().back(), m_repeatedCandidate->askedMs().back());
    return shorter >= longSeconds * 1e3 && shorter >= minShareOfLonger * longer;
}

PairedTiming NativeTiming::measure(const TimingPolicy &policy)
{
    const auto before = processorUseNow();
    const double ownBefore = ownSeconds();
    PairedTiming timing = measureSides(policy);
    m_others = shareOfOthers(before, processorUseNow(), ownSeconds() - ownBefore);
    return timing;
}

double NativeTiming::ownSeconds() const
{
    timespec here{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &here);
    return static_cast<double>(here.tv_sec) + static_cast<double>(here.tv_nsec) * 1e-9
        + m_repeatedBaseline->cpuSeconds() + m_repeatedCandidate->cpuSeconds()
        + m_besideFresh->cpuSeconds() + m_blocks->baselineCpuSeconds()
        + m_blocks->candidateCpuSeconds();
}

PairedTiming NativeTiming::measureSides(const TimingPolicy &policy)
{
    const auto areBothLong = areLong();
    m_isFresh = areBothLong.value_or(false);
    if (m_isFresh)
        return counted(timeInPairs(m_blocks->baseline(), m_blocks->candidate(), policy, m_stop,
                                   [this] { m_blocks->begin(); }));
    PairedTiming repeatedly;
    PairedTiming fresh;
    do {
        forgetTimes();
        repeatedly
            = m_attempts++ == 0 ? timeAmongFresh(policy, fresh) : timeBesideFresh(policy, fresh);
        if (repeatedly.end != TimingEnd::Precise && repeatedly.end != TimingEnd::OutOfTime)
            return repeatedly;
        if (const auto ended = judgeRepeated()) {
            repeatedly.end = *ended;
            return repeatedly;
        }
        if (!weighWithMore(fresh, policy))
            return fresh;
    } while ((m_freshSay == RepeatedCalls::LeftOut || m_freshSay == RepeatedCalls::Disturbed)
             && m_attempts < maxAttempts);
    m_isFresh = m_freshSay != RepeatedCalls::BorneOut;
    return counted(m_isFresh ? fresh : repeatedly);
}

PairedTiming NativeTiming::counted(PairedTiming timing)
{
    const JudgedBlocks &fresh = *m_blocks;
    m_stretch = m_isFresh
        ? leaveOutOthers(timing, fresh.baselineTimes(), fresh.candidateTimes())
        : leaveOutOthers(timing, m_repeatedBaseline->times(), m_repeatedCandidate->times());
    return timing;
}

void NativeTiming::forgetTimes()
{
    m_blocks->forgetTimes();
    m_repeatedBaseline->forget();
    m_repeatedCandidate->forget();
    m_besideFresh->forget();
    m_besideMs.clear();
    m_passes->forget();
}

void NativeTiming::weigh()
{
    // Other processes may lengthen some calls, which proves nothing either way.
    const double passMs = m_passes->freshMs();
    const double repeatedPassMs = m_passes->repeatedMs();
    const double stretch = worstStretch(m_blocks->baselineTimes());
    const FreshTimes ofCandidate{minCallMs(m_blocks->candidateTimes(), stretch), passMs,
                                 repeatedPassMs};
    const FreshTimes ofReference{minCallMs(m_blocks->baselineTimes(), stretch), passMs,
                                 repeatedPassMs};
    const double repeatedMs = medianOf(m_repeatedCandidate->askedMs());
    const double missing = missingFactor(repeatedMs, ofCandidate);
    const double missingInReference
        = missingFactor(medianOf(m_repeatedBaseline->askedMs()), ofReference);
    const double closely = missingClosely(stretch);
    m_freshSay = judgeRepeatedCalls(missing, missingInReference, closely);
    m_weighed = {{"repeated_call_us", repeatedMs * 1e3},
                 {"fresh_call_us", ofCandidate.callMs * 1e3},
                 {"fresh_pass_us", passMs * 1e3},
                 {"repeated_pass_us", repeatedPassMs * 1e3},
                 {"stretch", stretch},
                 {"missing", {missing, missingInReference}},
                 {"missing_closely", closely},
                 {"attempts", m_attempts}};
}

double NativeTiming::missingClosely(double stretch) const
{
    const std::span<const ClockedBlock> fresh = m_blocks->candidateTimes();
    std::vector<double> missing;
    for (std::size_t i = 0; i < std::min(fresh.size(), m_besideMs.size()); ++i) {
        const FreshTimes times{minCallMs(fresh.subspan(i, 1), stretch), m_passes->freshMs(),
                               m_passes->repeatedMs()};
        missing.push_back(missingFactor(m_besideMs[i], times));
    }
    return missing.empty() ? 0 : medianOf(missing);
}

bool NativeTiming::weighWithMore(PairedTiming &fresh, const TimingPolicy &policy)
{
    while (fresh.candidateMs.size() < freshPairs) {
        if (!addSpreadPair(fresh, policy, Beside::OneOfItsOwn))
            return false;
    }
    weigh();
    // A few more calls on unseen inputs are cheaper than another attempt; the shortest of them
    // counts.
    while (m_attempts == 1 && m_freshSay != RepeatedCalls::BorneOut
           && fresh.candidateMs.size() < maxFreshPairs) {
        if (!addFreshPair(fresh, Beside::OneOfItsOwn))
            return false;
        weigh();
    }
    return true;
}

bool NativeTiming::sizeBlocks(PairedTiming &fresh, const PairedTiming &known,
                              const TimingPolicy &policy) const
{
    const double baselineMs = medianOf(known.baselineMs);
    const double candidateMs = medianOf(known.candidateMs);
    const auto callsOf = [&](double ms) {
        return static_cast<int>(std::clamp(std::ceil(policy.blockSeconds * 1e3 / ms), 1.0,
                                           static_cast<double>(m_slots->count())));
    };
    fresh.baselineCalls = callsOf(baselineMs);
    fresh.candidateCalls = callsOf(candidateMs);
    return baselineMs * fresh.baselineCalls + candidateMs * fresh.candidateCalls
        > slowPairSeconds * 1e3;
}

bool NativeTiming::addSpreadPair(PairedTiming &fresh, const TimingPolicy &policy, Beside beside)
{
    if (fresh.candidateMs.empty()) {
        PairedTiming repeated;
        repeated.baselineMs = m_repeatedBaseline->askedMs();
        repeated.candidateMs = m_repeatedCandidate->askedMs();
        sizeBlocks(fresh, repeated, policy);
        if (!addFreshBlock(fresh, true) || !addFreshBlock(fresh, false))
            return false;
        m_blocks->begin();
        fresh.baselineMs.clear();
        fresh.candidateMs.clear();
    }
    return addFreshPair(fresh, beside);
}

PairedTiming NativeTiming::timeAmongFresh(const TimingPolicy &policy, PairedTiming &fresh)
{
    const auto between = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(policy.maximumSeconds / (freshPairs + 1)));
    auto next = std::chrono::steady_clock::time_point::max(); // until both are warm
    const TimedBlock baseline = m_repeatedBaseline->block();
    const TimedBlock amongFresh = [&](int calls) -> std::optional<BlockTime> {
        const auto began = std::chrono::steady_clock::now();
        if (began < next || fresh.candidateMs.size() >= freshPairs)
            return baseline(calls);
        next = began + between;
        if (!addSpreadPair(fresh, policy, Beside::OneOfTheTiming))
            return std::nullopt;
        const std::chrono::duration<double> ofPair = std::chrono::steady_clock::now() - began;
        auto time = baseline(calls);
        if (time)
            time->wallSeconds += ofPair.count(); // the time limit includes the pair
        return time;
    };
    PairedTiming timing
        = timeInPairs(amongFresh, m_repeatedCandidate->block(), policy, m_stop, [&] {
              forgetTimes();
              fresh = {};
              next = std::chrono::steady_clock::now() + between;
          });
    if (fresh.end != TimingEnd::OutOfTime)
        timing.end = fresh.end;
    return timing;
}

PairedTiming NativeTiming::timeBesideFresh(const TimingPolicy &policy, PairedTiming &fresh)
{
    // Blocks are sized anew: calls that are shorter when repeated are longer here.
    const bool areSlow = sizeBlocks(fresh, PairedTiming(fresh), policy);
    const std::size_t pairs = areSlow ? minFreshPairs : maxFreshPairs;
    fresh.baselineMs.clear();
    fresh.candidateMs.clear();
    TimingPolicy longer = policy;
    longer.minimumBlocks = std::max(policy.minimumBlocks, static_cast<int>(minFreshPairs));
    // The inputs of each repeated block are new to both sides.
    const auto anew = [this](RepeatedBlocks &side) -> TimedBlock {
        return [this, &side](int calls) -> std::optional<BlockTime> {
            if (const Status laid = m_slots->lay(m_random); !laid) {
                m_error = laid.error();
                return std::nullopt;
            }
            return side.take(calls);
        };
    };
    const TimedBlock baseline = anew(*m_repeatedBaseline);
    const TimedBlock besideFresh = [&](int calls) -> std::optional<BlockTime> {
        if (fresh.candidateMs.size() < pairs && !addFreshPair(fresh, Beside::OneOfTheTiming))
            return std::nullopt;
        return baseline(calls);
    };
    PairedTiming timing = timeInPairs(besideFresh, anew(*m_repeatedCandidate), longer, m_stop,
                                      [this] {
                                          m_repeatedBaseline->forget();
                                          m_repeatedCandidate->forget();
                                      },
                                      {.fewestCandidateCalls = fewestBesideFresh});
    if (fresh.end != TimingEnd::OutOfTime)
        timing.end = fresh.end;
    return timing;
}

bool NativeTiming::addFreshPair(PairedTiming &fresh, Beside beside)
{
    const std::size_t pair = fresh.candidateMs.size();
    const bool isTimed
        = beside == Beside::OneOfTheTiming && !m_repeatedCandidate->askedMs().empty();
    // The inputs are new to the first of two blocks, so the second one counts.
    if (!isTimed && (!m_besideFresh->take(1) || !m_besideFresh->take(fresh.candidateCalls))) {
        fresh.end = m_stop.stop_requested() ? TimingEnd::Cancelled : TimingEnd::CandidateFailed;
        return false;
    }
    m_besideMs.push_back((isTimed ? m_repeatedCandidate : m_besideFresh)->askedMs().back());
    for (const bool isSecond : {false, true}) {
        if (!addFreshBlock(fresh, isSecond == (pair % 2 == 1)))
            return false;
    }
    if (pair >= passes || measurePass(fresh.candidateCalls))
        return true;
    fresh.end = m_stop.stop_requested() ? TimingEnd::Cancelled : TimingEnd::BaselineFailed;
    return false;
}

bool NativeTiming::addFreshBlock(PairedTiming &fresh, bool isBaseline)
{
    const int calls = isBaseline ? fresh.baselineCalls : fresh.candidateCalls;
    const auto time = (isBaseline ? m_blocks->baseline() : m_blocks->candidate())(calls);
    if (time)
        (isBaseline ? fresh.baselineMs : fresh.candidateMs)
            .push_back(time->measuredSeconds * 1e3 / calls);
    else
        fresh.end = m_stop.stop_requested() ? TimingEnd::Cancelled
            : isBaseline                    ? TimingEnd::BaselineFailed
                                            : TimingEnd::CandidateFailed;
    return time.has_value();
}

bool NativeTiming::measurePass(int calls)
{
    if (const Status laid = m_slots->lay(m_random); !laid) {
        m_error = laid.error();
        return false;
    }
    m_sides.baselineOutputs.poison();
    return m_passes->measure(m_random() % m_slots->count(), static_cast<std::size_t>(calls));
}

Json NativeTiming::describe(const PairedTiming &timing, const std::string &caseName) const
{
    const auto calls = static_cast<double>(std::max<std::int64_t>(1, m_blocks->timedCalls()));
    Json json{{"case", caseName},
              {"clock", m_isFresh ? judgedBlocksClock : clockName(TimingMethod::Host)},
              {"slots", m_slots->count()},
              {"calls_per_block", {timing.baselineCalls, timing.candidateCalls}},
              {"fresh_calls", m_blocks->timedCalls()},
              {"judged", m_blocks->judgedCalls()},
              {"line_us",
               {{"cost", microseconds(m_cost.seconds)}, {"spread", microseconds(m_cost.spread)}}},
              {"candidate_cpu_us", microseconds(m_blocks->candidateCpuSeconds()) / calls}};
    if (!m_weighed.is_null())
        json["weighed"] = m_weighed;
    json["others"] = {{"share", m_others}, {"stretch", m_stretch}};
    if (!m_ahead.whyNot().empty())
        json["not_ahead_because"] = m_ahead.whyNot();
    if (const std::string why = m_sides.candidate.whyNotHeld(); !why.empty())
        json["not_held_because"] = why;
    return json;
}

} // namespace loupe
