// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QLineEdit;
class QWidget;

namespace loupe::ui {

class Theme;

/// A line for a path with a button beside it that asks for one. `name` is what is browsed for:
/// "store". `choose` gets what the line says, asks, and gives nothing where the person cancels.
QWidget *makePathRow(const Theme &theme, QLineEdit *line, const QString &name,
                     std::function<QString(const QString &)> choose);

} // namespace loupe::ui
