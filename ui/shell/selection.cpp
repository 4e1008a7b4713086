// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/selection.h"

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

} // namespace loupe::ui
