// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>

namespace loupe {

/// Common pattern of all mismatch positions of a tensor. Positions are row-major and added in
/// ascending order.
class MismatchPattern
{
public:
    /// `columns` is the extent of the last axis (1 for a scalar).
    explicit MismatchPattern(std::int64_t columns) : m_columns(std::max<std::int64_t>(columns, 1))
    {
        m_firstColumn = m_columns;
    }

    void add(std::int64_t position)
    {
        if (m_count++ == 0)
            m_first = position;
        else if (m_step != 1)
            m_step = std::gcd(m_step, position - m_first);
        m_firstColumn = std::min(m_firstColumn, position % m_columns);
        const std::int64_t row = position / m_columns;
        if (m_count == 1 || row != m_lastRow)
            ++m_rows;
        m_lastRow = row;
    }

    /// Adds `count` neighbours of one row that follow the position added last.
    void addRun(std::int64_t position, std::int64_t count)
    {
        m_count += count;
        m_step = 1;
        m_firstColumn = std::min(m_firstColumn, position % m_columns);
    }

    /// Adds a pattern of positions that follow all those added here.
    void merge(const MismatchPattern &later)
    {
        if (later.m_count == 0)
            return;
        if (m_count == 0) {
            *this = later;
            return;
        }
        m_count += later.m_count;
        m_rows += later.m_rows - (later.m_first / m_columns == m_lastRow ? 1 : 0);
        m_lastRow = later.m_lastRow;
        m_step = std::gcd(std::gcd(m_step, later.m_step), later.m_first - m_first);
        m_firstColumn = std::min(m_firstColumn, later.m_firstColumn);
    }

    std::int64_t count() const { return m_count; }
    std::int64_t first() const { return m_first; }

    /// Returns "the last 24 of every 1000 columns", "the last 3 of 7 rows", "every 4th element" or
    /// "rows 5 to 16 of 64, each from end to end". Empty unless it holds for every mismatch and at
    /// least a quarter of the elements it covers are wrong.
    std::string text(std::span<const std::int64_t> shape) const;

private:
    std::int64_t m_columns;
    std::int64_t m_count = 0;
    std::int64_t m_first = 0;
    std::int64_t m_firstColumn = 0; ///< smallest column
    std::int64_t m_rows = 0;        ///< rows along the last axis with mismatches
    std::int64_t m_lastRow = 0;
    std::int64_t m_step = 0; ///< greatest common divisor of the distances from the first
};

/// Returns "1st", "2nd", "128th".
std::string ordinal(std::int64_t number);

/// Returns whether the text describes the last block of an axis.
bool isTailPattern(const std::string &pattern);

} // namespace loupe
