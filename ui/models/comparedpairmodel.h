// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "ui/models/heldrows.h"

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace loupe::ui {

/// The attempts of two runs beside each other. Rows are those of a comparison that a condition
/// picks; a comparison has few enough that all are held.
class ComparedPairModel final : public HeldRows<const ComparedPair *>
{
    Q_OBJECT
public:
    enum Column {
        TaskColumn,
        MethodColumn,
        SampleColumn,
        ChangeColumn,
        BaselineVerdictColumn,
        OtherVerdictColumn,
        BaselineSpeedupColumn,
        OtherSpeedupColumn,
        RatioColumn,
        RatioIntervalColumn,
        SpeedColumn,
        BaselineIntervalColumn,
        OtherIntervalColumn,
        ColumnCount
    };
    using Condition = std::function<bool(const ComparedPair &)>;
    /// 95 % intervals of speedups by the id of their evaluation, where the store has them.
    struct SpeedupInterval {
        std::optional<double> low;
        std::optional<double> high;
    };
    using Intervals = std::unordered_map<std::int64_t, SpeedupInterval>;

    explicit ComparedPairModel(QObject *parent = nullptr);

    /// `comparison` points into what it was made from, which its owner keeps alive; may be null.
    void setComparison(std::shared_ptr<const RunComparison> comparison,
                       std::shared_ptr<const Intervals> intervals);
    /// An empty condition picks every attempt.
    void setCondition(Condition condition);

    const ComparedPair &pairAt(int row) const { return *rowAt(row); }
    /// The evaluations of both runs that the rows are about.
    std::vector<RowId> ids() const;

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    /// By any column; missing values come last. Column -1: in the order of the comparison.
    void sort(int column, Qt::SortOrder order) override;

private:
    Columns columns() const;
    QString intervalOf(const MetricRow *row) const;
    void pick();

    std::shared_ptr<const RunComparison> m_comparison;
    std::shared_ptr<const Intervals> m_intervals;
    Condition m_condition;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace loupe::ui
