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

} // namespace

Status PythonTask::planMemory(OracleConversation &oracle, std::vector<PythonPhase> &phases) const
{
    const bool onDevice = m_context.tensors.isOnDevice();
    // Made all at once by the suite; the first trial says whether they fit.
    if (phases.front().isGrouped)
        return onDevice ? planDeviceMemory(std::nullopt, phases) : Status();
    const auto bytes = oracle.inputBytes();
    if (!bytes)
        return bytes.error();
    if (onDevice) {
        if (Status fits = planDeviceMemory(*bytes, phases); !fits)
            return fits;
    }
    if (!*bytes)
        return {};
    // On a device, the host makes the inputs at most, and sends them there.
    // Inputs, what the reference makes of them and what the candidate does: results are seldom
    // larger than inputs. Each side holds a copy beside the one that is handed over.
    const std::int64_t oneTrial = **bytes * (onDevice ? 2 : 5);
    if (oneTrial > m_context.memoryBytes)
        return Error{Errc::Unsupported,
                     "needs " + gigabytes(oneTrial) + " of memory, and "
                         + gigabytes(m_context.memoryBytes) + " may be used here",
                     m_task.file.string(),
                     "evaluate it on a machine with more memory",
                     {}};
    std::size_t trials = 0;
    for (const PythonPhase &phase : phases)
        trials += phase.trials.size();
    const std::int64_t kept = **bytes * 2 * static_cast<std::int64_t>(trials);
    if (kept > m_context.limits().keptTask) {
        for (PythonPhase &phase : phases) {
            phase.isStreamed = true;
            phase.trialBytes = oneTrial;
        }
    }
    return {};
}

Status PythonTask::planByResult(const PythonTrial &made, std::vector<PythonPhase> &phases) const
{
    if (!m_context.tensors.isOnDevice())
        return {};
    const std::int64_t given = made.given.view().bytes();
    const std::int64_t expected = made.expected.view().bytes();
    if (expected <= given)
        return {};
    if (Status fits = planDeviceMemory(expected, phases); !fits)
        return fits;
    std::size_t trials = 0;
    for (const PythonPhase &phase : phases)
        trials += phase.trials.size();
    const std::int64_t kept = (given + expected) * static_cast<std::int64_t>(trials);
    if (kept <= m_context.limits().keptTask)
        return {};
    for (PythonPhase &phase : phases) {
        phase.isStreamed = true;
        phase.trialBytes = std::max(phase.trialBytes, given * 2);
        for (PythonTrial &trial : phase.trials)
            trial = trial.plan();
    }
    return {};
}

Status PythonTask::planDeviceMemory(std::optional<std::int64_t> inputBytes,
                                    std::vector<PythonPhase> &phases) const
{
    const std::int64_t needed
        = deviceBytesOfTrial(inputBytes, m_context.deviceBytes(), m_context.jobs);
    // What is not free now may be free later: only what the device has not got at all is refused.
    const std::int64_t all = m_context.tensors.totalBytes;
    if (inputBytes && needed > all)
        return Error{Errc::Unsupported,
                     "needs " + gigabytes(needed) + " of the GPU's memory, which has "
                         + gigabytes(all),
                     m_task.file.string(),
                     "evaluate it on a GPU with more memory",
                     {}};
    for (PythonPhase &phase : phases)
        phase.deviceBytes = needed;
    return {};
}

} // namespace loupe
