// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowstate.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <filesystem>

class QWidget;

namespace loupe::ui {

class FilterHistory;
class StatusArea;
class WindowPanes;

/// Restores the state of a window from the last session and saves it: sizes, shortcuts, columns,
/// recent stores, and the open store with page, filter and scope.
class WindowMemory final : public QObject
{
    Q_OBJECT
public:
    /// Window, panes, status area and history must outlive this.
    WindowMemory(QWidget &window, const Workbench &bench, WindowPanes &panes, StatusArea &status,
                 FilterHistory &history);

    /// Restores what does not depend on a store, and begins to follow changes.
    void restoreState();
    /// Saves everything before the window closes.
    void saveState();
    /// Saves the session soon, so that a killed window opens with it again.
    void saveSoon() { m_saveLater.start(); }
    void saveSession();
    /// Saves that no store is open.
    void forgetSession();
    /// Shows the pages, filter and scope of a session in the open store, if it is that of the
    /// session.
    void apply(const LastSession &last);
    /// Adds the store to the recent ones.
    void remember(const std::filesystem::path &file);
    /// Saves the scope and the columns of all tables for the open store.
    void saveOfStore();
    void restoreColumns();
    /// Restores the scope that the open store had when it was left, unless its path has another
    /// store now.
    void restoreScope();

private:
    LastSession presentSession() const;
    /// Returns the uuid of the open store's first run, by which a store is known again.
    QString firstRun() const;
    void showRecent(const QStringList &files);
    void showPageOf(const QString &className);

    QWidget &m_window;
    const Workbench m_bench;
    WindowPanes &m_panes;
    StatusArea &m_status;
    FilterHistory &m_history;
    QTimer m_saveLater; ///< starts saveSession()
};

} // namespace loupe::ui
