// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace loupe::test {

/// Chooses an item as the user does. Returns false if there is none with this text.
inline bool choose(QComboBox &box, const QString &text)
{
    const int row = box.findText(text);
    if (row < 0)
        return false;
    box.setCurrentIndex(row);
    emit box.activated(row);
    return true;
}

} // namespace loupe::test
