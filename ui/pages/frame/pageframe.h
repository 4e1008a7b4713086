// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QSplitter>
#include <QStackedLayout>
#include <QWidget>

namespace loupe::ui {

/// Fills the page with its content, or in its place what it says when there is none.
QStackedLayout *fillPage(QWidget *page, QWidget *content, QWidget *empty, const Theme &theme);

/// Parts with a gap between them that can be drawn; none can be made to vanish.
QSplitter *makeSplitter(Qt::Orientation orientation, const Theme &theme);

} // namespace loupe::ui
