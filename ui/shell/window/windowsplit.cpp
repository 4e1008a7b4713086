// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the main window into two sides with their own pages. Commands, keys and the side bar apply
// to the side with the focus.
#include "ui/pages/start/startpage.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/scopeheader.h"
#include "ui/shell/window/sidebar.h"
#include "ui/shell/window/splitside.h"
#include "ui/shell/window/windowstate.h"
#include "ui/widgets/filterline.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QSplitter>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void MainWindow::addSplitCommands()
{
    const QString view = tr("&View");
    m_commands->add({u"split.toggle"_s,
                     view,
                     tr("S&plit left and right"),
                     {QKeySequence(u"Ctrl+\\"_s)},
                     [this] { setSplit(!isSplit()); },
                     {},
                     [this] { return isSplit(); },
                     tr("Shows a second page of the same store at the right")});
    m_commands->add({u"split.link"_s,
                     view,
                     tr("Lin&k both sides"),
                     {QKeySequence(u"Ctrl+Shift+\\"_s)},
                     [this] { m_right->setLinked(!m_right->isLinked()); },
                     [this] { return isSplit(); },
                     [this] { return isSplit() && m_right->isLinked(); },
                     tr("Both sides share the filter, selection and result"),
                     tr("the window is not split")});
    m_commands->add({u"split.other"_s,
                     view,
                     tr("The &other side"),
                     {QKeySequence(Qt::Key_F6)},
                     [this] {
                         activateSide(m_present == 0 ? 1 : 0);
                         shownPage()->takeFocus();
                     },
                     [this] { return isSplit(); },
                     {},
                     tr("Moves the keyboard to the other side"),
                     tr("the window is not split")});
}

void MainWindow::makeRightSide()
{
    m_right = new SplitSide(m_services.openStore, m_session, m_selection, m_theme);
    m_right->hide();
    m_across->addWidget(m_right);
    const Workbench bench{m_services, m_theme,     m_right->session(), m_right->selection(),
                          m_jobs,     *m_commands, m_marking};
    m_sides[1] = WindowPages(bench, m_runs);
    connectPages(m_sides[1]);
    m_right->setPages(m_sides[1].stack());
    m_scopes[1] = new ScopeHeader(bench);
    auto *column = qobject_cast<QVBoxLayout *>(m_scopes[0]->parentWidget()->layout());
    column->insertWidget(column->indexOf(m_scopes[0]) + 1, m_scopes[1]);
    m_sides[1].page<StartPage>()->setRecent(WindowState(m_services.settingsFile).recent());
    followPopulation(1, m_right->session().population());
    connect(m_right, &SplitSide::closeRequested, this, [this] { setSplit(false); });
    connect(m_right, &SplitSide::linkChanged, m_commands, &CommandRegistry::refresh);
    connect(&m_right->selection(), &Selection::changed, this, &MainWindow::updateStatus);
    connect(&m_right->session(), &StoreSession::filterChanged, this, &MainWindow::updateStatus);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (!isSplit() || now == nullptr)
            return;
        if (m_right->isAncestorOf(now))
            activateSide(1);
        else if (m_sides.front().stack()->isAncestorOf(now))
            activateSide(0);
    });
}

std::span<const WindowPages> MainWindow::sides() const
{
    return {m_sides.data(), m_sides[1].all().empty() ? std::size_t{1} : std::size_t{2}};
}

bool MainWindow::isSplit() const
{
    return m_right != nullptr && !m_right->isHidden();
}

void MainWindow::setSplit(bool split)
{
    if (split == isSplit())
        return;
    if (m_right == nullptr)
        makeRightSide();
    m_right->setVisible(split);
    if (split) // equal widths until the user moves the handle
        m_across->setSizes({m_across->width() / 2, m_across->width() / 2});
    if (!split) {
        activateSide(0);
        showScope();
        shownPage()->takeFocus();
        return;
    }
    if (m_session.isOpen() && m_right->session().file() != m_session.file())
        m_right->follow();
    // Next to Results, shows the current one; next to any other page, Results.
    const PageIndex page = currentPage() == Results ? Triage : Results;
    activateSide(1);
    showPage(page);
}

void MainWindow::activateSide(std::size_t side)
{
    if (side == m_present || side >= m_sides.size() || m_sides[side].all().empty())
        return;
    m_present = side;
    m_side->setCurrent(currentPage());
    showScope();
    m_commands->refresh();
    updateStatus();
}

StoreSession &MainWindow::presentStore()
{
    return m_present == 1 ? m_right->session() : m_session;
}

Selection &MainWindow::presentSelection()
{
    return m_present == 1 ? m_right->selection() : m_selection;
}

FilterLine *MainWindow::presentFilterLine() const
{
    return m_present == 1 && !m_right->isLinked() ? m_right->filterLine() : nullptr;
}

} // namespace loupe::ui
