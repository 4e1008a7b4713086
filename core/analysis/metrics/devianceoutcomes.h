// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/outcometable.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Judged rows as numbers: level of each factor, task, success.
struct OutcomeRows {
    OutcomeTable table;
    std::vector<std::uint32_t> firstOf;
    std::vector<std::uint32_t> secondOf;
    std::vector<std::uint32_t> taskOf;
    std::vector<std::uint8_t> isSuccess;
    std::size_t tasks = 0;
};

/// Converts rows. If `options.withoutZero`, excludes rows of levels of the second factor without a
/// success, and lists these levels in `leftOut`.
OutcomeRows outcomeRows(std::span<const MetricRow> rows, const DevianceOptions &options,
                        std::vector<std::string> &leftOut);

/// The deviance that permutations of one factor explain.
struct PermutedDeviance {
    double meanShare = 0.0;
    double p = 1.0; ///< (1 + permutations at least as good) / (1 + permutations)
    int permutations = 0;
    bool isAmongTasks = false; ///< else outcomes are permuted within tasks
};

/// Permutes one factor with `levels` levels; `levelOf` as in OutcomeRows.
PermutedDeviance permutedDeviance(const OutcomeRows &rows, std::span<const std::uint32_t> levelOf,
                                  std::size_t levels, const DevianceOptions &options);

} // namespace loupe
