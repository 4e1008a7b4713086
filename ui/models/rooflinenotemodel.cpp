// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rooflinenotemodel.h"

#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

RooflineNoteModel::RooflineNoteModel(QObject *parent) : ColumnModel(parent)
{
    Columns columns;
    columns.emplace_back(tr("Reason"), CellKind::Text,
                         [](const RooflineNote &note) { return lineText(note.text); });
    columns.emplace_back(tr("Results"), CellKind::Number, [](const RooflineNote &note) {
        return countText(static_cast<std::int64_t>(note.ids.size()));
    });
    setColumns(std::move(columns));
}

void RooflineNoteModel::setNotes(std::vector<RooflineNote> notes)
{
    beginResetModel();
    m_notes = std::move(notes);
    endResetModel();
}

int RooflineNoteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_notes.size());
}

const RooflineNote &RooflineNoteModel::rowAt(int row) const
{
    return m_notes[static_cast<std::size_t>(row)];
}

} // namespace loupe::ui
