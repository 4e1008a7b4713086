// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QLabel>

namespace loupe::ui {

/// Creates the label of a form's row with `control` as buddy. It has extra space, because text with
/// a mnemonic is painted wider than measured.
inline QLabel *makeFormLabel(const Theme &theme, const QString &text, QWidget *control)
{
    auto *label = new QLabel(text);
    label->setBuddy(control);
    label->setContentsMargins(0, 0, theme.unit() / 2, 0);
    return label;
}

} // namespace loupe::ui
