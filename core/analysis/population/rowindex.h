// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/model/record/metricrow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Index of rows by cell and setting. A million rows have a few thousand cells and a few dozen
/// settings, so most decisions are made for those instead of single rows.
struct RowIndex {
    /// A method at a task, whatever the conditions.
    struct Cell {
        std::uint32_t content; ///< of the task: two versions of it have two
        Name method;
    };
    /// The recorded circumstances.
    struct Setting {
        Name run;
        std::array<Name, scopeConditions.size()> values; ///< by condition
        bool hasSpeedup = false;
        std::size_t rows = 0; ///< number of its rows that are still considered
    };
    struct Entry {
        std::uint32_t cell;
        std::uint32_t setting;
    };
    /// The setting of rows that were excluded one by one.
    static constexpr std::uint32_t nowhere = 0;

    std::vector<Entry> entries; ///< per row
    std::vector<Setting> settings{1};
    std::vector<Cell> cells;
    std::size_t severalVersions = 0; ///< task names with several contents

    bool isConsidered(const Entry &entry) const { return settings[entry.setting].rows > 0; }
    /// Excludes a row that is still considered.
    void takeOut(Entry &entry)
    {
        --settings[entry.setting].rows;
        entry.setting = nowhere;
    }
};

/// `hadSpeedup`: rows that count as rows with a speedup, although another baseline took it.
RowIndex rowIndex(std::span<const MetricRow> rows, const std::vector<bool> &hadSpeedup = {});

} // namespace loupe
