// SPDX-License-Identifier: GPL-3.0-or-later
// Commands for the filter, saved views, and chart selections.
#include "ui/pages/distributions/cohortcharts.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/topbar.h"
#include "ui/shell/window/viewsbutton.h"
#include "ui/widgets/filterline.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

void MainWindow::addFilterCommands()
{
    const QString go = tr("&Go");
    m_commands->add({u"filter.focus"_s,
                     go,
                     tr("Filter l&ine"),
                     {QKeySequence(u"Ctrl+L"_s)},
                     [this] {
                         FilterLine *own = presentFilterLine();
                         FilterLine *line = own ? own : m_topBar->filterLine();
                         line->setFocus();
                         line->selectAll();
                     },
                     [this] { return m_session.isOpen(); },
                     {},
                     tr("Which results every page shows"),
                     tr("no store is open")});
    m_commands->add({u"filter.clear"_s,
                     go,
                     tr("&Clear the filter"),
                     {QKeySequence(u"Ctrl+Shift+L"_s)},
                     [this] { static_cast<void>(presentStore().setFilter({})); },
                     [this] { return !presentStore().filterText().isEmpty(); },
                     {},
                     tr("Shows everything again"),
                     tr("there is no filter")});
    const auto addWalk = [&](const QString &id, const QString &text, const QString &key, int step,
                             const QString &help, const QString &needs) {
        m_commands->add({id,
                         go,
                         text,
                         {QKeySequence(key)},
                         [this, step] { walkFilters(step); },
                         [this, step] { return m_history.canGo(step); },
                         {},
                         help,
                         needs});
    };
    addWalk(u"filter.back"_s, tr("&Back"), u"Alt+Left"_s, -1,
            tr("Goes back to the previous filter and scope"),
            tr("there is no earlier filter or scope"));
    addWalk(u"filter.forward"_s, tr("For&ward"), u"Alt+Right"_s, 1,
            tr("Goes forward to the next filter and scope"),
            tr("there is no later filter or scope"));
    m_commands->add({u"views.save"_s,
                     go,
                     tr("Save filter and scope as a &view…"),
                     {QKeySequence(u"Ctrl+Shift+S"_s)},
                     [this] { m_topBar->views()->askAndSave(); },
                     [this] {
                         return m_session.isOpen() && m_services.saveView
                             && (!m_session.filterText().isEmpty() || m_session.scope() != Scope());
                     },
                     {},
                     tr("Saves filter and scope in the store under a name"),
                     tr("there is neither a filter nor a chosen scope to save")});
    m_commands->add({u"selection.filter"_s,
                     go,
                     tr("Filter b&y the selection"),
                     {},
                     [this] { page<DistributionsPage>()->filterByPicked(); },
                     [this] { return !m_selection.isEmpty(); },
                     {},
                     tr("Uses the chart selection as the filter"),
                     tr("nothing is selected in a chart")});
    m_commands->add({u"chart.table"_s,
                     go,
                     tr("C&hart as table"),
                     {QKeySequence(u"Shift+T"_s)},
                     [this] { shownPage()->toggleTable(); },
                     [this] { return shownPage()->hasTable(); },
                     [this] {
                         const Page *const shown = shownPage();
                         return shown != nullptr && shown->showsTable();
                     },
                     tr("Shows the data of the chart"),
                     tr("go to Distributions or Trajectories first")});
    m_commands->add({u"selection.clear"_s,
                     go,
                     tr("Clear the se&lection"),
                     {QKeySequence(Qt::Key_Escape)},
                     [this] { presentSelection().clear(); },
                     [this] { return !presentSelection().isEmpty(); },
                     {},
                     tr("Clears the chart selection"),
                     tr("nothing is selected in a chart")});
}

} // namespace loupe::ui
