// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowmemory.h"

#include "core/report/figures/scopejson.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/filterhistory.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/splitside.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/resulttable.h"

#include <QStackedWidget>
#include <QWidget>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

WindowMemory::WindowMemory(QWidget &window, const Workbench &bench, WindowPanes &panes,
                           StatusArea &status, FilterHistory &history)
    : m_window(window)
    , m_bench(bench)
    , m_panes(panes)
    , m_status(status)
    , m_history(history)
{
    m_saveLater.setSingleShot(true);
    m_saveLater.setInterval(Job::changeIntervalMs);
    connect(&m_saveLater, &QTimer::timeout, this, &WindowMemory::saveSession);
    connect(&panes, &WindowPanes::sideAdded, this,
            [this] { showRecent(WindowState(m_bench.services.settingsFile).recent()); });
}

void WindowMemory::restoreState()
{
    const WindowState state(m_bench.services.settingsFile);
    m_window.resize(m_bench.theme.unit() * 180, m_bench.theme.unit() * 112);
    state.restore(m_window, m_panes);
    state.restoreShortcuts(m_bench.commands);
    connect(&m_bench.commands, &CommandRegistry::shortcutsChanged, this,
            [this] { WindowState(m_bench.services.settingsFile).saveShortcuts(m_bench.commands); });
    for (const auto &[_, table] : m_panes.namedTables())
        connect(&table->columnMemory(), &ColumnMemory::changed, this,
                [this] { m_saveLater.start(); });
    showRecent(state.recent());
}

LastSession WindowMemory::presentSession() const
{
    LastSession session;
    if (m_bench.session.isOpen())
        session.store = exactPath(std::filesystem::absolute(m_bench.session.file()));
    const auto shown = [](const WindowPages &side) {
        return QString::fromLatin1(side.stack()->currentWidget()->metaObject()->className());
    };
    session.page = shown(m_panes.sides().front());
    session.filter = m_bench.session.filterText();
    if (m_panes.isSplit()) {
        session.rightPage = shown(m_panes.sides().back());
        session.isLinked = m_panes.rightSide()->isLinked();
        session.rightFilter = m_panes.rightSide()->session().filterText();
    }
    return session;
}

void WindowMemory::showPageOf(const QString &className)
{
    const std::vector<Page *> &all = m_panes.pages().all();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (className == QLatin1StringView(all[i]->metaObject()->className()))
            m_panes.showPage(static_cast<WindowPanes::PageIndex>(i));
    }
}

void WindowMemory::apply(const LastSession &last)
{
    if (last.store.isEmpty() || toPath(last.store) != m_bench.session.file())
        return;
    if (const Status applied = m_bench.session.setFilter(last.filter); !applied)
        m_status.say(tr("The last filter is no longer valid: %1").arg(errorText(applied.error())));
    m_history.clear();
    m_history.visit({m_bench.session.filterText(), m_bench.session.scope()}, false);
    showPageOf(last.page);
    if (last.rightPage.isEmpty())
        return;
    m_panes.setSplit(true);
    showPageOf(last.rightPage);
    m_panes.rightSide()->setLinked(last.isLinked);
    if (!last.isLinked)
        static_cast<void>(m_panes.rightSide()->session().setFilter(last.rightFilter));
    m_panes.activateSide(0);
    m_panes.shown()->takeFocus();
}

void WindowMemory::remember(const std::filesystem::path &file)
{
    WindowState state(m_bench.services.settingsFile);
    showRecent(state.addRecent(exactPath(std::filesystem::absolute(file))));
}

void WindowMemory::showRecent(const QStringList &files)
{
    for (const WindowPages &side : m_panes.sides())
        side.page<StartPage>()->setRecent(files);
}

void WindowMemory::saveSession()
{
    m_saveLater.stop();
    if (m_bench.session.isOpen()) // else the last session is still to be restored
        WindowState(m_bench.services.settingsFile).saveSession(presentSession());
    saveOfStore();
}

void WindowMemory::forgetSession()
{
    m_saveLater.stop();
    WindowState(m_bench.services.settingsFile).saveSession(presentSession());
}

void WindowMemory::saveOfStore()
{
    if (!m_bench.session.isOpen())
        return;
    QVariantMap states;
    for (const auto &[key, table] : m_panes.namedTables()) {
        if (const QVariantMap state = table->columnMemory().state(); !state.isEmpty())
            states[key] = state;
    }
    const WindowState state(m_bench.services.settingsFile);
    state.saveColumns(m_bench.session.file(), states);
    state.saveScope(m_bench.session.file(),
                    firstRun() + exactQt(savedText(m_bench.session.scope())));
}

QString WindowMemory::firstRun() const
{
    const std::vector<RunSummary> &runs = m_bench.session.runList().runs;
    const auto first
        = std::ranges::min_element(runs, {}, [](const RunSummary &each) { return each.id.value; });
    return first == runs.end() ? QString() : toQt(first->run.uuid);
}

void WindowMemory::restoreScope()
{
    QString saved = WindowState(m_bench.services.settingsFile).scope(m_bench.session.file());
    const QString run = firstRun();
    if (saved.startsWith(run))
        saved.remove(0, run.size());
    else
        saved.clear(); // of an earlier store at this path
    const Result<Scope> scope
        = saved.isEmpty() ? Result<Scope>(Scope()) : scopeFromSaved(toCore(saved));
    // A scope of another version is left out, as if there were none.
    m_bench.session.setScope(scope ? *scope : Scope());
}

void WindowMemory::restoreColumns()
{
    const QVariantMap states
        = WindowState(m_bench.services.settingsFile).columns(m_bench.session.file());
    for (const auto &[key, table] : m_panes.namedTables())
        table->columnMemory().restore(states[key].toMap());
}

void WindowMemory::saveState()
{
    m_panes.activateSide(0); // Only the panes of the left side are saved.
    const WindowState state(m_bench.services.settingsFile);
    state.save(m_window, m_panes, m_bench.theme.choice());
    state.saveSession(presentSession());
    saveOfStore();
    m_panes.page<OverviewPage>()->rememberVisit();
}

} // namespace loupe::ui
