// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runnotice.h"

#include <QApplication>
#include <QStyle>
#include <QSystemTrayIcon>
#include <QTimer>
#include <QWidget>

namespace loupe::ui {

namespace {

constexpr int shownMs = 10'000;

} // namespace

RunNotice::RunNotice(QWidget &window) : m_window(window) { }

RunNotice::~RunNotice() = default;

void RunNotice::show(const QString &title, const QString &text)
{
    if (m_window.isActiveWindow() || !QSystemTrayIcon::isSystemTrayAvailable()
        || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_icon) {
        QIcon icon = m_window.windowIcon();
        if (icon.isNull())
            icon = QApplication::style()->standardIcon(QStyle::SP_ComputerIcon);
        m_icon = std::make_unique<QSystemTrayIcon>(icon);
        connect(m_icon.get(), &QSystemTrayIcon::messageClicked, this, [this] {
            m_window.raise();
            m_window.activateWindow();
        });
    }
    m_icon->show();
    m_icon->showMessage(title, text, QSystemTrayIcon::Information, shownMs);
    QTimer::singleShot(shownMs, m_icon.get(), &QSystemTrayIcon::hide);
}

} // namespace loupe::ui
