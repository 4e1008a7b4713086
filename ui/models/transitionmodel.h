// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"

#include <QAbstractTableModel>

#include <optional>
#include <utility>

namespace loupe::ui {

/// How attempts ended in the baseline (rows) and in another run (columns). The first column names
/// the row, so that a reader of the table hears it.
class TransitionModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    using Cell = std::pair<Ending, Ending>; ///< in the baseline, in the other run

    explicit TransitionModel(QObject *parent = nullptr);

    void setMatrix(TransitionMatrix matrix);
    /// nullopt for the names of rows and for a cell without attempts.
    std::optional<Cell> cellAt(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int attemptsAt(const QModelIndex &index) const;

    TransitionMatrix m_matrix;
};

/// "● correct", or "missing".
QString endingText(const Ending &ending);

} // namespace loupe::ui
