// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <initializer_list>
#include <utility>

class QTabWidget;
class QWidget;

namespace loupe::ui {

class Theme;

/// Turns an empty tab widget into the steps of a form, each with its title.
void makeSteps(const Theme &theme, QTabWidget &steps,
               std::initializer_list<std::pair<QString, QWidget *>> pages);

} // namespace loupe::ui
