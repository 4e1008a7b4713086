// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/filterhistory.h"

namespace loupe::ui {

namespace {
constexpr qsizetype keptSteps = 200;
}

void FilterHistory::visit(const ShownThrough &shown, bool isTyping)
{
    if (shown == m_shown[m_at])
        return;
    m_shown.resize(m_at + 1); // drops the entries that could be reached by going forward
    // A scope is selected, not typed.
    const bool isSameScope = shown.scope == m_shown[m_at].scope;
    if (isTyping && m_isTyping && isSameScope) {
        m_shown[m_at] = shown;
        return;
    }
    m_shown.append(shown);
    if (m_shown.size() > keptSteps)
        m_shown.removeFirst();
    m_at = m_shown.size() - 1;
    m_isTyping = isTyping && isSameScope;
}

ShownThrough FilterHistory::go(int step)
{
    m_isTyping = false;
    m_at += step;
    return m_shown[m_at];
}

} // namespace loupe::ui
