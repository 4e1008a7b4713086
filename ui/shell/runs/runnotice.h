// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSystemTrayIcon;
class QWidget;

namespace loupe::ui {

/// Says on the desktop that something ended while nobody looked at the window: through the
/// desktop's own notifications, or beside an icon in its tray. Silent where it has neither.
class RunNotice final : public QObject
{
    Q_OBJECT
public:
    /// A click on a notice brings `window` to the front.
    explicit RunNotice(QWidget &window);
    ~RunNotice() override;

    void show(const QString &title, const QString &text);

private:
    void showInTray(const QString &title, const QString &text);

    QWidget &m_window;
    std::unique_ptr<QSystemTrayIcon> m_icon; ///< in the tray while a notice is fresh
};

} // namespace loupe::ui
