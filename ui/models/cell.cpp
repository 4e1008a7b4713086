// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cell.h"

#include <QStandardItem>
#include <QString>

namespace loupe::ui {

QStandardItem *cell(const QString &text, CellKind kind)
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(text);
    item->setData(static_cast<int>(kind), KindRole);
    return item;
}

} // namespace loupe::ui
