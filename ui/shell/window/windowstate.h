// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/window/lastsession.h"

#include <QStringList>

#include <filesystem>

namespace loupe::ui {

class CommandRegistry;
class MainWindow;

/// What a window remembers between sessions: geometry, theme, sizes of panes and columns, sort,
/// keys, the stores opened before, and what was open. Kept in an INI file; without one nothing is
/// remembered.
class WindowState
{
public:
    explicit WindowState(std::filesystem::path file);

    void save(const MainWindow &window) const;
    void restore(MainWindow &window) const;
    /// The sizes a window has when nothing is remembered.
    static void resetLayout(MainWindow &window);

    /// The shortcuts that differ from a command's first ones.
    void saveShortcuts(const CommandRegistry &commands) const;
    void restoreShortcuts(CommandRegistry &commands) const;

    LastSession lastSession() const;

    QStringList recent() const;
    /// Puts the file first and returns the list.
    QStringList addRecent(const QString &file);
    /// The theme chosen last: "system", "light", "dark" or "contrast".
    QString theme() const;

private:
    std::filesystem::path m_file;
};

} // namespace loupe::ui
