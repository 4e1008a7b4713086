// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/applicationidentity.h"

#include <QApplication>
#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Draws the icon in the sizes that desktops ask for. QIcon could read the SVG file itself only
/// with a plugin of Qt, which a machine may lack.
QIcon drawnIcon()
{
    QSvgRenderer renderer(u":/desktop/"_s + applicationId() + u".svg"_s);
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

QString applicationId()
{
    return u"org.kernelloupe.KernelLoupe"_s;
}

void setApplicationIdentity()
{
    QApplication::setApplicationName(u"kernelloupe"_s);
    QApplication::setApplicationDisplayName(u"KernelLoupe"_s);
    QApplication::setDesktopFileName(applicationId());
    QApplication::setWindowIcon(drawnIcon());
}

} // namespace loupe::ui
