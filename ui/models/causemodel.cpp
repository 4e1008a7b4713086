// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/causemodel.h"

#include "ui/text/words.h"

namespace loupe::ui {

CauseModel::CauseModel(QObject *parent) : HeldRows(parent)
{
    setColumns(
        {{tr("Cause"),
          CellKind::Text,
          [](const Row &row) { return row.title; },
          {{Qt::AccessibleTextRole,
            [](const Row &row) { return tr("%1, %2").arg(row.detail, row.title); }},
           {VerdictRole, [](const Row &row) { return asData(row.verdict); }}}},
         {tr("Reviewed"), CellKind::Number, [](const Row &row) { return countText(row.reviewed); }},
         {tr("All"), CellKind::Number, [](const Row &row) { return countText(row.count); }}},
        {{Qt::ToolTipRole, [](const Row &row) {
              return tr("%1\n%2: %3, %4 of them reviewed")
                  .arg(row.title, row.detail,
                       counted(row.count, tr("%1 failure"), tr("%1 failures")),
                       countText(row.reviewed));
          }}});
}

void CauseModel::setReviewed(int row, std::int64_t reviewed)
{
    if (row < 0 || row >= rowCount())
        return;
    m_rows[static_cast<std::size_t>(row)].reviewed = reviewed;
    emit dataChanged(index(row, ReviewedColumn), index(row, ReviewedColumn));
}

} // namespace loupe::ui
