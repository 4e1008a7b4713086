// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace loupe::ui {

/// Roles shared by the models and the delegate that paints their cells.
enum CellRole {
    RowIdRole = Qt::UserRole, ///< std::int64_t of a RowId or RunId
    VerdictRole,              ///< int of a Verdict, painted as shape and word
    KindRole,                 ///< int of a CellKind
    BrushedRole,              ///< bool: selected in a chart
    PlaceRole,                ///< int: line of a source; 0: none
    ShareRole,                ///< QVariantList: share of 1, and optionally its low and high limit
    RatioRole,                ///< QVariantList: speedup, low and high limit
    OutcomesRole,             ///< QVariantList: counts by CellOutcome
    TintRole,                 ///< int: tint of a share in five steps; 0: none
    OutsideRole,              ///< bool: dimmed because the scope does not count it
    SortRole,                 ///< double: sort key instead of the text
    ShortNameRole,            ///< QString: the name without what it shares with those around it
    LongestNameRole,          ///< QString: longest whole name of the column
    FilterRole, ///< QStringList: field and value of a filter that finds the cell's rows
};

/// Style of a cell.
enum class CellKind { Text, Number, Code, Dim };

} // namespace loupe::ui
