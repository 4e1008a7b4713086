// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/metricrow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The content of the task of each row. The same name with another hash is another task. A row
/// without a hash gets the only content known under its name. If there are several, unknown content
/// is separate.
struct TaskContents {
    std::vector<Name> hashOf;        ///< per row; empty if unknown
    std::size_t severalVersions = 0; ///< names with more than one known content
};

TaskContents taskContents(std::span<const MetricRow> rows);

/// The contents that are known under the names of tasks.
class KnownContents
{
public:
    /// Adds a task and returns its number; the hash may be empty.
    std::uint32_t add(Name suite, Name task, Name hash);
    /// Returns the content for a hash, after all were added.
    Name contentOf(std::uint32_t task, Name hash) const;
    std::size_t severalVersions() const;

private:
    struct NamedTask {
        Name hash;
        bool hasSeveral = false;
    };
    NameNumbers<2> m_numbers;
    std::vector<NamedTask> m_tasks; ///< by number
};

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
        /// Its rows are further ones of results that have a row per baseline (joinedbaselines.h).
        bool isFurther = false;
        std::size_t rows = 0; ///< number of its rows that are still considered

        /// Returns the number of its results that are still considered. Each is in one setting.
        std::size_t results() const { return isFurther ? 0 : rows; }
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

    std::size_t consideredRows() const
    {
        std::size_t out = 0;
        for (const Setting &setting : settings)
            out += setting.rows;
        return out;
    }
    bool isConsidered(const Entry &entry) const { return settings[entry.setting].rows > 0; }
    /// Excludes a row that is still considered. Returns the number of results: 0 if the row is a
    /// further one of its result.
    std::size_t takeOut(Entry &entry)
    {
        Setting &setting = settings[entry.setting];
        --setting.rows;
        entry.setting = nowhere;
        return setting.isFurther ? 0 : 1;
    }
};

/// Builds an index in one walk over the rows. Rows of one sample or run are consecutive, so most
/// lookups are skipped.
class RowIndexer
{
public:
    /// Adds rows after those before. `hadSpeedup`: rows that count as rows with a speedup, although
    /// another baseline took it.
    void add(std::span<const MetricRow> rows, const std::vector<bool> &hadSpeedup = {});
    /// Adds `count` equal rows as one entry.
    void add(const MetricRow &row, std::size_t count)
    {
        addRows(row, row.speedup ? Kind::Timed : Kind::Untimed, count);
    }
    /// Makes a task known of which no row is added.
    void addTask(Name suite, Name task, Name hash) { m_contents.add(suite, task, hash); }
    RowIndex finish();

private:
    using RecordedCell = NameKey<4>; ///< (suite, task, its hash, method)
    using RecordedSetting = NameKey<scopeConditions.size() + 1>; ///< the run, then the conditions
    /// The settings that rows with the same run and conditions may have, in this order.
    enum class Kind : std::uint8_t { Untimed, Timed, Further };
    static constexpr std::uint32_t kinds = 3;

    void addRows(const MetricRow &row, Kind kind, std::size_t count);
    std::uint32_t firstSettingOf(const RecordedSetting &recorded);
    std::vector<std::uint32_t> numberCells();

    RowIndex m_index;
    KnownContents m_contents;
    NameNumbers<4> m_cells;
    NameNumbers<scopeConditions.size() + 1> m_settings;
    RecordedCell m_cell; ///< of the previous row, as are the next three
    RecordedSetting m_setting;
    std::uint32_t m_cellNumber = 0;
    std::uint32_t m_firstSetting = 0;
};

} // namespace loupe
