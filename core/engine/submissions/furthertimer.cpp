// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/furthertimer.h"

#include "core/base/digest.h"
#include "core/base/median.h"
#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/machine/machine.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timedfeed.h"
#include "core/model/record/furtherbaseline.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace loupe {

namespace {

BaselineForm formOf(const std::string &kind)
{
    return optionWords<BaselineForm>().at(kind);
}

double deviationOf(const std::vector<double> &values)
{
    double mean = 0;
    for (const double each : values)
        mean += each / static_cast<double>(values.size());
    double squares = 0;
    for (const double each : values)
        squares += (each - mean) * (each - mean);
    return values.size() < 2 ? 0 : std::sqrt(squares / static_cast<double>(values.size() - 1));
}

GoldenRecord recordOf(const BenchmarkTask &task, const FurtherBaseline &baseline,
                      const std::vector<double> &samplesMs)
{
    const auto [least, most] = std::ranges::minmax(samplesMs);
    GoldenRecord out;
    out.task = task.task.name;
    out.baseline = baseline.name;
    out.caseName = task.shape;
    out.milliseconds = medianOf(samplesMs);
    out.minimumMs = least;
    out.maximumMs = most;
    out.deviationMs = deviationOf(samplesMs);
    out.originalRecord = furtherRecord(baseline.conditions, task.task.hash, samplesMs);
    out.source = furtherSource;
    return out;
}

} // namespace

std::shared_ptr<BaselineLedger> baselineLedgerFor(const PythonContext &context, Json more)
{
    if (context.rules.furtherBaselines.empty())
        return nullptr;
    const Environment machine = describeMachine(context.environment, context.rules.device);
    more["machine"] = sha256Hex(machine.deviceName + "\n" + machine.json);
    more["clock"] = clockName(context.clock.method);
    more["cache"] = name(context.timing.cache);
    more["rotated_inputs"] = context.timing.rotatedInputs;
    more["threads"] = context.settings.threads;
    more["inputs"] = "unseen"; // times on repeated inputs are not used again
    std::vector<FurtherBaseline> baselines;
    baselines.reserve(context.rules.furtherBaselines.size());
    for (const BaselineForm form : context.rules.furtherBaselines)
        baselines.push_back({std::string(name(form)), baselineName(context, form), more.dump()});
    return std::make_shared<BaselineLedger>(std::move(baselines));
}

Status FurtherTimer::time(PythonWork &work, const PythonPhase &phase,
                          const PythonTrial &trial) const
{
    if (!m_context.baselines)
        return {};
    const BenchmarkTask &shape = work.task->task();
    const std::string task = ledgerName(shape);
    for (const FurtherBaseline &baseline : m_context.baselines->baselines()) {
        if (!m_context.baselines->claim(baseline.name, task))
            continue;
        work.subject->end(); // its memory and processors are free for the baseline
        auto timed = timeOne(work, phase, trial, baseline);
        if (!timed && work.stop.stop_requested()) {
            // The evaluation is not stored, and neither are the times that came with it.
            m_context.baselines->release(baseline.name, task);
            for (const FurtherTime &each : work.evaluation.furtherTimes)
                m_context.baselines->release(each.record.baseline, task);
            return cancelledRun();
        }
        FurtherTime &out = work.evaluation.furtherTimes.emplace_back();
        if (timed) {
            out.record = std::move(*timed);
            continue;
        }
        out.record.task = shape.task.name;
        out.record.baseline = baseline.name;
        out.record.caseName = shape.shape;
        out.missing = timed.error().message;
        const Json note{{"form", baseline.kind}, {"missing", out.missing}};
        work.notes += "\nkloupe baseline: " + note.dump() + "\n";
    }
    return {};
}

Result<GoldenRecord> FurtherTimer::timeOne(PythonWork &work, const PythonPhase &phase,
                                           const PythonTrial &trial,
                                           const FurtherBaseline &baseline) const
{
    auto together = m_shared.takeTurn(work.seconds);
    auto reference = start(work, phase, trial, formOf(baseline.kind));
    if (!reference)
        return reference.error();
    CallClock clock(*(*reference)->child, timedCallOf(phase, trial, work.task->task().entry),
                    m_context.clock, Seconds(m_context.settings.limits.callSeconds + 1.0),
                    work.stop);
    if (Status settled = settleAlone(clock, m_context.clock.method); !settled)
        return settled.error();
    CallsAlone calls;
    std::optional<TimedFeed> feed;
    if (work.fresh) {
        feed.emplace(m_context, **reference, phase,
                     phase.style == PythonStyle::Model ? *work.fresh : trial,
                     TimedFeed::Use{formOf(baseline.kind), false}, work.stop);
        if (const CallOutcome begun = feed->begin(); begun.verdict != Verdict::Correct)
            return Error{Errc::Unsupported, "it failed before it was timed: " + begun.message,
                         "baseline"};
        calls.warmsUp = feed->canWarmUp(m_context.clock.method);
        calls.maxCalls = static_cast<int>(feed->slotCount()) - (calls.warmsUp ? 1 : 0);
        calls.place = [&](int count) {
            const auto renewed = feed->renew(static_cast<std::size_t>(count));
            if (!renewed)
                return CallOutcome{Verdict::OutOfMemory, renewed.error().message, 0};
            const CallOutcome &made = feed->made();
            return made.verdict == Verdict::Correct ? feed->lay(*(*reference)->child) : made;
        };
    }
    together.reset();
    StageSeconds::Part queueing(work.seconds, "wait for the timing lease");
    const TimedAlone alone(m_shared.lease, m_shared.reporter);
    queueing.stop();
    const StageSeconds::Part measuring(work.seconds, "timing further baselines");
    const auto samples
        = timeAlone(clock, calls, m_context.clock.method, m_context.timing, work.stop);
    return samples ? recordOf(work.task->task(), baseline, *samples)
                   : Result<GoldenRecord>(samples.error());
}

Result<std::unique_ptr<TrialStream>> FurtherTimer::start(PythonWork &work, const PythonPhase &phase,
                                                         const PythonTrial &trial,
                                                         BaselineForm form) const
{
    const StageSeconds::Part preparing(work.seconds, "prepare further baselines");
    const auto seat = m_servers.seat(work.stop);
    if (!seat)
        return seat.error();
    auto reference = work.task->stream(**seat, phase, work.stop);
    if (!reference)
        return reference;
    if (Status called = work.task->callTimed(**reference, phase, trial, form); !called)
        return called.error();
    if (Status formed = m_forms.use(work, *(*reference)->child, phase, form); !formed)
        return formed.error();
    return reference;
}

} // namespace loupe
