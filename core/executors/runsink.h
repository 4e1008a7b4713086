// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runobserver.h"
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

/// The run in the asker's own store that a run elsewhere fills. It takes only what the plan asks
/// for: tasks, sources and names are ours, whoever sends the results.
class RunSink
{
public:
    /// Opens the store; of a run to be resumed finds out what it has. The plan must outlive it.
    static Result<std::unique_ptr<RunSink>> open(const RunRequest &request, const Plan &plan,
                                                 RunObserver &observer);

    const std::string &job() const { return m_job; }
    const std::string &runName() const { return m_name; }
    bool isBegun() const { return static_cast<bool>(m_run); }
    int alreadyDone() const { return m_outcome.alreadyDone; }
    int total() const { return m_total; }

    /// What a node must agree on to go on behind it.
    Result<StorePrefix> prefix() const;
    /// The node's word of the run; only the first counts. Places of this machine replace the
    /// node's. InvalidInput where it is of another suite, Unsupported where a run that has begun is
    /// of another device.
    Status begin(Run run, const std::string &place);
    /// Whether a task can tell right from wrong. InvalidInput for one that is not in the plan.
    Status proved(const std::string &task, const std::string &hash, bool sound,
                  const std::string &reason);
    /// Durable once it returns success; what the store has already is left as it is. InvalidInput
    /// for what is not in the plan.
    Status record(Evaluation evaluation);
    void log(const std::string &line) { m_observer.logged(line); }
    /// Tells the observer of the items that are not stored yet, once.
    void queue() { m_watched.queue(m_plan, m_finished); }
    WatchedItems &items() { return m_watched; }
    /// Whether every evaluation of the plan is there, failures of the machinery included.
    bool isComplete() const { return m_done >= m_total; }
    Result<RunOutcome> finish(bool cancelled);

private:
    RunSink(const RunRequest &request, const Plan &plan, RunObserver &observer);
    Status resume();

    RunRequest m_request;
    const Plan &m_plan;
    RunObserver &m_observer;
    WatchedItems m_watched;
    std::unique_ptr<StoreWriter> m_writer;
    std::string m_job;
    std::string m_name;
    RunId m_run;
    Environment m_environment; ///< of the run, once it has begun
    std::map<EvaluationKey, const PlanItem *> m_items;
    std::map<std::string, const Task *> m_tasks;
    std::map<std::string, TaskId> m_taskIds;
    std::map<std::string, MethodId> m_methodIds;
    std::set<EvaluationKey> m_finished; ///< without failures of the machinery
    std::set<EvaluationKey> m_recorded; ///< by us
    RunOutcome m_outcome;
    int m_done = 0;
    int m_total = 0;
};

} // namespace loupe
