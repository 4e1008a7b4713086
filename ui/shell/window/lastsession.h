// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// What was open when a window was closed.
struct LastSession {
    QString store;       ///< empty: none was open
    QString page;        ///< the name of its class
    QString filter;      ///< as in the filter line
    QString scope;       ///< as savedText() writes it
    QString rightPage;   ///< of the right side; empty: the window was not split
    QString rightFilter; ///< where the sides were not linked
    bool isLinked = true;
};

} // namespace loupe::ui
