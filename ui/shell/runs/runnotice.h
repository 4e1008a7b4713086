// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSystemTrayIcon;
class QWidget;

namespace loupe::ui {

/// Notifies the user that a job has ended while the window was inactive: by a desktop notification,
/// or an icon in the system tray. Does nothing if both are missing.
class RunNotice final : public QObject
{
    Q_OBJECT
public:
    /// Clicking a notification brings `window` to the front.
    explicit RunNotice(QWidget &window);
    ~RunNotice() override;

    void show(const QString &title, const QString &text);

private:
    void showInTray(const QString &title, const QString &text);

    QWidget &m_window;
    std::unique_ptr<QSystemTrayIcon> m_icon; ///< in the tray while a notification is recent
};

} // namespace loupe::ui
