// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/model/metricrow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// What tells rows apart for a population: where each belongs. A million of them have a few
/// thousand cells and a few dozen settings: what can be decided of those is decided of no single
/// row.
struct RowIndex {
    /// A method at a task, whatever the conditions.
    struct Cell {
        std::uint32_t content; ///< of the task: two versions of it have two
        Name method;
    };
    /// What was recorded of the circumstances.
    struct Setting {
        Name run;
        std::array<Name, scopeConditions.size()> values; ///< of each condition
        bool hasSpeedup = false;
        std::size_t rows = 0; ///< of it that are still considered
    };
    struct Entry {
        std::uint32_t cell;
        std::uint32_t setting;
    };
    /// The setting of rows that were taken out one by one: it has none.
    static constexpr std::uint32_t nowhere = 0;

    std::vector<Entry> entries; ///< of each row
    std::vector<Setting> settings{1};
    std::vector<Cell> cells;
    std::size_t severalVersions = 0; ///< names of tasks that stand for several contents

    bool isConsidered(const Entry &entry) const { return settings[entry.setting].rows > 0; }
    /// Considers a row, which it considered so far, no more.
    void takeOut(Entry &entry)
    {
        --settings[entry.setting].rows;
        entry.setting = nowhere;
    }
};

RowIndex rowIndex(std::span<const MetricRow> rows);

} // namespace loupe
