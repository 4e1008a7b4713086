// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/scoreboard.h"
#include "core/report/tables/table.h"
#include "ui/models/columnmodel.h"

#include <QStringList>

#include <cstddef>
#include <vector>

namespace loupe::ui {

/// Number of tasks that each method solved by category. A stronger tint is a larger share; a single
/// method has bars with intervals instead.
class CategoryModel final : public ColumnModel<std::size_t>
{
    Q_OBJECT
public:
    static constexpr int firstMethod = 2; ///< column, after the category and its tasks

    using ColumnModel::ColumnModel;

    /// `table` is the text form of the rows made by core, `methods` are whole names for tooltips.
    void setRows(std::vector<CategoryRow> rows, Table table, QStringList methods);
    const std::vector<CategoryRow> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

private:
    std::size_t rowAt(int row) const override { return static_cast<std::size_t>(row); }
    Definition columnOf(std::size_t column) const;

    std::vector<CategoryRow> m_rows;
    Table m_table;
    QStringList m_methods;
};

} // namespace loupe::ui
