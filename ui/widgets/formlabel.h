// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QLabel>

namespace loupe::ui {

/// The label of a form's row, whose key goes to `control`. With a little room at its end: text with
/// a mnemonic is drawn in pieces, which is wider than it is measured.
inline QLabel *makeFormLabel(const Theme &theme, const QString &text, QWidget *control)
{
    auto *label = new QLabel(text);
    label->setBuddy(control);
    label->setContentsMargins(0, 0, theme.unit() / 2, 0);
    return label;
}

} // namespace loupe::ui
