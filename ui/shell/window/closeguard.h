// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <QObject>
#include <QPointer>

class QMessageBox;
class QWidget;

namespace loupe::ui {

class StatusArea;
class WindowPanes;
class WindowStores;

/// Keeps a window open while jobs run or marks are not saved. Asks before it stops the jobs or
/// discards the marks, and then closes the window.
class CloseGuard final : public QObject
{
    Q_OBJECT
public:
    /// All must outlive this.
    CloseGuard(QWidget &window, const Workbench &bench, WindowPanes &panes, WindowStores &stores,
               StatusArea &status);

    /// Returns true if the window can close now. Otherwise it closes later, or a question is shown.
    bool canClose();

private:
    int waitingEvents() const;
    /// Offers to save a copy or discard the marks that keep the window from closing.
    void askAboutMarks();
    /// Asks before running jobs are stopped and the window is closed.
    void askToStop();
    /// Names the running job with its progress, or the number of them.
    QString runningText() const;
    void closeIfDone();

    QWidget &m_window;
    const Workbench m_bench;
    WindowPanes &m_panes;
    WindowStores &m_stores;
    StatusArea &m_status;
    QPointer<QMessageBox> m_stopQuestion;
    bool m_isClosing = false;
    bool m_discardsMarks = false;
};

} // namespace loupe::ui
