// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/window/lastsession.h"

#include <QStringList>

#include <filesystem>

namespace loupe::ui {

class CommandRegistry;
class MainWindow;

/// State of a window between sessions: geometry, theme, sizes of panes and columns, sort order,
/// shortcuts, recent stores, and the open page. Kept in an INI file; without one nothing is saved.
class WindowState
{
public:
    explicit WindowState(std::filesystem::path file);

    void save(const MainWindow &window) const;
    /// Saves only what restoreSession() opens.
    void saveSession(const LastSession &session) const;
    void restore(MainWindow &window) const;
    /// Restores the default sizes.
    static void resetLayout(MainWindow &window);

    /// Saves the shortcuts that differ from the defaults.
    void saveShortcuts(const CommandRegistry &commands) const;
    void restoreShortcuts(CommandRegistry &commands) const;

    LastSession lastSession() const;

    QStringList recent() const;
    /// Moves the file to the front and returns the list.
    QStringList addRecent(const QString &file);
    /// Returns the selected theme: "system", "light", "dark" or "contrast".
    QString theme() const;

private:
    std::filesystem::path m_file;
};

} // namespace loupe::ui
