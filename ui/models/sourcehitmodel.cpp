// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sourcehitmodel.h"

#include "ui/text/words.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns "12", or "kernels/a.cu:12" in a submission of several files.
QString lineOf(const SourceHit &hit)
{
    return hit.path.empty() ? countText(hit.line)
                            : u"%1:%2"_s.arg(toQt(hit.path)).arg(hit.fileLine);
}

QVariant kindOfLine(const SourceHit &hit)
{
    return hit.path.empty() ? QVariant() : asData(CellKind::Code);
}

} // namespace

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
         {tr("Line"), CellKind::Number, lineOf, {{KindRole, kindOfLine}}},
         {tr("Source"), CellKind::Code, [](const SourceHit &hit) { return lineText(hit.text); }}});
}

} // namespace loupe::ui
