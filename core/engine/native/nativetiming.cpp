// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativetiming.h"

#include "core/base/digest.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/native/evaluator.h"
#include "core/engine/native/evaluatorwork.h"
#include "core/platforms/host/callline.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Of each kind; the first few find a process that has only just been continued.
constexpr int emptyCalls = 12;
constexpr int warmUpCalls = 3;
constexpr std::size_t mostJudged = 2;
/// Of results: where they are larger, one of a block is kept.
constexpr std::size_t largeBytes = std::size_t{16} << 20;

std::size_t bytesOf(const TensorArena &arena)
{
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < arena.count(); ++i)
        bytes += arena.bytes(i).size();
    return bytes;
}

double microseconds(double seconds)
{
    return seconds * 1e6;
}

} // namespace

NativeTiming::NativeTiming(Sides sides, FreshInputs inputs, std::chrono::duration<double> deadline,
                           std::stop_token stop)
    : m_sides(sides)
    , m_inputs(std::move(inputs))
    , m_deadline(deadline)
    , m_stop(std::move(stop))
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
        new NativeTiming(sides, std::move(*inputs), deadline, std::move(stop)));
    const std::size_t places = bytesOf(sides.tensors.outputs) > largeBytes ? 1 : mostJudged;
    if (Status made = timing->makeRoom(trial, places); !made)
        return made.error();
    if (Status measured = timing->measureLine(); !measured)
        return measured.error();
    NativeTiming &self = *timing;
    self.m_blocks = std::make_unique<JudgedBlocks>(
        self.side(sides.baseline, sides.baselineOutputs, self.m_expected),
        self.side(sides.candidate, sides.tensors.outputs, self.m_actual),
        [&self, compare = std::move(compare)](std::size_t place) {
            return compare(self.m_expected[place], self.m_actual[place]);
        },
        [&self] { return self.m_inputs.renew(); },
        JudgedBlocks::Settings{places, self.m_cost, self.m_random()});
    return timing;
}

Status NativeTiming::makeRoom(const TrialSpec &trial, std::size_t places)
{
    const auto add = [&](std::vector<TensorArena> &to) -> Status {
        auto arena = poisonedOutputs(trial);
        if (!arena)
            return arena.error();
        to.push_back(std::move(*arena));
        return {};
    };
    for (std::size_t i = 0; i < places; ++i) {
        for (std::vector<TensorArena> *to : {&m_expected, &m_actual}) {
            if (Status added = add(*to); !added)
                return added;
        }
    }
    return add(m_forgotten);
}

Status NativeTiming::measureLine()
{
    std::vector<double> awake;
    std::vector<double> asleep;
    for (int i = 0; i < warmUpCalls + emptyCalls; ++i) {
        for (const bool rests : {false, true}) {
            const CallOutcome outcome = m_sides.baseline.emptyCall(rests, m_deadline, m_stop);
            if (m_stop.stop_requested())
                return cancelledRun();
            if (outcome.verdict != Verdict::Correct)
                return Error{Errc::Internal,
                             "the reference does not answer: " + outcome.message,
                             {},
                             {},
                             {}};
            const double waited = rests ? std::chrono::duration<double>(linePause).count() : 0.0;
            if (i >= warmUpCalls)
                (rests ? asleep : awake).push_back(outcome.seconds - waited);
        }
    }
    m_cost = lineCost(awake, asleep);
    return {};
}

JudgedSide NativeTiming::side(NativeSubject &subject, TensorArena &outputs,
                              std::vector<TensorArena> &kept)
{
    return {[this, &outputs](std::uint64_t secret) -> Status {
                TensorArena &inputs = m_sides.tensors.inputs;
                for (std::size_t i = 0; i < inputs.count(); ++i) {
                    if (Status laid = m_inputs.fill(i, secret, inputs.bytes(i)); !laid)
                        return laid;
                }
                outputs.poison(freshPoison(static_cast<std::uint32_t>(m_random())));
                return {};
            },
            [this, &subject] { return subject.call(m_deadline, m_stop); },
            [this, &outputs, &kept](std::optional<std::size_t> place) -> Status {
                (place ? kept[*place] : m_forgotten.front()).copyFrom(outputs);
                return {};
            }};
}

Json NativeTiming::describe(const std::string &caseName) const
{
    const int calls = std::max(1, m_blocks->timedCalls());
    Json json{{"case", caseName},
              {"clock", clockName(TimingMethod::Host)},
              {"calls", m_blocks->timedCalls()},
              {"judged", m_blocks->judgedCalls()},
              {"line_us",
               {{"awake", microseconds(m_cost.awake)},
                {"asleep", microseconds(m_cost.asleep)},
                {"spread", microseconds(m_cost.spread)}}},
              {"candidate_cpu_us", microseconds(m_blocks->candidateCpuSeconds()) / calls}};
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
        compared, Seconds(m_context.limits.callSeconds), work.stop);
    if (!timed) {
        work.session.dropBaseline();
        return timed.error();
    }
    JudgedBlocks &blocks = (*timed)->blocks();
    const PairedTiming timing = timeInPairs(blocks.baseline(), blocks.candidate(), m_context.timing,
                                            work.stop, [&blocks] { blocks.begin(); });
    return keepJudged(work, data, **timed, timing, std::move(trial));
}

Status Evaluator::keepJudged(Work &work, const TrialData &data, NativeTiming &timed,
                             const PairedTiming &timing, Trial trial)
{
    const JudgedBlocks &blocks = timed.blocks();
    work.notes = "\nkloupe timing: " + timed.describe(data.spec.caseName).dump() + "\n";
    if (!work.subject->whyNotHeld().empty())
        addFlag(work.evaluation, "not_held");
    if (blocks.wrong()) {
        judgeBy(*blocks.wrong(), trial);
        work.evaluation.trials.push_back(std::move(trial));
        work.end(blocks.wrong()->verdict,
                 "right when verified, wrong while timed: " + blocks.wrong()->message);
        return {};
    }
    if (blocks.error() && timing.end != TimingEnd::Cancelled)
        return *blocks.error();
    if (timing.end != TimingEnd::Precise && timing.end != TimingEnd::OutOfTime)
        return endTiming(work, timing.end, blocks.last());
    trial.verdict = Verdict::Correct;
    trial.message = fmt::format("{} of {} timed calls were judged", blocks.judgedCalls(),
                                blocks.timedCalls());
    work.evaluation.trials.push_back(std::move(trial));
    loupe::keepTiming(timing, data.spec.caseName, "native reference", timed.cost().awake * 1e3,
                      work.evaluation);
    const double shorter
        = std::min(*work.evaluation.candidateMs, *work.evaluation.baselineMs) * 1e-3;
    if (areTooShort(shorter, timed.cost()))
        addFlag(work.evaluation, "short_calls");
    keepWork(workOf(data.spec), ratesFor(data.spec), m_context.ceilings, work.evaluation);
    return {};
}

} // namespace loupe
