// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/auditpage.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/detailpane.h"
#include "ui/pages/distributionspage.h"
#include "ui/pages/figurespage.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/runspage.h"
#include "ui/pages/sqlpage.h"
#include "ui/pages/startpage.h"
#include "ui/pages/trajectoriespage.h"
#include "ui/pages/triagepage.h"
#include "ui/shell/runjob.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/statusarea.h"
#include "ui/shell/topbar.h"
#include "ui/shell/triagemarks.h"
#include "ui/shell/viewsbutton.h"
#include "ui/shell/windowstate.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/parts.h"

#include <QBoxLayout>
#include <QMessageBox>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

MainWindow::MainWindow(Services services, Theme &theme, QWidget *parent)
    : QMainWindow(parent)
    , m_services(std::move(services))
    , m_theme(theme)
    , m_session(m_services.openStore)
    , m_commands(new CommandRegistry(this))
    , m_bench{m_services, theme, m_session, m_selection, m_jobs, *m_commands}
{
    setWindowTitle(tr("KernelLoupe"));
    setAcceptDrops(true);
    addCommands();
    buildLayout();
    buildMenus();
    connectAll();
    restoreState();
    m_commands->refresh();
    showPage(Start);
    updateCounts();
}

MainWindow::~MainWindow()
{
    // What is being typed is applied when its line loses the keyboard: while there is a session.
    hide();
}

void MainWindow::buildLayout()
{
    m_topBar = new TopBar(m_bench);
    m_side = new SideBar(m_theme);
    m_status = new StatusArea(m_bench);
    m_startPage = new StartPage(m_bench);
    m_runsPage = new RunsPage(m_bench);
    m_resultsPage = new ResultsPage(m_bench);
    m_triagePage = new TriagePage(m_bench);
    m_comparePage = new ComparePage(m_bench);
    m_distributionsPage = new DistributionsPage(m_bench);
    m_trajectoriesPage = new TrajectoriesPage(m_bench);
    m_auditPage = new AuditPage(m_bench);
    m_sqlPage = new SqlPage(m_bench);
    m_figuresPage = new FiguresPage(m_bench);
    m_pages = {m_startPage,         m_runsPage,         m_resultsPage, m_triagePage,  m_comparePage,
               m_distributionsPage, m_trajectoriesPage, m_auditPage,   m_figuresPage, m_sqlPage};
    m_stack = new QStackedWidget;
    for (Page *page : m_pages)
        m_stack->addWidget(page);
    for (const QString &id : {u"page.start"_s, u"page.runs"_s, u"page.results"_s, u"page.triage"_s,
                              u"page.compare"_s, u"page.distributions"_s, u"page.trajectories"_s,
                              u"page.audit"_s, u"page.figures"_s, u"page.sql"_s})
        m_side->addPage(m_commands->action(id));
    auto *middle = makeRow(0);
    middle->addWidget(m_side);
    middle->addWidget(m_stack, 1);
    auto *central = new QWidget;
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_topBar);
    column->addLayout(middle, 1);
    setCentralWidget(central);
    setStatusBar(m_status);
}

void MainWindow::connectAll()
{
    connect(&m_session, &StoreSession::opened, this, &MainWindow::storeOpened);
    connect(&m_session, &StoreSession::failed, this, &MainWindow::storeFailed);
    connect(&m_session, &StoreSession::runsChanged, this, &MainWindow::updateCounts);
    connect(&m_session, &StoreSession::filterChanged, this, &MainWindow::filterChanged);
    connect(&m_selection, &Selection::changed, this, &MainWindow::updateStatus);
    connect(m_resultsPage, &ResultsPage::countChanged, this,
            [this](std::int64_t rows) { m_side->setCount(Results, rows); });
    connect(m_triagePage, &TriagePage::countChanged, this,
            [this](std::int64_t failures) { m_side->setCount(Triage, failures); });
    connect(m_trajectoriesPage, &TrajectoriesPage::countChanged, this,
            [this](std::int64_t trajectories) { m_side->setCount(Trajectories, trajectories); });
    connect(m_auditPage, &AuditPage::countChanged, this,
            [this](std::int64_t unreviewed) { m_side->setCount(Audit, unreviewed); });
    connect(m_distributionsPage, &DistributionsPage::tagRequested, this,
            [this](const std::vector<RowId> &ids, const QString &tag) {
                m_triagePage->marks()->mark(ids, AnnotationKind::Tag, toCore(tag));
            });
    for (Page *page : m_pages)
        connect(page, &Page::statusChanged, this, &MainWindow::updateStatus);
    connect(m_resultsPage->detail(), &DetailPane::loaded, m_commands, &CommandRegistry::refresh);
    connect(m_startPage, &StartPage::openRequested, this,
            [this](const QString &file) { openStore(toPath(file)); });
    connect(m_runsPage, &RunsPage::resultsRequested, this, [this](const QString &run) {
        Filter filter;
        filter.terms.push_back({"run", FilterOp::Is, {toCore(run)}, false, 0});
        const Status applied = m_session.setFilter(toQt(text(filter)));
        Q_ASSERT(applied);
        showPage(Results);
    });
    connect(m_topBar->filterLine(), &FilterLine::confirmed, this, [this] {
        m_history.settle();
        m_pages[static_cast<std::size_t>(currentPage())]->takeFocus();
    });
    connect(m_topBar->views(), &ViewsButton::said, m_status, &StatusArea::say);
    connect(m_status, &StatusArea::jobRequested, this, [this] {
        if (auto *dialog = m_newRun.data()) {
            dialog->show();
            dialog->raise();
        }
    });
    const auto closeIfDone = [this] {
        const bool hasMarks = m_triagePage->marks()->queue().waitingCount() > 0;
        if (m_isClosing && isVisible() && m_jobs.running() == 0 && !hasMarks)
            close();
    };
    connect(&m_jobs, &JobList::changed, this, closeIfDone);
    connect(m_triagePage->marks(), &TriageMarks::problemChanged, this, closeIfDone);
}

void MainWindow::showPage(PageIndex page)
{
    m_stack->setCurrentIndex(page);
    m_side->setCurrent(page);
    m_pages[static_cast<std::size_t>(page)]->takeFocus();
    m_commands->refresh();
    updateStatus();
}

MainWindow::PageIndex MainWindow::currentPage() const
{
    return static_cast<PageIndex>(m_stack->currentIndex());
}

bool MainWindow::isLoading() const
{
    return m_session.isLoading() || m_pages[static_cast<std::size_t>(currentPage())]->isLoading();
}

void MainWindow::filterChanged()
{
    m_history.visit(m_session.filterText(), m_topBar->filterLine()->isApplying());
    updateStatus();
}

void MainWindow::walkFilters(int step)
{
    const Status applied = m_session.setFilter(m_history.go(step));
    Q_ASSERT(applied);
}

void MainWindow::updateCounts()
{
    if (!m_session.isOpen())
        return;
    m_side->setCount(Runs, static_cast<std::int64_t>(m_session.runList().runs.size()));
    if (m_session.filterText().isEmpty() && m_selection.isEmpty())
        m_side->setCount(Results, m_session.evaluations());
}

void MainWindow::updateStatus()
{
    const QString selected = m_selection.isEmpty() || currentPage() == Distributions
        ? QString()
        : m_selection.description() + u" · "_s;
    m_status->setKeys(selected + m_pages[static_cast<std::size_t>(currentPage())]->keys());
    m_commands->refresh();
}

CommandPalette *MainWindow::commandPalette()
{
    if (!m_palette)
        m_palette = new CommandPalette(m_theme, *m_commands, this);
    return m_palette;
}

void MainWindow::showPalette()
{
    commandPalette()->appear();
}

void MainWindow::showHelp()
{
    if (!m_help)
        m_help = new HelpDialog(m_theme, *m_commands, this);
    m_help->show();
    m_help->raise();
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About KernelLoupe"),
                       tr("KernelLoupe evaluates and studies LLM-generated GPU kernels.\n"
                          "The application is licensed under GPL-3.0-or-later; it uses Qt, Qt "
                          "Charts and QScintilla."));
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::ThemeChange)
        m_theme.systemChanged();
    return QMainWindow::event(event);
}

void MainWindow::restoreState()
{
    const WindowState state(m_services.settingsFile);
    resize(m_theme.unit() * 180, m_theme.unit() * 112);
    state.restore(*this);
    state.restoreShortcuts(*m_commands);
    connect(m_commands, &CommandRegistry::shortcutsChanged, this,
            [this] { WindowState(m_services.settingsFile).saveShortcuts(*m_commands); });
    m_startPage->setRecent(state.recent());
}

void MainWindow::saveState() const
{
    WindowState(m_services.settingsFile).save(*this);
}

} // namespace loupe::ui
