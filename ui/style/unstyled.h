// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// Removes the application's style sheet during its lifetime. Qt matches a sheet again for a widget
/// and all its children at each change of parent. Building a window with many pages would take
/// seconds under a sheet.
class Unstyled final
{
public:
    Unstyled();
    ~Unstyled(); ///< restores the sheet, once for every widget
    Unstyled(const Unstyled &) = delete;
    Unstyled &operator=(const Unstyled &) = delete;

private:
    QString m_sheet;
};

} // namespace loupe::ui
