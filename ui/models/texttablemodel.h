// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/tables/table.h"

#include <QAbstractTableModel>

namespace loupe::ui {

/// A table as core wrote it, cell by cell. Its caption is for the page to show.
class TextTableModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit TextTableModel(QObject *parent = nullptr);

    void setTable(Table table);
    const Table &table() const { return m_table; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Table m_table;
};

} // namespace loupe::ui
