// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Which round of a sample speaks for it.
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
    std::optional<double> speedup;  ///< of the correct, where usable
    const MetricRow *row = nullptr; ///< the round that speaks for it
};

/// One task as one method met it in one run: what papers call a problem, with its samples.
struct TaskSamples {
    const MetricRow *row = nullptr; ///< the first one: names the run, method, task and its groups
    std::size_t first = 0;          ///< of the samples in SampleTable, ordered by their number
    std::size_t count = 0;          ///< samples that were judged
    int unjudged = 0;               ///< samples without a judged round; no part of any share
};

struct SampleTable {
    std::vector<SampleResult> samples;
    std::vector<TaskSamples> tasks; ///< in the order of their first row

    std::span<const SampleResult> of(const TaskSamples &task) const
    {
        return std::span(samples).subspan(task.first, task.count);
    }
};

/// `lastRound`, where given, leaves out what came after it: for figures by round. Of several
/// attempts at one round the last judged one counts. The rows must outlive the result.
SampleTable sampleTable(std::span<const MetricRow> rows, SampleRule rule,
                        std::optional<int> lastRound = std::nullopt);
/// The same of the rows at `places`.
SampleTable sampleTable(std::span<const MetricRow> rows, std::span<const std::uint32_t> places,
                        SampleRule rule);

} // namespace loupe
