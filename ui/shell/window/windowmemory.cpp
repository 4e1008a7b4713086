// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window takes from its last session, and leaves for the next.
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

void MainWindow::saveState()
{
    activateSide(0); // the panes of the left side are those that are kept
    WindowState(m_services.settingsFile).save(*this);
    page<OverviewPage>()->rememberVisit();
}

} // namespace loupe::ui
