// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/rooflinestudy.h"
#include "ui/models/columnmodel.h"

#include <vector>

namespace loupe::ui {

/// Reasons why a roofline lacks results, with their number.
class RooflineNoteModel final : public ColumnModel<const RooflineNote &>
{
    Q_OBJECT
public:
    enum Column { ReasonColumn, ResultsColumn };

    explicit RooflineNoteModel(QObject *parent = nullptr);

    void setNotes(std::vector<RooflineNote> notes);
    const RooflineNote &note(int row) const { return rowAt(row); }

    int rowCount(const QModelIndex &parent = {}) const override;

private:
    const RooflineNote &rowAt(int row) const override;

    std::vector<RooflineNote> m_notes;
};

} // namespace loupe::ui
