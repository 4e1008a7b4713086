// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/commandpalette.h"
#include "ui/shell/session/workbench.h"
#include "ui/shell/window/resultcommands.h"
#include "ui/shell/window/runcommands.h"
#include "ui/shell/window/windowpages.h"

#include <QObject>
#include <QPointer>

class QMainWindow;
class QMenu;

namespace loupe::ui {

class FilterHistory;
class HelpDialog;
class StatusArea;
enum class Language;
class WindowStores;
class WindowTour;

/// Commands and menus of a window.
class WindowCommands final : public QObject, private PageNames
{
    Q_OBJECT
public:
    /// All must outlive this.
    WindowCommands(QMainWindow &window, const Workbench &bench, WindowPanes &panes,
                   WindowStores &stores, WindowRuns &runs, WindowTour &tour, StatusArea &status,
                   FilterHistory &history);

    /// Registers all commands, in the order of the menus.
    void add();
    void buildMenus();
    /// Shows the menu Triage while it applies to the page of the side with the focus.
    void showMenus();
    CommandPalette *commandPalette();
    SourceSearch *sourceSearch() const { return m_resultCommands.sourceSearch(); }

signals:
    void filterLineRequested();
    void saveViewRequested();
    void layoutResetRequested();

private:
    void addFileCommands();
    void addExchangeCommands();
    void addEditCommands();
    void addPageCommands();
    void addFilterCommands();
    void addSelectionCommands();
    void addViewCommands();
    void addTextSizeCommands();
    void addLanguageCommands();
    void addSplitCommands();
    void addHelpCommands();
    void walkFilters(int step);
    /// Returns the open store's runs and views, and the search of its results.
    CommandPalette::Destinations destinations();
    /// Sets the text size of all windows of this process, and saves it.
    void setTextPercent(int percent);
    /// Saves the language for the next start: the texts of this window stay as they are.
    void setLanguage(Language language);
    void showHelp();
    void showAbout();

    QMainWindow &m_window;
    const Workbench m_bench;
    CommandRegistry &m_commands;
    WindowPanes &m_panes;
    WindowStores &m_stores;
    WindowRuns &m_runs;
    WindowTour &m_tour;
    StatusArea &m_status;
    FilterHistory &m_history;
    RunCommands m_runCommands;
    ResultCommands m_resultCommands;
    QMenu *m_triageMenu = nullptr;
    Language m_language;
    QPointer<HelpDialog> m_help;
    QPointer<CommandPalette> m_palette;
};

} // namespace loupe::ui
