// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/scope.h"

#include <QList>
#include <QString>

namespace loupe::ui {

/// What the pages of a window show the store through.
struct ShownThrough {
    QString filter;
    Scope scope;

    friend bool operator==(const ShownThrough &, const ShownThrough &) = default;
};

/// The filters and scopes that were in force, to go back and forward through as through pages.
class FilterHistory
{
public:
    /// A filter or a scope came into force. While a person types, each is only on the way to the
    /// next, and takes its place.
    void visit(const ShownThrough &shown, bool isTyping);
    /// What was typed is meant.
    void settle() { m_isTyping = false; }
    void clear();

    bool canGo(int step) const;
    /// Makes what was before (-1) or after (1) the present and gives it.
    ShownThrough go(int step);

private:
    QList<ShownThrough> m_shown{ShownThrough()};
    qsizetype m_at = 0;
    bool m_isTyping = false;
};

} // namespace loupe::ui
