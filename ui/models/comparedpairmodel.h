// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/report/documents/storecomparison.h"
#include "ui/models/heldrows.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace loupe::ui {

/// Attempts of two runs side by side: the pairs of a comparison that match a condition. All of them
/// are in memory.
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
    /// 95 % intervals of speedups by evaluation id, if the store has them.
    struct SpeedupInterval {
        std::optional<double> low;
        std::optional<double> high;
    };
    using Intervals = std::unordered_map<std::int64_t, SpeedupInterval>;

    explicit ComparedPairModel(QObject *parent = nullptr);

    /// `comparison` points into data kept alive by its owner; may be null.
    void setComparison(std::shared_ptr<const RunComparison> comparison,
                       std::shared_ptr<const Intervals> intervals);
    /// An empty condition matches every attempt.
    void setCondition(Condition condition);

    const ComparedPair &pairAt(int row) const { return *rowAt(row); }
    /// Returns the evaluations of both runs in the rows.
    std::vector<RowId> ids() const;

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    /// Sorts by any column, missing values last. Column -1 restores the comparison's order.
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

/// Runs that can be compared with a baseline, and the results of the compared ones.
class ComparedRunModel final : public HeldRows<std::string>
{
    Q_OBJECT
public:
    enum Column { NameColumn, FixedColumn, BrokenColumn, SpeedColumn, VerdictColumn, ColumnCount };

    explicit ComparedRunModel(QObject *parent = nullptr);

    void setRuns(std::vector<std::string> runs);
    const std::vector<std::string> &runs() const { return rows(); }
    int rowOf(const std::string &run) const;
    /// `comparison` may be null if nothing was compared yet.
    void setComparison(std::shared_ptr<const StoreComparison> comparison);
    /// Returns the result of the run in this row; null if it was not compared.
    const Result<RunComparison> *resultAt(int row) const;

private:
    const Result<RunComparison> *resultOf(const std::string &run) const;

    std::shared_ptr<const StoreComparison> m_comparison;
    std::map<std::string, QString> m_shortNames; ///< by name
    QString m_longestName;
};

} // namespace loupe::ui
