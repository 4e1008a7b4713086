// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/kernelframe.h"

#include "ui/style/theme.h"

#include <QKeyEvent>

namespace loupe::ui {

KernelFrame::KernelFrame(QWidget *drawer, QWidget *kernel, const Theme &theme, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_kernel(kernel)
    , m_parts{drawer}
{
    addWidget(drawer);
    addWidget(kernel);
    setStretchFactor(0, 0);
    setStretchFactor(1, 1);
    setHandleWidth(theme.unit() * 3 / 2);
    setChildrenCollapsible(false);
}

void KernelFrame::setFilled(bool isFilled)
{
    if (m_isFilled == isFilled || (isFilled && !hasKernel()))
        return;
    m_isFilled = isFilled;
    if (isFilled) {
        m_sizes = sizes();
        if (m_sizes.contains(0)) // The kernel was just shown, and has no place yet.
            m_sizes.clear();
    }
    for (QWidget *part : m_parts)
        part->setVisible(!isFilled);
    if (!isFilled && !m_sizes.isEmpty())
        setSizes(m_sizes);
    emit filledChanged(isFilled);
}

void KernelFrame::leave()
{
    setFilled(false);
    emit left();
}

/// Escape goes first to a line or field that has the focus, and to the window's commands only while
/// the drawer is open.
bool KernelFrame::event(QEvent *event)
{
    const bool isKey
        = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || !m_isFilled || static_cast<QKeyEvent *>(event)->key() != Qt::Key_Escape)
        return QSplitter::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        leave();
    return true;
}

} // namespace loupe::ui
