// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/run/resolvedrequest.h"
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

/// Run in the store: writes each evaluation when it ends and notifies the observer. Thread-safe.
class Recorder
{
public:
    /// Opens the store and begins a run, or finds the one to resume and passes its seed to the
    /// engine. Refuses to resume if the suite or the methods have changed.
    static Result<std::unique_ptr<Recorder>> open(const ResolvedRequest &resolved,
                                                  SuiteEngine &engine, RunObserver &observer);

    const std::string &runName() const { return m_runName; }
    /// Returns the items that the store lacks.
    std::vector<PlanItem> remaining(const std::vector<PlanItem> &items) const;
    /// Returns the items whose task has not been audited in this store.
    std::vector<PlanItem> unproved(const std::vector<PlanItem> &items) const;
    /// Notifies the observer that `done` of `total` tasks were checked with their controls.
    void checked(int done, int total);
    /// Stores the results of the controls with the tasks and logs the unsound ones.
    Status proved(const std::vector<PlanItem> &items, const std::vector<ControlReport> &reports);
    /// Reads the times of further baselines that the store has, and logs how many are kept.
    Status keepTimes(const ResolvedRequest &resolved, BaselineLedger &ledger);
    void expect(int total, int alreadyDone);

    /// Notifies the observer of the items to be evaluated, in this order.
    void queued(const std::vector<PlanItem> &items);
    void entered(const PlanItem &item, Stage stage, const std::string &device);
    /// `log`: output known so far.
    void cancelled(const PlanItem &item, const std::string &log = {});
    void lost(const std::string &device);
    void log(const std::string &line);
    void tell(const RunLoad &load);
    /// Stores an evaluation; it is durable on success, and an error ends the run. `device` and
    /// `seconds` are for the observer.
    Status record(const PlanItem &item, const Evaluation &evaluation, const std::string &device,
                  double seconds);
    Result<RunOutcome> finish(bool cancelled);

private:
    Recorder(std::unique_ptr<StoreWriter> writer, RunObserver &observer);
    Status begin(const ResolvedRequest &resolved, const SuiteEngine &engine);
    Status resume(const ResolvedRequest &resolved, SuiteEngine &engine);
    Status addNames(const Plan &plan);
    /// Begins to log unfinished evaluations.
    void keepUnfinished(const RunRequest &request);
    /// Stores the dialogues, before evaluations whose candidates refer to their requests.
    Status addDialogues(const Plan &plan);

    std::unique_ptr<StoreWriter> m_writer;
    std::optional<UnfinishedLog> m_unfinished; ///< destroyed before the writer
    RunObserver &m_observer;
    std::mutex m_mutex;
    std::string m_runName;
    RunId m_run;
    std::map<std::string, TaskId> m_tasks;
    std::set<std::string> m_audited; ///< names of tasks
    std::map<std::string, MethodId> m_methods;
    std::set<EvaluationKey> m_finished;
    RunOutcome m_outcome;
    int m_done = 0;
    int m_total = 0;
    bool m_saidNotKept = false;
    bool m_saidUnfinished = false;
};

/// Returns "native: demo-plain", with " 2", " 3" … appended if one of `runs` has that name,
/// followed by one of the suffixes. A store that does not exist yet has none. `taken` are further
/// names in use: those of jobs without a result in the store.
std::string freeRunName(const Plan &plan, const StoredRuns &runs,
                        const std::vector<std::string> &suffixes = {""},
                        std::set<std::string> taken = {});

} // namespace loupe
