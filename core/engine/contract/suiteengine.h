// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/contract/controlreport.h"
#include "core/engine/request/plan.h"
#include "core/model/evaluation.h"
#include "core/model/run.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

class OccupationLog;

/// Judges candidates of one kind of suite. Each engine thread has its own.
class CandidateEvaluator
{
public:
    virtual ~CandidateEvaluator() = default;
    /// The evaluation, whatever becomes of the candidate. Errors: Cancelled, or the machinery's.
    /// `entering` is told each stage as it begins.
    virtual Result<Evaluation>
    evaluate(const PlanItem &item, const std::function<void(Stage)> &entering, std::stop_token stop)
        = 0;
    /// Where its candidates run: "cpu", "cuda:0"; empty where it does not say.
    virtual std::string device() const { return {}; }
};

/// One kind of suite on this machine: what its judging needs, made ready once for a run and shared
/// by the run's threads.
class SuiteEngine
{
public:
    virtual ~SuiteEngine() = default;

    virtual std::string protocol() const = 0; ///< Run::protocol
    virtual Environment environment() const = 0;
    /// What else a person or a resumed run must know: limits of this kind, versions, rules.
    virtual Json profile() const = 0;
    /// Returns what the user has to know of this machine before the run begins, a sentence each.
    virtual std::vector<std::string> remarks() const { return {}; }
    /// Of the run, hexadecimal; trials derive theirs from it and the task.
    virtual const std::string &seed() const = 0;
    /// A resumed run goes on with the seed it began with. Before the first evaluator is made.
    virtual void useSeed(std::string seed) = 0;

    /// Runs the controls of these tasks, which prove that they can tell right from wrong. Empty
    /// where this kind of suite has none; what is known of its defects then stands with the tasks.
    virtual Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> &items, int jobs,
                                                     const std::stop_token &stop)
        = 0;

    /// Puts what takes longest first, as far as that is known, so that nobody waits for one late
    /// straggler. Items of a task stay together.
    virtual void arrange(std::vector<PlanItem> & /*items*/) const { }
    /// The items to come, so that what a task needs is kept as long as it is needed.
    virtual void expect(const std::vector<PlanItem> &items) = 0;
    /// One item of its task has been dealt with, evaluated or not. Thread-safe.
    virtual void done(const PlanItem &item) = 0;
    /// Must not outlive the engine. Thread-safe.
    virtual std::unique_ptr<CandidateEvaluator> makeEvaluator() = 0;
    /// What evaluations are at goes to this log from now on; before the first evaluator is made.
    /// False where they tell nothing but their stages.
    virtual bool tellOccupations(const std::shared_ptr<OccupationLog> & /*log*/) { return false; }
};

} // namespace loupe
