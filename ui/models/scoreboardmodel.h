// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/scoreboard.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace loupe::ui {

/// Methods of a population with build and solve rates, speed, and outcomes.
class ScoreboardModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        MethodColumn,
        TasksColumn, ///< attempted tasks of those in the population
        BuiltColumn,
        CorrectColumn,
        FasterColumn,
        MeanColumn,
        TimedColumn,
        OutcomesColumn,
        ColumnCount
    };

    explicit ScoreboardModel(QObject *parent = nullptr);

    void setBoard(Scoreboard board);
    const Scoreboard &board() const { return m_board; }
    /// Returns true for a number or a part of a bar that counts results.
    bool isLink(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_board.rows.size());
    }
    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const ScoreRow &row, int column) const;

    Scoreboard m_board;
    QStringList m_shortNames; ///< of the rows
    QString m_longestName;
};

} // namespace loupe::ui
