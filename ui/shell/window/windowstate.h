// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <filesystem>

class QWidget;

namespace loupe::ui {

class CommandRegistry;
class WindowPanes;
enum class ThemeChoice;

/// State of a window when it was closed.
struct LastSession {
    QString store;       ///< empty: none was open
    QString page;        ///< class name of the page
    QString filter;      ///< as in the filter line
    QString rightPage;   ///< page of the right side; empty: the window was not split
    QString rightFilter; ///< if the sides were not linked
    bool isLinked = true;
};

/// State of a window between sessions: geometry, theme, text size, language, sizes of panes,
/// columns, their sort and the scope per store, shortcuts, recent stores, the end of the tour, and
/// the open page. Kept in an INI file; without one nothing is saved.
class WindowState
{
public:
    explicit WindowState(std::filesystem::path file);

    /// Saves geometry, theme and the sizes of panes.
    void save(const QWidget &window, const WindowPanes &panes, ThemeChoice theme) const;
    /// Saves only what restoreSession() opens.
    void saveSession(const LastSession &session) const;
    /// Restores geometry and the sizes of panes.
    void restore(QWidget &window, const WindowPanes &panes) const;
    /// Saves the columns of the tables for this store.
    void saveColumns(const std::filesystem::path &store, const QVariantMap &tables) const;
    /// Returns what was saved for this store. A store that was never open gets the columns of the
    /// last one, without its sort.
    QVariantMap columns(const std::filesystem::path &store) const;
    /// Saves the scope of this store, as text.
    void saveScope(const std::filesystem::path &store, const QString &scope) const;
    /// Returns the scope that was saved for this store; empty if there is none.
    QString scope(const std::filesystem::path &store) const;
    /// Copies the sizes of panes and columns from the panes of a new window.
    static void copyLayout(const WindowPanes &from, const WindowPanes &to);

    /// Saves the shortcuts that differ from the defaults.
    void saveShortcuts(const CommandRegistry &commands) const;
    void restoreShortcuts(CommandRegistry &commands) const;

    LastSession lastSession() const;

    QStringList recent() const;
    /// Moves the file to the front and returns the list.
    QStringList addRecent(const QString &file);
    /// Returns the selected theme: "system", "light", "dark" or "contrast".
    QString theme() const;
    /// Returns the text size in percent of the desktop's.
    int textPercent() const;
    void saveTextPercent(int percent) const;
    /// Returns the selected language: "system", "en" or "de"; empty if none was selected.
    QString language() const;
    void saveLanguage(const QString &language) const;
    /// Returns true if the tour was ended once, so that it is not offered again.
    bool isTourEnded() const;
    void saveTourEnded() const;

private:
    /// Returns a saved value; `usual` if there is none.
    QVariant value(const QString &key, const QVariant &usual = {}) const;
    void setValue(const QString &key, const QVariant &value) const;
    /// Saves a value for this store, and removes those of stores that are not recent.
    void saveOfStore(const QString &group, const std::filesystem::path &store,
                     const QVariant &value) const;

    std::filesystem::path m_file;
};

} // namespace loupe::ui
