// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/rooflinestudy.h"
#include "ui/models/heldrows.h"

#include <utility>
#include <vector>

namespace loupe::ui {

/// Shares of the ceiling by group.
class RooflineGroupModel final : public HeldRows<RooflineGroup>
{
    Q_OBJECT
public:
    enum Column { NameColumn, DrawnColumn, MedianColumn, BestColumn, MemoryColumn, AboveColumn };

    using HeldRows::HeldRows;

    /// `heading` is that of the names: "Category". Without any measured ceiling, the model has no
    /// columns of shares.
    void setGroups(std::vector<RooflineGroup> groups, const QString &heading);
    const RooflineGroup &group(int row) const { return rowAt(row); }

private:
    static void addShares(Columns &columns);
};

/// Reasons why a roofline lacks results, with their number.
class RooflineNoteModel final : public HeldRows<RooflineNote>
{
    Q_OBJECT
public:
    enum Column { ReasonColumn, ResultsColumn };

    explicit RooflineNoteModel(QObject *parent = nullptr);

    void setNotes(std::vector<RooflineNote> notes) { replaceRows(std::move(notes)); }
    const RooflineNote &note(int row) const { return rowAt(row); }
};

} // namespace loupe::ui
