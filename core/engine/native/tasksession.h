// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/calltensors.h"
#include "core/engine/native/enginecontext.h"
#include "core/platforms/host/nativehost.h"

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe {

/// A task made ready once and used by all its candidates: the built reference, the oracle's inputs
/// and expectations, and the baseline process that is timed. Thread-safe but for baseline().
class TaskSession
{
public:
    TaskSession(const NativeTask &task, const EngineContext &context);

    const NativeTask &task() const { return m_task; }
    const EngineContext &context() const { return m_context; }

    /// The oracle's trials; made on the first call, the same ever after. An error is the task's or
    /// the machinery's, not a candidate's.
    Result<const std::vector<TrialData> *> trials(const std::stop_token &stop);
    /// The reference's library; built on the first call.
    Result<std::filesystem::path> referenceLibrary(std::stop_token stop);

    /// What candidates are timed against, as a subject: the reference, or on a GPU the task's
    /// baseline.cu; null where there is none. Starts it where it does not run. Use it only while
    /// holding the timing lease.
    Result<NativeSubject *> baseline(const std::stop_token &stop);
    /// Gives it inputs, of so many calls, and outputs of its own.
    Status prepareBaseline(const TrialSpec &trial, const TensorArena &inputs,
                           std::size_t slotCount);
    TensorArena &baselineOutputs() { return *m_baselineOutputs; }
    /// Forgets the baseline process after it failed; the next call starts a new one.
    void dropBaseline();

private:
    Result<std::filesystem::path> buildReference(std::stop_token stop);
    Result<std::filesystem::path> buildBaseline(std::stop_token stop);

    const NativeTask &m_task;
    const EngineContext &m_context;
    std::mutex m_mutex;
    std::optional<std::filesystem::path> m_library;
    /// Of builds that the cache does not have.
    std::vector<std::shared_ptr<const TemporaryFolder>> m_folders;
    std::optional<std::vector<TrialData>> m_trials;
    std::optional<Error> m_failure; ///< remembered: a broken task fails once, not per candidate
    std::unique_ptr<TensorArena> m_baselineOutputs;
    std::unique_ptr<NativeSubject> m_baseline;
};

} // namespace loupe
