// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/store/read/rowset.h"

#include <QString>

#include <memory>

namespace loupe {
struct ResultRow;
}

namespace loupe::ui {

/// Which results a population counts, to be asked about rows that are looked at. Made on a worker.
class CountedRows
{
public:
    explicit CountedRows(std::shared_ptr<const Population> population);

    bool isCounted(RowId id) const { return m_cells.contains(id); }
    /// Why the result is not counted; empty where it is.
    QString whyNot(const ResultRow &row) const;
    /// The ids of the results that are counted, in the order of `ids`.
    std::vector<RowId> among(std::span<const RowId> ids) const { return rowsIn(ids, m_cells); }
    const Population &population() const { return *m_population; }

private:
    std::shared_ptr<const Population> m_population;
    RowSet m_cells;
    RowSet m_observations;
};

} // namespace loupe::ui
