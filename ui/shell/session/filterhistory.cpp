// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/filterhistory.h"

namespace loupe::ui {

namespace {
constexpr qsizetype keptFilters = 200;
}

void FilterHistory::visit(const QString &filter, bool isTyping)
{
    if (filter == m_filters[m_at])
        return;
    m_filters.resize(m_at + 1); // what could have been gone forward to is no more
    if (isTyping && m_isTyping) {
        m_filters[m_at] = filter;
        return;
    }
    m_filters.append(filter);
    if (m_filters.size() > keptFilters)
        m_filters.removeFirst();
    m_at = m_filters.size() - 1;
    m_isTyping = isTyping;
}

void FilterHistory::clear()
{
    *this = FilterHistory();
}

bool FilterHistory::canGo(int step) const
{
    return m_at + step >= 0 && m_at + step < m_filters.size();
}

QString FilterHistory::go(int step)
{
    m_isTyping = false;
    m_at += step;
    return m_filters[m_at];
}

} // namespace loupe::ui
