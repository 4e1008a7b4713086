// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "ui/models/heldrows.h"

#include <memory>
#include <vector>

namespace loupe::ui {

/// Tasks of a comparison of A and B: the speed of both, or else how they ended, and how many times
/// as fast A is.
class DifferenceModel final : public HeldRows<const ComparedPair *>
{
    Q_OBJECT
public:
    enum Column { TaskColumn, FirstColumn, SecondColumn, RatioColumn, BarColumn, ColumnCount };
    using Pairs = std::vector<const ComparedPair *>;

    explicit DifferenceModel(QObject *parent = nullptr);

    /// Shows `pairs` of `comparison` in this order until a column is sorted. `comparison` points
    /// into data kept alive by its owner; may be null.
    void show(std::shared_ptr<const RunComparison> comparison, Pairs pairs, const QString &first,
              const QString &second);

    const ComparedPair &pairAt(int row) const { return *rowAt(row); }
    /// Returns the evaluations of A and B in the rows, in order and without duplicates.
    std::vector<RowId> ids() const;

    /// Sorts by any column, missing values last. Column -1 restores the given order.
    void sort(int column, Qt::SortOrder order) override;

private:
    Columns columns() const;
    void arrange();

    std::shared_ptr<const RunComparison> m_comparison;
    Pairs m_given;
    QString m_first;
    QString m_second;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace loupe::ui
