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

/// State of a task, shared by all its candidates: the built reference, the trials, and the baseline
/// process. Thread-safe except for the use of the baseline.
class TaskSession
{
public:
    TaskSession(const NativeTask &task, const EngineContext &context);

    const NativeTask &task() const { return m_task; }
    const EngineContext &context() const { return m_context; }

    /// Returns the trials, made on the first call. Errors belong to the task or the machinery, not
    /// to a candidate.
    Result<const std::vector<TrialData> *> trials(const std::stop_token &stop);
    /// Returns the reference's library, built on the first call.
    Result<std::filesystem::path> referenceLibrary(std::stop_token stop);

    /// Returns the baseline process, started if necessary: the reference, or on a GPU the task's
    /// baseline.cu; null if there is none. Use it only while holding the timing lease.
    Result<NativeSubject *> baseline(const std::stop_token &stop);
    /// Passes the inputs of `slotCount` calls and its own outputs to the baseline.
    Status prepareBaseline(const TrialSpec &trial, const TensorArena &inputs,
                           std::size_t slotCount);
    TensorArena &baselineOutputs() { return *m_baselineOutputs; }
    /// Drops the baseline process after a failure; the next baseline() starts a new one.
    void dropBaseline();

private:
    Result<std::filesystem::path> buildReference(std::stop_token stop);
    Result<std::filesystem::path> buildBaseline(std::stop_token stop);

    const NativeTask &m_task;
    const EngineContext &m_context;
    std::mutex m_mutex;
    std::optional<std::filesystem::path> m_library;
    /// Folders of builds that are not in the cache.
    std::vector<std::shared_ptr<const TemporaryFolder>> m_folders;
    std::optional<std::vector<TrialData>> m_trials;
    std::optional<Error> m_failure; ///< kept: a broken task fails once, not per candidate
    std::unique_ptr<TensorArena> m_baselineOutputs;
    std::unique_ptr<NativeSubject> m_baseline;
};

} // namespace loupe
