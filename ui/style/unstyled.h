// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// While one lives, the application has no style sheet. Qt matches a sheet anew for a widget and
/// all that it holds each time it is put into another one, so that a window of pages, tables and
/// forms takes seconds to be built under a sheet and a fraction of that without.
class Unstyled final
{
public:
    Unstyled();
    ~Unstyled(); ///< gives the sheet back, once for every widget
    Unstyled(const Unstyled &) = delete;
    Unstyled &operator=(const Unstyled &) = delete;

private:
    QString m_sheet;
};

} // namespace loupe::ui
