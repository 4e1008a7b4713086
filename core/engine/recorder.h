// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/enginecontext.h"
#include "core/engine/plan.h"
#include "core/engine/runner.h"
#include "core/store/storewriter.h"

#include <map>
#include <memory>
#include <mutex>

namespace loupe {

/// A run in the store: writes each evaluation as it ends and tells the observer. Thread-safe.
class Recorder
{
public:
    /// Opens the store and begins the run, or finds the one to resume; then `context.seed` becomes
    /// that run's seed. Refuses to resume a run whose suite or methods have changed.
    static Result<std::unique_ptr<Recorder>> open(const RunRequest &request, const Plan &plan,
                                                  EngineContext &context, RunObserver &observer);

    const std::string &runName() const { return m_runName; }
    /// The items the store does not have yet.
    std::vector<PlanItem> remaining(const std::vector<PlanItem> &items) const;
    void expect(int total, int alreadyDone);

    void entered(const PlanItem &item, Stage stage);
    void log(const std::string &line);
    /// Durable once it returns success; an error means that the run cannot go on.
    Status record(const PlanItem &item, const Evaluation &evaluation);
    Result<RunOutcome> finish(bool cancelled);

private:
    Recorder(std::unique_ptr<StoreWriter> writer, RunObserver &observer);
    Status begin(const RunRequest &request, const Plan &plan, const EngineContext &context);
    Status resume(const RunRequest &request, const Plan &plan, EngineContext &context);
    Status addNames(const Plan &plan);

    std::unique_ptr<StoreWriter> m_writer;
    RunObserver &m_observer;
    std::mutex m_mutex;
    std::string m_runName;
    RunId m_run;
    std::map<std::string, TaskId> m_tasks;
    std::map<std::string, MethodId> m_methods;
    std::set<EvaluationKey> m_finished;
    RunOutcome m_outcome;
    int m_done = 0;
    int m_total = 0;
};

} // namespace loupe
