// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <utility>

namespace loupe::ui {

/// Matrix of how each task ended for A (rows) and B (columns), with totals in the last row and
/// column. The first column names the row.
class SideMatrixModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    using Cell = std::pair<Ending, Ending>; ///< ending for A, ending for B
    /// Background of a cell, by which of A and B solved its tasks.
    enum class Ground { None, Both, First, Second, Neither, Total };
    static constexpr int GroundRole = Qt::UserRole + 100;

    explicit SideMatrixModel(QObject *parent = nullptr);

    void setMatrix(TransitionMatrix matrix, const QString &first, const QString &second);
    /// Returns nullopt for names, totals and cells without a task.
    std::optional<Cell> cellAt(const QModelIndex &index) const;
    QModelIndex indexOf(const Cell &cell) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool isTotal(const QModelIndex &index) const;
    int count(const QModelIndex &index) const;
    Ground groundOf(const QModelIndex &index) const;
    QString sentence(const QModelIndex &index) const;

    TransitionMatrix m_matrix;
    QString m_first;
    QString m_second;
};

} // namespace loupe::ui
