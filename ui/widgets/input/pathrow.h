// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QLineEdit;
class QWidget;

namespace loupe::ui {

class Theme;

/// Creates a row with a path line and a browse button. `name` is the kind of file, such as "store".
/// `choose` gets the line's text and returns an empty text if the user cancels.
QWidget *makePathRow(const Theme &theme, QLineEdit *line, const QString &name,
                     std::function<QString(const QString &)> choose);

} // namespace loupe::ui
