// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QSplitter>
#include <QStackedLayout>
#include <QWidget>

namespace loupe::ui {

/// Fills the page with a stack of its content and a message for its absence.
QStackedLayout *fillPage(QWidget *page, QWidget *content, QWidget *empty, const Theme &theme);

/// Creates a splitter with visible handles and no collapsible parts.
QSplitter *makeSplitter(Qt::Orientation orientation, const Theme &theme);

} // namespace loupe::ui
