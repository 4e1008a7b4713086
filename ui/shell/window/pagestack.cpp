// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/pagestack.h"

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

} // namespace loupe::ui
