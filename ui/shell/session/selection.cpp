// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/selection.h"

#include <utility>

namespace loupe::ui {

void Selection::set(std::vector<RowId> ids, const QString &description)
{
    m_ids = std::move(ids);
    m_description = description;
    emit changed();
}

void Selection::clear()
{
    if (isEmpty())
        return;
    m_ids.clear();
    m_description.clear();
    emit changed();
}

void Selection::setCurrent(RowId id)
{
    if (id == m_current)
        return;
    m_current = id;
    emit currentChanged(id);
}

} // namespace loupe::ui
