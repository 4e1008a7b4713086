// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/model/verdict.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace loupe::ui {

/// Causes of failures with how many failures each explains and how many of them were looked at.
class CauseModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TitleColumn, ReviewedColumn, CountColumn, ColumnCount };
    struct Row {
        QString title;
        QString detail;
        Verdict verdict = Verdict::NotRecorded;
        std::int64_t count = 0;
        std::int64_t reviewed = 0;
    };

    explicit CauseModel(QObject *parent = nullptr);

    void setRows(std::vector<Row> rows);
    void setReviewed(int row, std::int64_t reviewed);
    const std::vector<Row> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Row> m_rows;
};

} // namespace loupe::ui
