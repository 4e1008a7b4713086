// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows/storedvalues.h"
#include "ui/models/countedrows.h"
#include "ui/models/pagedrows.h"

#include <memory>
#include <optional>

namespace loupe::ui {

/// Any number of results, each with what it came to.
class ResultTableModel final : public PagedRows
{
    Q_OBJECT
public:
    enum Column {
        TaskColumn,
        CategoryColumn,
        MethodColumn,
        SampleColumn,
        RoundColumn,
        VerdictColumn,
        StrictColumn,
        SpeedupColumn,
        IntervalColumn,
        CandidateColumn,
        BaselineColumn,
        DeviceColumn,
        RunColumn,
        MessageColumn,
        ColumnCount
    };

    explicit ResultTableModel(QObject *parent = nullptr);

    /// Rows that are not counted are dim, and say why; null: all are as they are.
    void setCounted(std::shared_ptr<const CountedRows> counted);
    /// Rows a chart selected are tinted.
    void setAllBrushed(bool brushed);

    /// The store's order for a column; nullopt where it has none.
    static std::optional<SortKey> sortKey(int column);

private:
    static const Columns &columns();

    std::shared_ptr<const CountedRows> m_counted;
    bool m_allBrushed = false;
};

} // namespace loupe::ui
