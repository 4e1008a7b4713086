// SPDX-License-Identifier: GPL-3.0-or-later
// Restores and saves the state of the main window between sessions.
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowstate.h"
#include "ui/style/theme.h"

namespace loupe::ui {

void MainWindow::restoreState()
{
    const WindowState state(m_services.settingsFile);
    resize(m_theme.unit() * 180, m_theme.unit() * 112);
    state.restore(*this);
    state.restoreShortcuts(*m_commands);
    connect(m_commands, &CommandRegistry::shortcutsChanged, this,
            [this] { WindowState(m_services.settingsFile).saveShortcuts(*m_commands); });
    page<StartPage>()->setRecent(state.recent());
}

void MainWindow::saveSession()
{
    m_saveLater.stop();
    if (m_session.isOpen()) // else the last session is still to be restored
        WindowState(m_services.settingsFile).saveSession(presentSession());
}

void MainWindow::saveState()
{
    activateSide(0); // Only the panes of the left side are saved.
    WindowState(m_services.settingsFile).save(*this);
    page<OverviewPage>()->rememberVisit();
}

} // namespace loupe::ui
