// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/tables/table.h"
#include "ui/models/columnmodel.h"

#include <string>
#include <vector>

namespace loupe::ui {

/// Table with the cells of a core Table. The page shows its caption.
class TextTableModel final : public ColumnModel<const std::vector<std::string> &>
{
    Q_OBJECT
public:
    using ColumnModel::ColumnModel;

    void setTable(Table table, const QStringList &help = {});
    const Table &table() const { return m_table; }

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
    }

private:
    const std::vector<std::string> &rowAt(int row) const override
    {
        return m_table.rows[static_cast<std::size_t>(row)];
    }

    Table m_table;
};

} // namespace loupe::ui
