// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Outcomes of one combination of levels of two factors.
struct OutcomeCell {
    double trials = 0.0;
    double successes = 0.0;
};

/// Outcomes by two factors: cell (i, j) is cells[i * second.size() + j]. Empty cells are allowed.
struct OutcomeTable {
    std::string firstName;           ///< "category"
    std::string secondName;          ///< "method"
    std::vector<std::string> first;  ///< levels
    std::vector<std::string> second; ///< levels
    std::vector<OutcomeCell> cells;

    OutcomeCell firstTotal(std::size_t level) const;
    OutcomeCell secondTotal(std::size_t level) const;
};

/// The outcome that counts as success among the judged.
enum class DevianceOf { Correct, Built };

struct DevianceOptions {
    DevianceOf of = DevianceOf::Correct;
    GroupBy first = GroupBy::Category;
    GroupBy second = GroupBy::Method;
    bool withoutZero = false;
    /// Maximum number; reduced for many rows, to stay below a second. 0: none.
    int permutations = 999;
    std::uint64_t seed = 1;
    int threads = 0; ///< 0: one per processor of the machine
};

} // namespace loupe
