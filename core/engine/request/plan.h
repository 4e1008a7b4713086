// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"
#include "core/model/saved/filter.h"
#include "core/suites/layout/benchmark.h"
#include "core/suites/layout/suitelayout.h"
#include "core/suites/native/suite.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// Planned evaluation of a native task or a task of a Python benchmark.
struct PlanItem {
    const Task *task = nullptr; ///< into Plan::suite, as are the next two
    const NativeTask *native = nullptr;
    const BenchmarkTask *benchmark = nullptr;
    Candidate candidate;
    /// Submission after the suite's own text cleaning, if that differs from `candidate.source`. It
    /// may be empty.
    std::optional<std::string> sourceAsSuite;
};

/// Dialogue that came with candidates, and its task.
struct PlannedDialogue {
    const Task *task = nullptr; ///< into Plan::suite
    std::shared_ptr<const Dialogue> dialogue;
    RawAnswers raw; ///< GivenCandidates::raw
};

/// Result of planning a request, before anything is executed.
struct Plan {
    std::variant<NativeSuite, Benchmark> suite;
    std::vector<Method> methods;
    std::vector<PlanItem> items; ///< grouped by task
    std::vector<PlannedDialogue> dialogues;
    std::vector<PlanSkip> skipped;
    int tasks = 0; ///< distinct tasks among the items
    /// Platform that all submissions to a Python benchmark name; empty if some name none or they
    /// differ. For native tasks "cpu" or "cuda", requested or found.
    std::string platform;
    /// Precision of a KernelBench run in the suite's words: "fp32", "fp16" or "bf16". Empty for
    /// suites whose tasks name their own types.
    std::string precision;
    /// All precisions of the run, as requested or as the submissions name them. The tasks have the
    /// first, which is `precision`. Empty for suites that set the types in each task.
    std::vector<RunPrecision> precisions = {};

    bool isNative() const { return std::holds_alternative<NativeSuite>(suite); }
    const std::string &suiteName() const;
    const std::string &suiteHash() const;
};

/// Returns how many runs of the plan's items are stored: one for each precision.
inline std::size_t countOfRuns(const Plan &plan)
{
    return plan.precisions.empty() ? 1 : plan.precisions.size();
}

/// Reads suite and candidates and selects. Has no effects other than reading files. Skips
/// candidates that cannot be read or matched, with the reason; other invalid input is an error.
/// `detected`: the folder's layout, if it is known already; a layout in the request has precedence.
Result<Plan> makePlan(const RunRequest &request, std::optional<SuiteLayout> detected = {});

/// Returns the suite's tasks that the request selects, in the suite's order, as items without a
/// candidate, with the precision, gradients and shapes that the request judges. Ignores the
/// candidates of the request. InvalidInput if no task is selected, or if several precisions are
/// requested: a prompt asks for one.
Result<Plan> planTasks(const RunRequest &request, std::optional<SuiteLayout> detected = {});

/// Returns whether the evaluation belongs to the shard. Depends on task, method, sample and round
/// alone, so that adding or removing evaluations moves no others.
bool isInShard(const Candidate &candidate, const Shard &shard);

/// Returns whether a filter over task, category, level and bare words selects a task.
Result<bool> matchesTask(const Filter &filter, const Task &task);

} // namespace loupe
