// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace loupe::ui {

/// Table that keeps its few rows in memory.
template <typename T>
class HeldRows : public ColumnModel<const T &>
{
public:
    using ColumnModel<const T &>::ColumnModel;

    const std::vector<T> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

protected:
    const T &rowAt(int row) const override { return m_rows[static_cast<std::size_t>(row)]; }

    /// Replaces all rows by a model reset.
    void replaceRows(std::vector<T> rows)
    {
        this->beginResetModel();
        m_rows = std::move(rows);
        this->endResetModel();
    }

    /// Updates all rows, and adds or removes rows at the end; the selection stays.
    void updateRows(std::vector<T> rows)
    {
        const auto before = static_cast<int>(m_rows.size());
        const auto now = static_cast<int>(rows.size());
        if (now > before)
            this->beginInsertRows({}, before, now - 1);
        else if (now < before)
            this->beginRemoveRows({}, now, before - 1);
        m_rows = std::move(rows);
        if (now > before)
            this->endInsertRows();
        else if (now < before)
            this->endRemoveRows();
        this->announce(std::min(before, now));
    }

    std::vector<T> m_rows;
};

} // namespace loupe::ui
