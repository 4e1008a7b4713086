// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/scope.h"

#include <QList>
#include <QString>

namespace loupe::ui {

/// Filter and scope of a window's pages.
struct ShownThrough {
    QString filter;
    Scope scope;

    friend bool operator==(const ShownThrough &, const ShownThrough &) = default;
};

/// History of filters and scopes, with back and forward.
class FilterHistory
{
public:
    /// Adds an entry. While the user types, each entry replaces the one before.
    void visit(const ShownThrough &shown, bool isTyping);
    /// Ends typing, so that the next entry is added.
    void settle() { m_isTyping = false; }
    void clear() { *this = FilterHistory(); }

    bool canGo(int step) const { return m_at + step >= 0 && m_at + step < m_shown.size(); }
    /// Goes to the entry before (-1) or after (1) the present one and returns it.
    ShownThrough go(int step);

private:
    QList<ShownThrough> m_shown{ShownThrough()};
    qsizetype m_at = 0;
    bool m_isTyping = false;
};

} // namespace loupe::ui
