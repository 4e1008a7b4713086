// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/page.h"

namespace loupe::ui {

Page::Page(const Workbench &bench, QWidget *parent) : QWidget(parent), m_bench(bench) { }

void Page::invalidate()
{
    m_isStale = !isVisible();
    if (m_isStale)
        emit countChanged(std::nullopt); // The number is unknown until the next load.
    else
        reload();
}

void Page::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale) {
        m_isStale = false;
        reload();
    }
}

} // namespace loupe::ui
