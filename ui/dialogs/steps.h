// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <initializer_list>
#include <utility>

class QTabWidget;
class QWidget;

namespace loupe::ui {

class Theme;

/// Makes an empty tab widget one step of a form after the other, each under its title.
void makeSteps(const Theme &theme, QTabWidget &steps,
               std::initializer_list<std::pair<QString, QWidget *>> pages);

} // namespace loupe::ui
