// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "ui/models/heldrows.h"

#include <memory>
#include <vector>

namespace loupe::ui {

/// Tasks of a comparison of two sides: how fast each was on both, else how it ended, and how many
/// times as fast the first side is.
class DifferenceModel final : public HeldRows<const ComparedPair *>
{
    Q_OBJECT
public:
    enum Column { TaskColumn, FirstColumn, SecondColumn, RatioColumn, BarColumn, ColumnCount };
    using Pairs = std::vector<const ComparedPair *>;

    explicit DifferenceModel(QObject *parent = nullptr);

    /// `comparison` points into what its owner keeps alive; may be null. `pairs` are of it, in the
    /// order in which they are shown until a column is sorted by.
    void show(std::shared_ptr<const RunComparison> comparison, Pairs pairs, const QString &first,
              const QString &second);

    const ComparedPair &pairAt(int row) const { return *rowAt(row); }
    /// The evaluations of both sides that the rows are about, in order, each once.
    std::vector<RowId> ids() const;
    /// -1 where it is not shown.
    int rowOf(const ComparedPair *pair) const;

    /// By any column; missing values come last. Column -1: in the order they were given.
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
