// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/taskmemory.h"

#include "core/engine/python/oracleconversation.h"

#include <algorithm>
#include <string>

namespace loupe {

namespace {

std::string gigabytes(std::int64_t size)
{
    return std::to_string((size + (1LL << 30) - 1) >> 30) + " GB";
}

/// Returns whether a structured trial varies only the first input. A task has trials of all inputs
/// or of the first, never both.
bool isOfOneInput(const PythonTrial &trial)
{
    return trial.variant.starts_with("first_");
}

std::int64_t countOf(const std::vector<PythonPhase> &phases)
{
    std::int64_t trials = 0;
    for (const PythonPhase &phase : phases)
        trials += static_cast<std::int64_t>(phase.trials.size())
            - std::ranges::count_if(phase.trials, isOfOneInput);
    return trials;
}

/// Makes the phases streamed: each trial is made anew for each candidate.
void makeAnew(std::vector<PythonPhase> &phases, std::int64_t trialBytes)
{
    for (PythonPhase &phase : phases) {
        phase.isStreamed = true;
        phase.trialBytes = std::max(phase.trialBytes, trialBytes);
        for (PythonTrial &trial : phase.trials)
            trial = trial.plan();
        phase.shapeHint.reset();
    }
}

} // namespace

TaskMemory::TaskMemory(const PythonContext &context, const BenchmarkTask &task)
    : m_context(context)
    , m_task(task.file)
    , m_keptBytes(context.limits().keptTask / task.shapes)
{
}

Status TaskMemory::plan(OracleConversation &oracle, std::vector<PythonPhase> &phases)
{
    const bool onDevice = m_context.tensors.isOnDevice();
    // The suite makes them all at once; the first trial shows whether they fit.
    if (phases.front().isGrouped)
        return onDevice ? planDevice(phases) : Status();
    const auto counted = oracle.sizes();
    if (!counted)
        return counted.error();
    m_sizes = *counted;
    if (m_sizes.inputs) {
        if (Status fits = planHost(phases); !fits)
            return fits;
    }
    return onDevice ? planDevice(phases) : Status();
}

Status TaskMemory::planHost(std::vector<PythonPhase> &phases) const
{
    // With a device, the host only makes the inputs and sends them. Otherwise this counts inputs,
    // the reference's results and the candidate's; results are seldom larger than inputs. Reference
    // and candidate processes each hold a copy in addition to the transferred one.
    const std::int64_t oneTrial = *m_sizes.inputs * (m_context.tensors.isOnDevice() ? 2 : 5);
    if (oneTrial > m_context.memoryBytes)
        return Error{Errc::Unsupported,
                     "needs " + gigabytes(oneTrial) + " of memory, and "
                         + gigabytes(m_context.memoryBytes) + " may be used here",
                     m_task.string(), "evaluate it on a machine with more memory"};
    if (m_sizes.trial() * countOf(phases) > m_keptBytes)
        makeAnew(phases, oneTrial);
    return {};
}

Status TaskMemory::planByResult(const PythonTrial &made, std::vector<PythonPhase> &phases)
{
    if (!m_context.tensors.isOnDevice())
        return {};
    const std::int64_t given = made.given.view().bytes();
    const std::int64_t expected = made.expected.view().bytes();
    if (expected <= m_sizes.result.value_or(given))
        return {};
    m_sizes.inputs = given;
    m_sizes.result = expected;
    m_sizes.peak = std::max(m_sizes.peak.value_or(0), expected);
    if (!m_sizes.isKnown()) // then every copy counts as the larger of the two
        m_sizes.inputs = expected;
    if ((given + expected) * countOf(phases) > m_keptBytes)
        makeAnew(phases, given * 2);
    return planDevice(phases);
}

Status TaskMemory::planDevice(std::vector<PythonPhase> &phases) const
{
    const std::int64_t share = m_context.deviceBytes() / std::max(m_context.jobs, 1);
    // Memory that is not free now may be free later, so that only tasks larger than the device are
    // refused.
    const std::int64_t all = m_context.tensors.totalBytes;
    std::int64_t needed = 0;
    for (PythonPhase &phase : phases) {
        const DevicePlan plan = devicePlan(m_sizes, m_context.limits(), phase.isStreamed, share);
        needed = std::max(needed, plan.most());
        // The plan covers one of the trials that are kept.
        const std::int64_t others
            = m_sizes.inputs && !phase.isStreamed ? m_sizes.trial() * (countOf(phases) - 1) : 0;
        phase.deviceBytes = others + plan.judging + (m_context.timing.enabled ? plan.fresh : 0);
        phase.preparingBytes = std::max(others + plan.preparing, std::min(all, phase.deviceBytes));
    }
    if (!m_sizes.inputs || needed <= all)
        return {};
    return Error{Errc::Unsupported,
                 "needs " + gigabytes(needed) + " of the GPU's memory, which has " + gigabytes(all),
                 m_task.string(), "evaluate it on a GPU with more memory"};
}

} // namespace loupe
