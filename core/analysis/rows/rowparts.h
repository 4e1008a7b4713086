// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace loupe {

class AppliedConditions;

/// Rows in parts that are made on request, because a million at once take too much memory. Several
/// parts can be made any number of times, a single one only once.
class RowParts
{
public:
    RowParts() = default;
    RowParts(const RowParts &) = delete;
    RowParts &operator=(const RowParts &) = delete;
    virtual ~RowParts() = default;

    virtual std::size_t count() const = 0;
    /// Returns the rows of one part. Parts and their rows are in stored order. Any thread may call
    /// it, but only one at a time; others may call count() and applied() meanwhile.
    virtual std::vector<MetricRow> part(std::size_t index) = 0;
    /// Returns the conditions that were applied before the rows were made. Rows that they exclude
    /// may be missing then. Null: all rows are there.
    virtual const AppliedConditions *applied() const { return nullptr; }
};

/// Rows that are in memory anyway, as one part.
class WholeRows final : public RowParts
{
public:
    explicit WholeRows(std::vector<MetricRow> rows) : m_rows(std::move(rows)) { }

    std::size_t count() const override { return 1; }
    std::vector<MetricRow> part(std::size_t /*index*/) override { return std::move(m_rows); }

private:
    std::vector<MetricRow> m_rows;
};

} // namespace loupe
