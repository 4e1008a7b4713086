// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows/storedvalues.h"
#include "ui/models/countedrows.h"
#include "ui/models/pagedrows.h"

#include <memory>
#include <optional>

namespace loupe::ui {

/// Table of any number of results.
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
        MinSpeedupColumn, ///< of a result on several shapes
        CandidateColumn,
        BaselineColumn,
        DeviceColumn,
        RunColumn,
        MessageColumn,
        ColumnCount
    };

    explicit ResultTableModel(QObject *parent = nullptr);

    /// Dims rows that are not counted and adds the reason; null shows all rows normally.
    void setCounted(std::shared_ptr<const CountedRows> counted);
    /// Tints all rows, if a chart selected them.
    void setAllBrushed(bool brushed);

    /// Returns the store's sort key of a column; nullopt if it has none.
    static std::optional<SortKey> sortKey(int column);

private:
    static const Columns &columns();

    std::shared_ptr<const CountedRows> m_counted;
    bool m_allBrushed = false;
};

} // namespace loupe::ui
