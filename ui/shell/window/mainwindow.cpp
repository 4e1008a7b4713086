// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/mainwindow.h"

#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/figures/figurespage.h"
#include "ui/pages/frame/mixturebar.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/pages/sql/sqlpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/marks/triagemarks.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/runs/runnotice.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/window/scopeheader.h"
#include "ui/shell/window/sidebar.h"
#include "ui/shell/window/splitside.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/topbar.h"
#include "ui/shell/window/viewsbutton.h"
#include "ui/style/theme.h"
#include "ui/style/unstyled.h"
#include "ui/text/words.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/offerbar.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/screenfit.h"

#include <QApplication>
#include <QBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

MainWindow::MainWindow(Services services, Theme &theme, QWidget *parent)
    : QMainWindow(parent)
    , m_services(std::move(services))
    , m_theme(theme)
    , m_session(m_services.openStore)
    , m_commands(new CommandRegistry(this))
    , m_marking(m_session, m_services.markRuns, m_services.person)
    , m_bench{m_services, theme, m_session, m_selection, m_jobs, *m_commands, m_marking}
{
    setWindowTitle(tr("KernelLoupe"));
    setAcceptDrops(true);
    qApp->installEventFilter(new ScreenFit(this));
    addCommands();
    {
        const Unstyled building;
        buildLayout();
        buildMenus();
    }
    connectAll();
    restoreState();
    m_commands->refresh();
    showPage(Start);
    updateCounts();
}

MainWindow::~MainWindow()
{
    // A line applies its text when it loses the focus, which needs the session.
    hide();
    disconnect(qApp, nullptr, this, nullptr); // The focus still moves while the pages are
                                              // destroyed.
}

void MainWindow::buildLayout()
{
    m_topBar = new TopBar(m_bench);
    m_side = new SideBar(m_theme);
    m_status = new StatusArea(m_bench);
    m_offer = new OfferBar(m_theme);
    m_scopes[0] = new ScopeHeader(m_bench);
    m_notice = std::make_unique<RunNotice>(*this);
    m_sides[0] = WindowPages(m_bench, m_runs);
    for (const PageEntry &each : allPages()) {
        if (!each.section.isEmpty())
            m_side->addSection(each.section);
        m_side->addPage(m_commands->action(each.command));
    }
    auto *middle = makeRow(0);
    middle->addWidget(m_side);
    m_across = new QSplitter(Qt::Horizontal);
    m_across->setChildrenCollapsible(false);
    m_across->setHandleWidth(m_theme.lineWidth());
    m_across->addWidget(makeScrolled(m_sides[0].stack()));
    auto *work = new QWidget; // The scope is only above the pages, so that the side bar does not
                              // move.
    auto *pages = new QVBoxLayout(work);
    pages->setContentsMargins(0, 0, 0, 0);
    pages->setSpacing(0);
    pages->addWidget(m_scopes[0]);
    pages->addWidget(m_across, 1);
    middle->addWidget(work, 1);
    auto *central = new QWidget;
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_topBar);
    column->addWidget(m_offer);
    column->addLayout(middle, 1);
    setCentralWidget(central);
    setStatusBar(m_status);
}

void MainWindow::offer(const QString &sentence, const QString &action, std::function<void()> accept)
{
    m_offered = std::move(accept);
    m_offer->offer(sentence, action);
}

void MainWindow::withdrawOffer()
{
    m_offered = {};
    m_offer->withdraw();
}

void MainWindow::connectAll()
{
    connect(&m_session, &StoreSession::opening, this, [this] {
        if (!m_session.isOpen() && m_status->message().isEmpty())
            m_status->say(openingText());
    });
    connect(&m_session, &StoreSession::leaving, this, &MainWindow::storeLeft);
    connect(&m_session, &StoreSession::opened, this, &MainWindow::storeOpened);
    connect(&m_session, &StoreSession::closed, this, &MainWindow::storeClosed);
    connect(&m_session, &StoreSession::failed, this, &MainWindow::storeFailed);
    connect(&m_session, &StoreSession::presenceChanged, this, &MainWindow::presenceChanged);
    connect(&m_session, &StoreSession::copied, this, &MainWindow::copySaved);
    connect(&m_session, &StoreSession::reopening, this, [this] {
        m_status->say(tr("Another program deleted the log of the open store. The store was "
                         "reopened; your marks are kept."));
    });
    connect(&m_session, &StoreSession::runsChanged, this, &MainWindow::updateCounts);
    connect(&m_session.population(), &ScopedPopulation::changed, this, &MainWindow::updateCounts);
    m_saveLater.setSingleShot(true);
    m_saveLater.setInterval(Job::changeIntervalMs);
    connect(&m_saveLater, &QTimer::timeout, this, &MainWindow::saveSession);
    m_countLater.setSingleShot(true);
    connect(&m_countLater, &QTimer::timeout, this, &MainWindow::countPages);
    followPopulation(0, m_session.population());
    connect(&m_session, &StoreSession::filterChanged, this, &MainWindow::filterChanged);
    connect(&m_session, &StoreSession::scopeChanged, this, &MainWindow::filterChanged);
    connect(&m_selection, &Selection::changed, this, &MainWindow::updateStatus);
    connectPages(m_sides[0]);
    for (std::size_t place = 0; place < allPages().size(); ++place) // only for the left side
        connect(m_sides[0].all()[place], &Page::countChanged, this,
                [this, place](std::optional<std::int64_t> count) {
                    m_side->setCount(static_cast<PageIndex>(place), count);
                    if (!count)
                        updateCounts(); // some counts need no page
                });
    connect(&m_marking, &RunMarking::changed, m_commands, &CommandRegistry::refresh);
    connect(&m_runs, &RunLine::changed, m_commands, &CommandRegistry::refresh);
    connect(&m_runs, &RunLine::ended, this, [this](const RunJob *job) { runEnded(*job); });
    connect(m_offer, &OfferBar::accepted, this, [this] { std::exchange(m_offered, {})(); });
    connect(m_topBar->filterLine(), &FilterLine::confirmed, this, [this] {
        m_history.settle();
        shownPage()->takeFocus();
    });
    connect(m_topBar->views(), &ViewsButton::said, m_status, &StatusArea::say);
    connect(m_status, &StatusArea::jobRequested, this, [this] {
        if (m_runs.current() != nullptr)
            showPage(Queue);
    });
    connect(&m_jobs, &JobList::changed, this, &MainWindow::closeIfDone);
    followQueue(m_marking.queue());
}

void MainWindow::connectPages(const WindowPages &side)
{
    const auto makeFigure = [this](const FigureSpec &spec) {
        showPage(Figures);
        page<FiguresPage>()->edit(spec);
    };
    connect(side.page<DistributionsPage>(), &DistributionsPage::figureRequested, this, makeFigure);
    connect(side.page<TrajectoriesPage>(), &TrajectoriesPage::figureRequested, this, makeFigure);
    connect(side.page<OverviewPage>(), &OverviewPage::figureRequested, this, makeFigure);
    connect(side.page<ComparePage>(), &ComparePage::figureRequested, this, makeFigure);
    const auto tag = [marks = side.page<TriagePage>()->marks()](const std::vector<RowId> &ids,
                                                                const QString &word) {
        marks->mark(ids, AnnotationKind::Tag, toCore(word));
    };
    connect(side.page<DistributionsPage>(), &DistributionsPage::tagRequested, this, tag);
    connect(side.page<TrajectoriesPage>(), &TrajectoriesPage::tagRequested, this, tag);
    for (Page *page : side.all())
        connect(page, &Page::statusChanged, this, &MainWindow::updateStatus);
    connect(side.page<ResultsPage>()->detail(), &CandidateView::loaded, m_commands,
            &CommandRegistry::refresh);
    connect(side.page<StartPage>(), &StartPage::openRequested, this,
            [this](const QString &file) { openStore(toPath(file)); });
    connect(side.page<RunsPage>(), &RunsPage::resultsRequested, this, [this](const QString &run) {
        Filter filter;
        filter.terms.push_back({"run", FilterOp::Is, {toCore(run)}, false, 0});
        showResultsOf(filter);
    });
    connect(side.page<RunsPage>(), &RunsPage::attemptsRequested, this,
            [this](const Filter &filter) {
                showResultsOf(filter);
                pages().page<ResultsPage>()->setShowsEvery(true);
            });
    const auto showKernel = [this](RowId id) {
        showPage(Results);
        pages().page<ResultsPage>()->show(id);
    };
    connect(side.page<RunsPage>(), &RunsPage::kernelRequested, this, showKernel);
    connect(side.page<DistributionsPage>(), &DistributionsPage::kernelRequested, this, showKernel);
    connect(side.page<OverviewPage>(), &OverviewPage::resultsRequested, this,
            &MainWindow::showResultsOf);
    followQueue(side.page<TriagePage>()->marks()->queue());
    followQueue(side.page<AuditPage>()->queue());
}

void MainWindow::followQueue(const WriteQueue &queue)
{
    connect(&queue, &WriteQueue::changed, this, &MainWindow::closeIfDone);
    connect(&queue, &WriteQueue::refused, this,
            [this](const std::filesystem::path &store, int events, const QString &problem) {
                if (store != m_session.file()) // else the page shows it
                    m_status->say(tr("%1 in %2: %3")
                                      .arg(counted(events, tr("%1 mark was not saved"),
                                                   tr("%1 marks were not saved")),
                                           pathText(store), problem));
            });
}

std::vector<WriteQueue *> MainWindow::queues()
{
    std::vector<WriteQueue *> all{&m_marking.queue()};
    for (const WindowPages &side : sides()) {
        all.push_back(&side.page<TriagePage>()->marks()->queue());
        all.push_back(&side.page<AuditPage>()->queue());
    }
    return all;
}

int MainWindow::waitingEvents()
{
    int count = 0;
    for (const WriteQueue *queue : queues())
        count += queue->waitingCount();
    return count;
}

void MainWindow::closeIfDone()
{
    if (m_isClosing && isVisible() && m_jobs.running() == 0 && waitingEvents() == 0)
        close();
}

void MainWindow::showResultsOf(const Filter &filter)
{
    const Status applied = presentStore().setFilter(exactQt(text(filter)));
    Q_ASSERT(applied);
    showPage(Results);
}

void MainWindow::showPage(PageIndex page)
{
    pages().stack()->setCurrentIndex(page);
    m_side->setCurrent(page);
    if (m_present == 1)
        m_right->setPageName(m_commands->action(allPages().at(page).command)->text().remove(u'&'));
    showScope();
    shownPage()->takeFocus();
    m_commands->refresh();
    updateStatus();
    m_saveLater.start();
}

bool MainWindow::countsScope(std::size_t side) const
{
    const auto page = static_cast<std::size_t>(m_sides.at(side).stack()->currentIndex());
    const bool areRuns = page == Compare && m_sides.at(side).page<ComparePage>()->showsRuns();
    return m_session.isOpen() && allPages().at(page).hasScope && !areRuns;
}

void MainWindow::followPopulation(std::size_t side, ScopedPopulation &population)
{
    connect(&population, &ScopedPopulation::outdated, this, [this, side, &population] {
        if (isVisible() && countsScope(side))
            population.want();
    });
}

void MainWindow::showScope()
{
    const std::size_t other = m_present == 0 ? 1 : 0;
    std::optional<std::size_t> shown;
    if (countsScope(m_present))
        shown = m_present;
    else if (isSplit() && countsScope(other))
        shown = other;
    for (std::size_t side = 0; side < m_scopes.size(); ++side) {
        if (m_scopes.at(side) == nullptr)
            continue;
        // The page Compare selects values itself or shows an error.
        const int page = m_sides.at(side).stack()->currentIndex();
        m_scopes.at(side)->mixture()->setQuiet(page == static_cast<int>(Compare));
        m_scopes.at(side)->setVisible(shown == side);
    }
}

void MainWindow::showMenus()
{
    // The keys of a hidden menu still work, because the window has its actions, too.
    m_triageMenu->menuAction()->setVisible(currentPage() == Triage);
}

MainWindow::PageIndex MainWindow::currentPage() const
{
    return static_cast<PageIndex>(pages().stack()->currentIndex());
}

bool MainWindow::isLoading() const
{
    const auto isReading = [](const WindowPages &side) { return side.shown()->isLoading(); };
    const bool isRightLoading
        = isSplit() && (m_right->session().isLoading() || isReading(m_sides.back()));
    const bool isScopeLoading = std::ranges::any_of(
        m_scopes, [](const ScopeHeader *scope) { return scope != nullptr && scope->isLoading(); });
    const bool isCounting = m_countLater.isActive() || m_countingPages.isRunning();
    return m_session.isLoading() || isReading(m_sides.front()) || isRightLoading || isScopeLoading
        || isCounting;
}

void MainWindow::filterChanged()
{
    m_history.visit({m_session.filterText(), m_session.scope()},
                    m_topBar->filterLine()->isApplying());
    updateStatus();
    m_saveLater.start();
}

void MainWindow::walkFilters(int step)
{
    const ShownThrough shown = m_history.go(step);
    const Status applied = m_session.setView(shown.filter, shown.scope);
    Q_ASSERT(applied);
}

void MainWindow::updateStatus()
{
    const Selection &selection = presentSelection();
    const QString selected = selection.isEmpty() || currentPage() == Distributions
        ? QString()
        : selection.description() + u" · "_s;
    m_status->setKeys(selected + shownPage()->keys());
    showScope();
    showMenus();
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

} // namespace loupe::ui
