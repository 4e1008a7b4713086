// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/pagestack.h"

#include <QScrollArea>

namespace loupe::ui {

PageStack::PageStack(QWidget *parent) : QStackedWidget(parent)
{
    connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
}

QSize PageStack::minimumSizeHint() const
{
    return currentWidget() != nullptr ? currentWidget()->minimumSizeHint()
                                      : QStackedWidget::minimumSizeHint();
}

QScrollArea *makeScrolled(QStackedWidget *pages)
{
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(pages);
    return scroll;
}

} // namespace loupe::ui
