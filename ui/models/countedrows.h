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

/// Index of the results that a population counts, for lookups by row. Built on a worker thread.
class CountedRows
{
public:
    explicit CountedRows(std::shared_ptr<const Population> population);

    bool isCounted(RowId id) const { return m_cells.contains(id); }
    /// Returns the reason why the result is not counted; empty if it is.
    QString whyNot(const ResultRow &row) const;
    const Population &population() const { return *m_population; }

private:
    std::shared_ptr<const Population> m_population;
    RowSet m_cells;
    RowSet m_observations;
};

} // namespace loupe::ui
