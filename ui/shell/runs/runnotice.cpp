// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/runnotice.h"

#include "ui/style/applicationidentity.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QStyle>
#include <QSystemTrayIcon>
#include <QTimer>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int shownMs = 10'000;

/// Builds a call of Notify() (Desktop Notifications Specification 1.2).
QDBusMessage notifyCall(const QString &title, const QString &text)
{
    const QString service = u"org.freedesktop.Notifications"_s;
    auto call = QDBusMessage::createMethodCall(service, u"/org/freedesktop/Notifications"_s,
                                               service, u"Notify"_s);
    const QVariantMap hints{{u"desktop-entry"_s, applicationId()}};
    // The body is markup, so the names of runs are escaped.
    call.setArguments({u"KernelLoupe"_s, 0U, QString(), title, text.toHtmlEscaped(), QStringList(),
                       hints, shownMs});
    return call;
}

} // namespace

RunNotice::RunNotice(QWidget &window) : m_window(window) { }

RunNotice::~RunNotice() = default;

void RunNotice::show(const QString &title, const QString &text)
{
    if (m_window.isActiveWindow())
        return;
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        showInTray(title, text);
        return;
    }
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(notifyCall(title, text)), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, title, text] {
        answer->deleteLater();
        if (answer->isError())
            showInTray(title, text);
    });
}

void RunNotice::showInTray(const QString &title, const QString &text)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
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
