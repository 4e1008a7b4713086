// SPDX-License-Identifier: Apache-2.0
//
// What a task's trials take of the machine's and the device's memory, planned before they are made.
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/pythontask.h"

#include <algorithm>

namespace loupe {

namespace {

std::string gigabytes(std::int64_t size)
{
    return std::to_string((size + (1LL << 30) - 1) >> 30) + " GB";
}

std::int64_t countOf(const std::vector<PythonPhase> &phases)
{
    std::size_t trials = 0;
    for (const PythonPhase &phase : phases)
        trials += phase.trials.size();
    return static_cast<std::int64_t>(trials);
}

/// From now on each trial is made anew when a candidate is to be given it.
void makeAnew(std::vector<PythonPhase> &phases, std::int64_t trialBytes)
{
    for (PythonPhase &phase : phases) {
        phase.isStreamed = true;
        phase.trialBytes = std::max(phase.trialBytes, trialBytes);
        for (PythonTrial &trial : phase.trials)
            trial = trial.plan();
    }
}

} // namespace

Status PythonTask::planMemory(OracleConversation &oracle, std::vector<PythonPhase> &phases,
                              TaskSizes &sizes) const
{
    const bool onDevice = m_context.tensors.isOnDevice();
    // Made all at once by the suite; the first trial says whether they fit.
    if (phases.front().isGrouped)
        return onDevice ? planDeviceMemory(sizes, phases) : Status();
    const auto counted = oracle.sizes();
    if (!counted)
        return counted.error();
    sizes = *counted;
    if (sizes.inputs) {
        if (Status fits = planHostMemory(sizes, phases); !fits)
            return fits;
    }
    return onDevice ? planDeviceMemory(sizes, phases) : Status();
}

Status PythonTask::planHostMemory(const TaskSizes &sizes, std::vector<PythonPhase> &phases) const
{
    // On a device, the host makes the inputs at most, and sends them there.
    // Inputs, what the reference makes of them and what the candidate does: results are seldom
    // larger than inputs. Each side holds a copy beside the one that is handed over.
    const std::int64_t oneTrial = *sizes.inputs * (m_context.tensors.isOnDevice() ? 2 : 5);
    if (oneTrial > m_context.memoryBytes)
        return Error{Errc::Unsupported,
                     "needs " + gigabytes(oneTrial) + " of memory, and "
                         + gigabytes(m_context.memoryBytes) + " may be used here",
                     m_task.file.string(),
                     "evaluate it on a machine with more memory",
                     {}};
    if (sizes.trial() * countOf(phases) > m_context.limits().keptTask)
        makeAnew(phases, oneTrial);
    return {};
}

Status PythonTask::planByResult(const PythonTrial &made, std::vector<PythonPhase> &phases,
                                TaskSizes &sizes) const
{
    if (!m_context.tensors.isOnDevice())
        return {};
    const std::int64_t given = made.given.view().bytes();
    const std::int64_t expected = made.expected.view().bytes();
    if (expected <= sizes.result.value_or(given))
        return {};
    sizes.inputs = given;
    sizes.result = expected;
    sizes.peak = std::max(sizes.peak.value_or(0), expected);
    if (!sizes.isKnown()) // then the larger of the two is what all copies are as large as
        sizes.inputs = expected;
    if ((given + expected) * countOf(phases) > m_context.limits().keptTask)
        makeAnew(phases, given * 2);
    return planDeviceMemory(sizes, phases);
}

Status PythonTask::planDeviceMemory(const TaskSizes &sizes, std::vector<PythonPhase> &phases) const
{
    const std::int64_t share = m_context.deviceBytes() / std::max(m_context.jobs, 1);
    // What is not free now may be free later: only what the device has not got at all is refused.
    const std::int64_t all = m_context.tensors.totalBytes;
    std::int64_t needed = 0;
    for (PythonPhase &phase : phases) {
        const DevicePlan plan = devicePlan(sizes, m_context.limits(), phase.isStreamed, share);
        needed = std::max(needed, plan.most());
        // Of trials that are kept, the plan has one.
        const std::int64_t others
            = sizes.inputs && !phase.isStreamed ? sizes.trial() * (countOf(phases) - 1) : 0;
        phase.deviceBytes = others + plan.judging + (m_context.timing.enabled ? plan.fresh : 0);
        phase.preparingBytes = std::max(others + plan.preparing, std::min(all, phase.deviceBytes));
    }
    if (!sizes.inputs || needed <= all)
        return {};
    return Error{Errc::Unsupported,
                 "needs " + gigabytes(needed) + " of the GPU's memory, which has " + gigabytes(all),
                 m_task.file.string(),
                 "evaluate it on a GPU with more memory",
                 {}};
}

} // namespace loupe
