// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/mismatchpattern.h"
#include "core/model/record/evaluation.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Collector of mismatch positions in a tensor seen as rows × columns: the last axis gives the
/// columns, all others the rows. Memory is bounded: none before the first mismatch, then at most
/// some 9 MiB. Gatherers of parts of one tensor can be merged.
class MismatchGatherer
{
public:
    explicit MismatchGatherer(std::span<const std::int64_t> shape);

    std::int64_t columns() const { return m_columns; }
    /// Adds a mismatch; row · columns() + column must ascend.
    void add(std::int64_t row, std::int64_t column);
    /// Adds `count` neighbours of one row, from `column`.
    void addRun(std::int64_t row, std::int64_t column, std::int64_t count);
    /// Adds mismatches that follow all those added here.
    void merge(const MismatchGatherer &later);

    std::int64_t count() const { return m_pattern.count(); }
    /// Returns the position of the first mismatch; meaningless without one.
    std::int64_t first() const { return m_pattern.first(); }

    /// Returns the map; empty without mismatches.
    MismatchMap map() const;
    /// Returns a description: "the last 24 of every 1000 columns", "every 128th column, from column
    /// 127", "4 of every 16 rows, from row 12", "rows 0 to 63, columns 64 to 127", "every 3rd
    /// element". Empty if none fits.
    std::string text() const;

private:
    struct Profile {
        std::vector<std::uint64_t> lines; ///< mismatches per line, folded for large extents
        std::int64_t extent = 0;
        std::int64_t smallest = 0;
        std::int64_t largest = -1;
        void allocate();
        void add(std::int64_t line, std::uint64_t times = 1);
        void merge(const Profile &other);
    };
    std::string period(const Profile &profile, const char *thing, std::int64_t &covered) const;
    std::string box(const char *column, std::int64_t &covered) const;

    std::vector<std::int64_t> m_shape;
    std::int64_t m_columns = 1;
    std::int64_t m_rows = 0;
    std::int64_t m_cellRows = 1;
    std::int64_t m_cellColumns = 1;
    int m_mapRows = 0;
    int m_mapColumns = 0;
    std::vector<std::uint64_t> m_cells;
    Profile m_rowProfile;
    Profile m_columnProfile;
    MismatchPattern m_pattern;
};

} // namespace loupe
