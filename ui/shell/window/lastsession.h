// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// State of a window when it was closed.
struct LastSession {
    QString store;       ///< empty: none was open
    QString page;        ///< class name of the page
    QString filter;      ///< as in the filter line
    QString rightPage;   ///< page of the right side; empty: the window was not split
    QString rightFilter; ///< if the sides were not linked
    bool isLinked = true;
};

} // namespace loupe::ui
