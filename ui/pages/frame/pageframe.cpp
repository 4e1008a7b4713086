// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/pageframe.h"

#include <QBoxLayout>

namespace loupe::ui {

QStackedLayout *fillPage(QWidget *page, QWidget *content, QWidget *empty, const Theme &theme)
{
    const int margin = theme.unit() * 3 / 2;
    auto *stack = new QStackedLayout;
    stack->addWidget(content);
    stack->addWidget(empty);
    auto *around = new QVBoxLayout(page);
    around->setContentsMargins(margin, margin, margin, margin);
    around->addLayout(stack);
    return stack;
}

QSplitter *makeSplitter(Qt::Orientation orientation, const Theme &theme)
{
    auto *splitter = new QSplitter(orientation);
    splitter->setHandleWidth(theme.unit() * 3 / 2);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

} // namespace loupe::ui
