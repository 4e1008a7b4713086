// SPDX-License-Identifier: GPL-3.0-or-later
// Restores and saves the state of the main window between sessions.
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowstate.h"
#include "ui/style/theme.h"
#include "ui/widgets/columnmemory.h"
#include "ui/widgets/resulttable.h"

namespace loupe::ui {

void MainWindow::restoreState()
{
    const WindowState state(m_services.settingsFile);
    resize(m_theme.unit() * 180, m_theme.unit() * 112);
    state.restore(*this);
    state.restoreShortcuts(*m_commands);
    connect(m_commands, &CommandRegistry::shortcutsChanged, this,
            [this] { WindowState(m_services.settingsFile).saveShortcuts(*m_commands); });
    for (const auto &[_, table] : namedTables())
        connect(&table->columnMemory(), &ColumnMemory::changed, this,
                [this] { m_saveLater.start(); });
    page<StartPage>()->setRecent(state.recent());
}

void MainWindow::saveSession()
{
    m_saveLater.stop();
    if (m_session.isOpen()) // else the last session is still to be restored
        WindowState(m_services.settingsFile).saveSession(presentSession());
    saveColumns();
}

std::map<QString, ResultTable *> MainWindow::namedTables() const
{
    std::map<QString, ResultTable *> tables;
    for (const Page *page : m_sides.front().all()) {
        const QString name = QString::fromLatin1(page->metaObject()->className());
        for (ResultTable *table : page->findChildren<ResultTable *>()) {
            if (!table->objectName().isEmpty())
                tables.emplace(name + u'/' + table->objectName(), table);
        }
    }
    return tables;
}

void MainWindow::saveColumns()
{
    if (!m_session.isOpen())
        return;
    QVariantMap states;
    for (const auto &[key, table] : namedTables()) {
        if (const QVariantMap state = table->columnMemory().state(); !state.isEmpty())
            states[key] = state;
    }
    WindowState(m_services.settingsFile).saveColumns(m_session.file(), states);
}

void MainWindow::restoreColumns()
{
    const QVariantMap states = WindowState(m_services.settingsFile).columns(m_session.file());
    for (const auto &[key, table] : namedTables())
        table->columnMemory().restore(states[key].toMap());
}

void MainWindow::saveState()
{
    activateSide(0); // Only the panes of the left side are saved.
    WindowState(m_services.settingsFile).save(*this);
    saveColumns();
    page<OverviewPage>()->rememberVisit();
}

} // namespace loupe::ui
