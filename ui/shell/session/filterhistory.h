// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace loupe::ui {

/// The filters that were in force, to go back and forward through as through pages.
class FilterHistory
{
public:
    /// A filter came into force. While a person types, each is only on the way to the next, and
    /// takes its place.
    void visit(const QString &filter, bool isTyping);
    /// What was typed is meant.
    void settle() { m_isTyping = false; }
    void clear();

    bool canGo(int step) const;
    /// Makes the filter before (-1) or after (1) the present one and gives it.
    QString go(int step);

private:
    QStringList m_filters{QString()};
    qsizetype m_at = 0;
    bool m_isTyping = false;
};

} // namespace loupe::ui
