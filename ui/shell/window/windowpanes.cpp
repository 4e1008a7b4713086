// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowpanes.h"

#include "core/model/saved/annotation.h"
#include "core/model/saved/filter.h"
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/figures/figurespage.h"
#include "ui/pages/frame/mixturebar.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/roofline/rooflinepage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/pages/start/startpage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/marks/triagemarks.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/pagecounter.h"
#include "ui/shell/window/scopeheader.h"
#include "ui/shell/window/sidebar.h"
#include "ui/shell/window/splitside.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filterline.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace loupe::ui {

WindowPanes::WindowPanes(const Workbench &bench, RunLine &runs) : m_bench(bench), m_runs(runs) { }

WindowPanes::~WindowPanes() = default;

QBoxLayout *WindowPanes::build()
{
    m_sideBar = new SideBar(m_bench.theme);
    m_scopes[0] = new ScopeHeader(m_bench);
    m_sides[0] = WindowPages(m_bench, m_runs);
    for (const PageEntry &each : allPages()) {
        if (!each.section.isEmpty())
            m_sideBar->addSection(each.section);
        m_sideBar->addPage(m_bench.commands.action(each.command));
    }
    auto *middle = makeRow(0);
    middle->addWidget(m_sideBar);
    m_across = new QSplitter(Qt::Horizontal);
    m_across->setChildrenCollapsible(false);
    m_across->setHandleWidth(m_bench.theme.lineWidth());
    m_across->addWidget(makeScrolled(m_sides[0].stack()));
    auto *work = new QWidget; // The scope is only above the pages, so that the side bar does not
                              // move.
    auto *pages = makeColumn(0, work);
    pages->addWidget(m_scopes[0]);
    pages->addWidget(m_across, 1);
    middle->addWidget(work, 1);
    m_counter = std::make_unique<PageCounter>(m_bench, m_sides[0], *m_sideBar);
    followPopulation(0, m_bench.session.population());
    connect(&m_bench.selection, &Selection::changed, this, &WindowPanes::statusChanged);
    connectPages(m_sides[0]);
    followQueue(m_bench.marking.queue());
    return middle;
}

void WindowPanes::connectPages(const WindowPages &side)
{
    const auto makeFigure = [this](const FigureSpec &spec) {
        showPage(Figures);
        page<FiguresPage>()->edit(spec);
    };
    connect(side.page<DistributionsPage>(), &DistributionsPage::figureRequested, this, makeFigure);
    connect(side.page<RooflinePage>(), &RooflinePage::figureRequested, this, makeFigure);
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
        connect(page, &Page::statusChanged, this, &WindowPanes::statusChanged);
    connect(side.page<ResultsPage>()->detail(), &CandidateView::loaded, &m_bench.commands,
            &CommandRegistry::refresh);
    connect(side.page<StartPage>(), &StartPage::openRequested, this,
            [this](const QString &file) { emit storeRequested(toPath(file)); });
    connectRunsPage(side);
    const auto showKernel = [this](RowId id) {
        showPage(Results);
        page<ResultsPage>()->fillWith(id);
    };
    connect(side.page<RunsPage>(), &RunsPage::kernelRequested, this, showKernel);
    connect(side.page<DistributionsPage>(), &DistributionsPage::kernelRequested, this, showKernel);
    connect(side.page<RooflinePage>(), &RooflinePage::kernelRequested, this, showKernel);
    connect(side.page<OverviewPage>(), &OverviewPage::resultsRequested, this,
            &WindowPanes::showResultsOf);
    followQueue(side.page<TriagePage>()->marks()->queue());
    followQueue(side.page<AuditPage>()->queue());
}

void WindowPanes::connectRunsPage(const WindowPages &side)
{
    connect(side.page<RunsPage>(), &RunsPage::resultsRequested, this, [this](const QString &run) {
        Filter filter;
        filter.terms.push_back({"run", FilterOp::Is, {toCore(run)}, false, 0});
        showResultsOf(filter);
    });
    connect(side.page<RunsPage>(), &RunsPage::attemptsRequested, this,
            [this](const Filter &filter) {
                showResultsOf(filter);
                page<ResultsPage>()->setShowsEvery(true);
            });
}

void WindowPanes::followPopulation(std::size_t side, ScopedPopulation &population)
{
    connect(&population, &ScopedPopulation::outdated, this, [this, side, &population] {
        if (m_across->isVisible() && countsScope(side))
            population.want();
    });
}

void WindowPanes::followQueue(const WriteQueue &queue)
{
    connect(&queue, &WriteQueue::changed, this, &WindowPanes::marksChanged);
    connect(&queue, &WriteQueue::refused, this, &WindowPanes::marksRefused);
}

std::vector<WriteQueue *> WindowPanes::queues() const
{
    std::vector<WriteQueue *> all{&m_bench.marking.queue()};
    for (const WindowPages &side : sides()) {
        all.push_back(&side.page<TriagePage>()->marks()->queue());
        all.push_back(&side.page<AuditPage>()->queue());
    }
    return all;
}

void WindowPanes::showResultsOf(const Filter &filter)
{
    const Status applied = presentStore().setFilter(exactQt(text(filter)));
    Q_ASSERT(applied);
    showPage(Results);
}

void WindowPanes::showPage(PageIndex page)
{
    pages().stack()->setCurrentIndex(page);
    m_sideBar->setCurrent(page);
    if (m_present == 1)
        m_right->setPageName(
            m_bench.commands.action(allPages().at(page).command)->text().remove(u'&'));
    showScope();
    shown()->takeFocus();
    m_bench.commands.refresh();
    emit statusChanged();
    emit pageShown();
}

WindowPanes::PageIndex WindowPanes::currentPage() const
{
    return static_cast<PageIndex>(pages().stack()->currentIndex());
}

bool WindowPanes::countsScope(std::size_t side) const
{
    const auto page = static_cast<std::size_t>(m_sides.at(side).stack()->currentIndex());
    const bool areRuns = page == Compare && m_sides.at(side).page<ComparePage>()->showsRuns();
    return m_bench.session.isOpen() && allPages().at(page).hasScope && !areRuns;
}

void WindowPanes::showScope()
{
    const std::size_t other = m_present == 0 ? 1 : 0;
    std::optional<std::size_t> visible;
    if (countsScope(m_present))
        visible = m_present;
    else if (isSplit() && countsScope(other))
        visible = other;
    for (std::size_t side = 0; side < m_scopes.size(); ++side) {
        if (m_scopes.at(side) == nullptr)
            continue;
        // The page Compare selects values itself or shows an error.
        const int page = m_sides.at(side).stack()->currentIndex();
        m_scopes.at(side)->mixture()->setQuiet(page == static_cast<int>(Compare));
        m_scopes.at(side)->setVisible(visible == side);
    }
}

bool WindowPanes::isLoading() const
{
    const auto isReading = [](const WindowPages &side) { return side.shown()->isLoading(); };
    const bool isRightLoading
        = isSplit() && (m_right->session().isLoading() || isReading(m_sides.back()));
    const bool isScopeLoading = std::ranges::any_of(
        m_scopes, [](const ScopeHeader *scope) { return scope != nullptr && scope->isLoading(); });
    return m_bench.session.isLoading() || isReading(m_sides.front()) || isRightLoading
        || isScopeLoading || m_counter->isCounting();
}

std::map<QString, ResultTable *> WindowPanes::namedTables() const
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

void WindowPanes::makeRightSide()
{
    m_right = new SplitSide(m_bench.services.openStore, m_bench.session, m_bench.selection,
                            m_bench.theme);
    m_right->hide();
    m_across->addWidget(m_right);
    const Workbench bench{m_bench.services,     m_bench.theme, m_right->session(),
                          m_right->selection(), m_bench.jobs,  m_bench.commands,
                          m_bench.marking};
    m_sides[1] = WindowPages(bench, m_runs);
    connectPages(m_sides[1]);
    m_right->setPages(m_sides[1].stack());
    m_scopes[1] = new ScopeHeader(bench);
    auto *column = qobject_cast<QVBoxLayout *>(m_scopes[0]->parentWidget()->layout());
    column->insertWidget(column->indexOf(m_scopes[0]) + 1, m_scopes[1]);
    followPopulation(1, m_right->session().population());
    connect(m_right, &SplitSide::closeRequested, this, [this] { setSplit(false); });
    connect(m_right, &SplitSide::linkChanged, &m_bench.commands, &CommandRegistry::refresh);
    connect(&m_right->selection(), &Selection::changed, this, &WindowPanes::statusChanged);
    connect(&m_right->session(), &StoreSession::filterChanged, this, &WindowPanes::statusChanged);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (!isSplit() || now == nullptr)
            return;
        if (m_right->isAncestorOf(now))
            activateSide(1);
        else if (m_sides.front().stack()->isAncestorOf(now))
            activateSide(0);
    });
    emit sideAdded();
}

std::span<const WindowPages> WindowPanes::sides() const
{
    return {m_sides.data(), m_sides[1].all().empty() ? std::size_t{1} : std::size_t{2}};
}

bool WindowPanes::isSplit() const
{
    return m_right != nullptr && !m_right->isHidden();
}

void WindowPanes::setSplit(bool split)
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
        shown()->takeFocus();
        return;
    }
    if (m_bench.session.isOpen() && m_right->session().file() != m_bench.session.file())
        m_right->follow();
    // Next to Results, shows the current one; next to any other page, Results.
    const PageIndex page = currentPage() == Results ? Triage : Results;
    activateSide(1);
    showPage(page);
}

void WindowPanes::activateSide(std::size_t side)
{
    if (side == m_present || side >= m_sides.size() || m_sides[side].all().empty())
        return;
    m_present = side;
    m_sideBar->setCurrent(currentPage());
    showScope();
    m_bench.commands.refresh();
    emit statusChanged();
}

void WindowPanes::activateOtherSide()
{
    activateSide(m_present == 0 ? 1 : 0);
    shown()->takeFocus();
}

StoreSession &WindowPanes::presentStore()
{
    return m_present == 1 ? m_right->session() : m_bench.session;
}

Selection &WindowPanes::presentSelection()
{
    return m_present == 1 ? m_right->selection() : m_bench.selection;
}

FilterLine *WindowPanes::presentFilterLine() const
{
    return m_present == 1 && !m_right->isLinked() ? m_right->filterLine() : nullptr;
}

} // namespace loupe::ui
