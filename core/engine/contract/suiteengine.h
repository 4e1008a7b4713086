// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/contract/baselineledger.h"
#include "core/engine/request/plan.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/run.h"
#include "core/model/verdict/verdict.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Result of one task's controls. A sound task passes its own reference, and fails a candidate that
/// writes zeros and one that raises.
struct ControlReport {
    std::string task;
    bool sound = false;
    std::string reason;                       ///< why it is not sound; else empty
    Verdict reference = Verdict::NotRecorded; ///< must be Correct
    Verdict zeros = Verdict::NotRecorded;     ///< must be a failure
    Verdict raising = Verdict::NotRecorded;   ///< must be a failure
    int trials = 0;
};

class OccupationLog;

/// Evaluator of candidates of one kind of suite. Each engine thread has its own.
class CandidateEvaluator
{
public:
    virtual ~CandidateEvaluator() = default;
    /// Returns the evaluation, including that of a failed candidate. Errors: Cancelled, or an
    /// infrastructure failure. Calls `entering` at the beginning of each stage.
    virtual Result<Evaluation>
    evaluate(const PlanItem &item, const std::function<void(Stage)> &entering, std::stop_token stop)
        = 0;
    /// Returns the device of its candidates: "cpu", "cuda:0"; empty if unknown.
    virtual std::string device() const { return {}; }
};

/// Engine for one kind of suite on this machine. Prepared once for a run and shared by its threads.
class SuiteEngine
{
public:
    virtual ~SuiteEngine() = default;

    virtual std::string protocol() const = 0; ///< Run::protocol
    virtual Environment environment() const = 0;
    /// Returns further facts for users and resumed runs: limits of this kind, versions, rules.
    virtual Json profile() const = 0;
    /// Returns remarks on this machine for the user before the run begins, a sentence each.
    virtual std::vector<std::string> remarks() const { return {}; }
    /// Returns the run's seed, hexadecimal; trials derive theirs from it and the task.
    virtual const std::string &seed() const = 0;
    /// Sets the seed with which a resumed run began. Call before the first evaluator is made.
    virtual void useSeed(std::string seed) = 0;

    /// Returns the ledger of the run's further baselines; null if it has only its own.
    virtual std::shared_ptr<BaselineLedger> baselines() const { return nullptr; }
    /// Replaces the ledger by that of another engine of the run. Call before the first evaluator is
    /// made.
    virtual void useBaselines(const std::shared_ptr<BaselineLedger> & /*ledger*/) { }

    /// Receives how many tasks of how many are checked.
    using CheckProgress = std::function<void(int done, int total)>;
    /// Runs the controls of these tasks, which show whether they tell right from wrong. Empty if
    /// this kind of suite has none; known defects are then stored with the tasks. Calls `progress`
    /// from one thread at a time.
    virtual Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> &items, int jobs,
                                                     const CheckProgress &progress,
                                                     const std::stop_token &stop)
        = 0;

    /// Moves the slowest items to the front, as far as known, so that the run does not wait for one
    /// late item. Items of a task stay together.
    virtual void arrange(std::vector<PlanItem> & /*items*/) const { }
    /// Announces the items to come, so that a task's data is kept as long as it is needed.
    virtual void expect(const std::vector<PlanItem> &items) = 0;
    /// Reports that one item of its task is done, evaluated or not. Thread-safe.
    virtual void done(const PlanItem &item) = 0;
    /// Makes an evaluator, which must not outlive the engine. Thread-safe.
    virtual std::unique_ptr<CandidateEvaluator> makeEvaluator() = 0;
    /// Sends occupations of evaluations to this log; call before the first evaluator is made.
    /// Returns false if only stages are reported.
    virtual bool tellOccupations(const std::shared_ptr<OccupationLog> & /*log*/) { return false; }
};

} // namespace loupe
