// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sourcehitmodel.h"

#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

SourceHitModel::SourceHitModel(QObject *parent) : HeldRows(parent)
{
    const auto attempt = [](const SourceHit &hit) { return QVariant(attemptText(hit.row)); };
    setColumns(
        {{tr("Task"), CellKind::Code, [](const SourceHit &hit) { return lineText(hit.row.task); }},
         {tr("Method"),
          CellKind::Text,
          [](const SourceHit &hit) { return lineText(hit.row.method); },
          {{Qt::ToolTipRole, attempt}}},
         {tr("Round"),
          CellKind::Number,
          [](const SourceHit &hit) { return countText(hit.row.round); },
          {{Qt::ToolTipRole, attempt}}},
         {tr("Line"), CellKind::Number, [](const SourceHit &hit) { return countText(hit.line); }},
         {tr("Source"), CellKind::Code, [](const SourceHit &hit) { return lineText(hit.text); }}});
}

void SourceHitModel::setHits(std::vector<SourceHit> hits)
{
    replaceRows(std::move(hits));
}

} // namespace loupe::ui
