// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/scoreboard.h"

#include <QAbstractTableModel>

namespace loupe::ui {

/// The methods of a population: what each built and solved, how fast, and what became of its cells.
class ScoreboardModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        MethodColumn,
        TasksColumn, ///< that it met, of those of the population
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

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const ScoreRow &row, int column) const;

    Scoreboard m_board;
};

} // namespace loupe::ui
