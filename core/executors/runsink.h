// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/engine/run/runner.h"
#include "core/executors/storeprefix.h"
#include "core/executors/watcheditems.h"
#include "core/store/write/storewriter.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace loupe {

/// Local run that a remote run fills with results. Accepts only results that the plan contains;
/// tasks, sources and names are always the local ones.
class RunSink
{
public:
    /// Opens the store and, for a resumed run, reads its results. `resolved` must outlive the sink.
    static Result<std::unique_ptr<RunSink>> open(const ResolvedRequest &resolved,
                                                 RunObserver &observer);

    const std::string &job() const { return m_job; }
    const std::string &runName() const { return m_name; }
    bool isBegun() const { return static_cast<bool>(m_run); }
    int alreadyDone() const { return m_outcome.alreadyDone; }
    int total() const { return m_total; }

    /// Returns the stored prefix that a node must agree on to continue after it.
    Result<StorePrefix> prefix() const;
    /// Begins the run with the node's description; only the first call counts. Local folders
    /// replace the node's. InvalidInput for another suite, Unsupported if a begun run used another
    /// device.
    Status begin(Run run, const std::string &place);
    /// Stores whether a task can distinguish right from wrong. InvalidInput if the plan lacks the
    /// task.
    Status proved(const std::string &task, const std::string &hash, bool sound,
                  const std::string &reason);
    /// Stores an evaluation durably; an evaluation already stored is unchanged. InvalidInput if it
    /// is not in the plan.
    Status record(Evaluation evaluation);
    void log(const std::string &line) { m_observer.logged(line); }
    /// Reports the items not yet stored to the observer, once.
    void queue() { m_watched.queue(m_plan, m_finished); }
    WatchedItems &items() { return m_watched; }
    /// Returns true if all evaluations of the plan are stored, including infrastructure errors.
    bool isComplete() const { return m_done >= m_total; }
    Result<RunOutcome> finish(bool cancelled);

private:
    RunSink(const ResolvedRequest &resolved, RunObserver &observer);
    Status resume();

    const RunRequest &m_request;
    const Plan &m_plan;
    RunObserver &m_observer;
    WatchedItems m_watched;
    std::unique_ptr<StoreWriter> m_writer;
    std::string m_job;
    std::string m_name;
    RunId m_run;
    Environment m_environment; ///< of the begun run
    std::map<EvaluationKey, const PlanItem *> m_items;
    std::map<std::string, const Task *> m_tasks;
    std::map<std::string, TaskId> m_taskIds;
    std::map<std::string, MethodId> m_methodIds;
    std::set<EvaluationKey> m_finished; ///< without infrastructure errors
    std::set<EvaluationKey> m_recorded; ///< by this sink
    RunOutcome m_outcome;
    int m_done = 0;
    int m_total = 0;
};

} // namespace loupe
