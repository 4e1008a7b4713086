// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace loupe::ui {

/// Roles shared by the models and the delegate that paints their cells.
enum CellRole {
    RowIdRole = Qt::UserRole, ///< std::int64_t of a RowId or RunId
    VerdictRole,              ///< int of a Verdict: paint shape and word
    KindRole,                 ///< int of a CellKind
    BrushedRole,              ///< bool: part of what a chart selected
    PlaceRole,                ///< int: line of a source, 0 = none
    ShareRole,                ///< QVariantList: share of 1, low and high limit (or only the share)
    RatioRole,                ///< QVariantList: a speedup, its low and high limit
    OutcomesRole,             ///< QVariantList: counts by CellOutcome
    TintRole,                 ///< int: the step of five of a share, 0 = none
    OutsideRole,              ///< bool: not counted under the scope, so written dim
    SortRole,                 ///< double: what rows are sorted by instead of their text
};

/// How a cell is written.
enum class CellKind { Text, Number, Code, Dim };

} // namespace loupe::ui
