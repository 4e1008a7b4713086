// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/rooflinestudy.h"
#include "ui/models/columnmodel.h"

#include <vector>

namespace loupe::ui {

/// Shares of the ceiling by group.
class RooflineGroupModel final : public ColumnModel<const RooflineGroup &>
{
    Q_OBJECT
public:
    enum Column { NameColumn, DrawnColumn, MedianColumn, BestColumn, MemoryColumn, AboveColumn };

    using ColumnModel::ColumnModel;

    /// `heading` is that of the names: "Category". Without any measured ceiling, the model has no
    /// columns of shares.
    void setGroups(std::vector<RooflineGroup> groups, const QString &heading);
    const RooflineGroup &group(int row) const { return rowAt(row); }

    int rowCount(const QModelIndex &parent = {}) const override;

private:
    static void addShares(Columns &columns);
    const RooflineGroup &rowAt(int row) const override;

    std::vector<RooflineGroup> m_groups;
};

} // namespace loupe::ui
