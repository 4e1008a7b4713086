// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/storecomparison.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>

#include <memory>
#include <string>
#include <vector>

namespace loupe::ui {

/// Runs that can be compared with a baseline, and what came out for those that were.
class ComparedRunModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, FixedColumn, BrokenColumn, SpeedColumn, VerdictColumn, ColumnCount };

    explicit ComparedRunModel(QObject *parent = nullptr);

    void setRuns(std::vector<std::string> runs);
    const std::vector<std::string> &runs() const { return m_runs; }
    int rowOf(const std::string &run) const;
    /// May be null: nothing was compared yet.
    void setComparison(std::shared_ptr<const StoreComparison> comparison);
    /// Of the run in this row; null where it was not compared.
    const Result<RunComparison> *resultAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(int row, int column) const;

    std::vector<std::string> m_runs;
    std::shared_ptr<const StoreComparison> m_comparison;
};

} // namespace loupe::ui
