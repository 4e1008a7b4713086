// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout/screenfit.h"

#include <QDialog>
#include <QEvent>
#include <QScreen>
#include <QStyle>

#include <algorithm>

namespace loupe::ui {

void ScreenFit::fit(QWidget &window, const QRect &room)
{
    // The frame's size is unknown before the window system has added it.
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    const QRect inside = room.adjusted(0, title, 0, 0);
    window.resize(window.size().boundedTo(inside.size()));
    const QPoint at = window.pos();
    const int left = std::clamp(at.x(), inside.left(),
                                std::max(inside.left(), inside.right() + 1 - window.width()));
    const int top = std::clamp(at.y(), room.top(),
                               std::max(room.top(), inside.bottom() + 1 - window.height()));
    window.move(left, top);
}

bool ScreenFit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show) {
        if (auto *dialog = qobject_cast<QDialog *>(watched); dialog != nullptr)
            fit(*dialog, dialog->screen()->availableGeometry());
    }
    return QObject::eventFilter(watched, event);
}

} // namespace loupe::ui
