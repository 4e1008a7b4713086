// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/model/candidate.h"
#include "core/model/filter.h"
#include "core/model/rawanswers.h"
#include "core/suites/benchmark.h"
#include "core/suites/suite.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// One evaluation to be done: of a native task, or of one of a benchmark written in Python.
struct PlanItem {
    const Task *task = nullptr; ///< into Plan::suite, as the next two
    const NativeTask *native = nullptr;
    const BenchmarkTask *benchmark = nullptr;
    Candidate candidate;
    /// What the suite's own text cleaning leaves of the submission, where that is not
    /// `candidate.source`. It may be empty.
    std::optional<std::string> sourceAsSuite;
};

/// A dialogue that came with candidates, and its task.
struct PlannedDialogue {
    const Task *task = nullptr; ///< into Plan::suite
    std::shared_ptr<const Dialogue> dialogue;
    RawAnswers raw; ///< GivenCandidates::raw
};

/// What a request comes to, before anything is executed.
struct Plan {
    std::variant<NativeSuite, Benchmark> suite;
    std::vector<Method> methods;
    std::vector<PlanItem> items; ///< grouped by task
    std::vector<PlannedDialogue> dialogues;
    std::vector<PlanSkip> skipped;
    int tasks = 0; ///< distinct tasks among the items
    /// What all submissions to a benchmark in Python say that they are written with; empty where
    /// some say nothing or they differ. Of native tasks: "cpu" or "cuda", asked for or found.
    std::string platform;

    bool isNative() const { return std::holds_alternative<NativeSuite>(suite); }
    const std::string &suiteName() const;
    const std::string &suiteHash() const;
};

/// Reads suite and candidates and selects. Pure apart from reading files. Refuses bad input whole;
/// of a benchmark in Python, what cannot be read or matched is skipped with its reason.
Result<Plan> makePlan(const RunRequest &request);

/// The suite's tasks that the request selects, in the suite's order, each as an item without a
/// candidate: whatever the request says of candidates is not looked at. InvalidInput where none is.
Result<Plan> planTasks(const RunRequest &request);

/// Whether the evaluation belongs to the shard. It follows from task, method, sample and round
/// alone: other evaluations that come or go move nothing.
bool isInShard(const Candidate &candidate, const Shard &shard);

/// Whether a task is selected by a filter over task, category, level and bare words.
Result<bool> matchesTask(const Filter &filter, const Task &task);

} // namespace loupe
