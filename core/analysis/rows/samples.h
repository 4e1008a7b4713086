// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Rule for choosing the round that represents a sample.
enum class SampleRule {
    /// The last judged round, as KernelBench's refinement and KernelBench-X count.
    LastRound,
    /// Built or correct if any round was, with the fastest correct round: KernelGenBench, best so
    /// far of KernelBench's refinement.
    BestRound,
};

/// One sample after its rounds.
struct SampleResult {
    bool isBuilt = false;
    bool isCorrect = false;
    std::optional<double> speedup;  ///< of a correct sample, where usable
    const MetricRow *row = nullptr; ///< the representative round
};

/// One task of one method in one run, with its samples; papers call it a problem.
struct TaskSamples {
    const MetricRow *row = nullptr; ///< the first one: names the run, method, task and its groups
    std::size_t first = 0;          ///< index of its first sample in SampleTable, ordered by number
    std::size_t count = 0;          ///< samples that were judged
    int unjudged = 0;               ///< samples without a judged round; excluded from shares
};

/// Rows of each task of one method in one run, task by task in the order of their first row.
struct RowsByTask {
    std::vector<const MetricRow *> rows;
    std::vector<std::size_t> starts; ///< of each task, and the end

    std::size_t count() const { return starts.size() - 1; }
    std::span<const MetricRow *> of(std::size_t task)
    {
        return std::span(rows).subspan(starts[task], starts[task + 1] - starts[task]);
    }
};
/// Groups the rows with a counting sort.
RowsByTask rowsByTask(std::span<const MetricRow *const> rows);

struct SampleTable {
    std::vector<SampleResult> samples;
    std::vector<TaskSamples> tasks; ///< in the order of their first row

    std::span<const SampleResult> of(const TaskSamples &task) const
    {
        return std::span(samples).subspan(task.first, task.count);
    }
};

/// Builds the table. If `lastRound` is set, later rounds are ignored, for figures by round. The
/// last judged of several attempts at one round counts. The rows must outlive the result.
SampleTable sampleTable(std::span<const MetricRow> rows, SampleRule rule,
                        std::optional<int> lastRound = std::nullopt);
/// Does the same for the rows at `places`.
SampleTable sampleTable(std::span<const MetricRow> rows, std::span<const std::uint32_t> places,
                        SampleRule rule);

} // namespace loupe
