// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/runoutcome.h"
#include "core/engine/run/unfinishedlog.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace loupe {

/// A run in the store: writes each evaluation as it ends and tells the observer. Thread-safe.
class Recorder
{
public:
    /// Opens the store and begins the run, or finds the one to resume; then the engine goes on
    /// with that run's seed. Refuses to resume a run whose suite or methods have changed.
    static Result<std::unique_ptr<Recorder>> open(const RunRequest &request, const Plan &plan,
                                                  SuiteEngine &engine, RunObserver &observer);

    const std::string &runName() const { return m_runName; }
    /// The items the store does not have yet.
    std::vector<PlanItem> remaining(const std::vector<PlanItem> &items) const;
    /// Of these items those whose task has not been audited in this store.
    std::vector<PlanItem> unproved(const std::vector<PlanItem> &items) const;
    /// Keeps what the controls showed with the tasks, and says which are unsound.
    Status proved(const std::vector<PlanItem> &items, const std::vector<ControlReport> &reports);
    void expect(int total, int alreadyDone);

    /// Tells what is to be evaluated now, in this order.
    void queued(const std::vector<PlanItem> &items);
    void entered(const PlanItem &item, Stage stage, const std::string &device);
    /// `log`: what was known of it.
    void cancelled(const PlanItem &item, const std::string &log = {});
    void lost(const std::string &device);
    void log(const std::string &line);
    void tell(const RunLoad &load);
    /// Durable once it returns success; an error means that the run cannot go on. `device` and
    /// `seconds`: where and how long it took, for the observer.
    Status record(const PlanItem &item, const Evaluation &evaluation, const std::string &device,
                  double seconds);
    Result<RunOutcome> finish(bool cancelled);

private:
    Recorder(std::unique_ptr<StoreWriter> writer, RunObserver &observer);
    Status begin(const RunRequest &request, const Plan &plan, const SuiteEngine &engine);
    Status resume(const RunRequest &request, const Plan &plan, SuiteEngine &engine);
    Status addNames(const Plan &plan);
    /// What is under way in it from now on is kept until it has ended.
    void keepUnfinished(const RunRequest &request);
    /// Before the evaluations, whose candidates name requests.
    Status addDialogues(const Plan &plan);

    std::unique_ptr<StoreWriter> m_writer;
    std::optional<UnfinishedLog> m_unfinished; ///< before the writer goes
    RunObserver &m_observer;
    std::mutex m_mutex;
    std::string m_runName;
    RunId m_run;
    std::map<std::string, TaskId> m_tasks;
    std::set<std::string> m_audited; ///< tasks
    std::map<std::string, MethodId> m_methods;
    std::set<EvaluationKey> m_finished;
    RunOutcome m_outcome;
    int m_done = 0;
    int m_total = 0;
    bool m_saidNotKept = false;
    bool m_saidUnfinished = false;
};

/// "native: demo-plain", or with " 2", " 3" … behind it when the store has that name.
std::string freeRunName(const std::filesystem::path &store, const Plan &plan);

} // namespace loupe
