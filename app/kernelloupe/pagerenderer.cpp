// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pages. dialogpictures.cpp draws the dialogs and the runs in progress.
#include "app/kernelloupe/pagerenderer.h"

#include "app/kernelloupe/waiting.h"
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/compare/runcomparisonview.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/mismatchpanel.h"
#include "ui/pages/distributions/cohortcharts.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/frame/chartcontrols.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/sql/sqlpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/text/words.h"
#include "ui/widgets/chartview.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/mismatchview.h"
#include "ui/widgets/resulttable.h"
#include "ui/widgets/roundstrip.h"
#include "ui/widgets/sqledit.h"

#include <QDir>
#include <QLineEdit>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace loupe::app {

PageRenderer::PageRenderer(ui::Services services, ui::Theme &theme, QString folder,
                           std::function<void(const QString &)> print, QString mark)
    : m_services(std::move(services))
    , m_theme(theme)
    , m_folder(std::move(folder))
    , m_print(std::move(print))
    , m_mark(std::move(mark))
{
}

Status PageRenderer::settle(ui::MainWindow &window, const QString &what)
{
    int quiet = 0; // layouts and deletions need some turns of the event loop afterwards
    if (!waitFor([&] { return (quiet = window.isLoading() ? 0 : quiet + 1) > 3; }))
        return Error{Errc::Timeout, "the page did not finish loading", ui::toCore(what), {}, {}};
    return {};
}

Status PageRenderer::save(QWidget &widget, const QString &page)
{
    int turns = 0;
    waitFor([&turns] { return ++turns > 2; });
    const QString file
        = QDir(m_folder).filePath(page + u'-' + ui::name(m_theme.choice()) + m_mark + u".png"_s);
    if (!widget.grab().save(file))
        return Error{Errc::Io, "the picture could not be written", ui::toCore(file), {}, {}};
    m_print(file);
    return {};
}

Status PageRenderer::open(ui::MainWindow &window, const std::filesystem::path &store)
{
    window.openStore(store);
    if (Status settled = settle(window, u"opening the store"_s); !settled)
        return settled;
    const QString problem = window.page<ui::StartPage>()->problem();
    if (!problem.isEmpty())
        return Error{Errc::InvalidInput, ui::toCore(problem), {}, {}, {}};
    return {};
}

Status PageRenderer::smoke(const std::filesystem::path &store)
{
    ui::MainWindow window(m_services, m_theme);
    window.show();
    if (Status opened = open(window, store); !opened)
        return opened;
    window.showPage(ui::MainWindow::Results);
    if (Status settled = settle(window, u"results"_s); !settled)
        return settled;
    window.grab();
    return {};
}

Status PageRenderer::render(const std::filesystem::path &store, ui::ThemeChoice choice)
{
    if (!QDir().mkpath(m_folder))
        return Error{Errc::Io, "the folder cannot be made", ui::toCore(m_folder), {}, {}};
    m_theme.choose(choice);
    ui::MainWindow window(m_services, m_theme);
    window.resize(1440, 900); // the size of the reference pictures
    window.show();
    if (Status saved = save(window, u"1-start-empty"_s); !saved)
        return saved;
    if (Status opened = open(window, store); !opened)
        return opened;
    if (Status rendered = renderStore(window); !rendered)
        return rendered;
    return renderDialogs(window, store);
}

Status PageRenderer::renderStore(ui::MainWindow &window)
{
    struct Step {
        ui::MainWindow::PageIndex page;
        QString name;
    };
    for (const Step &step :
         {Step{ui::MainWindow::Start, u"2-start"_s},
          Step{ui::MainWindow::Overview, u"2-overview"_s}, Step{ui::MainWindow::Runs, u"3-runs"_s},
          Step{ui::MainWindow::Results, u"4-results"_s},
          Step{ui::MainWindow::Distributions, u"5-distributions"_s}}) {
        window.showPage(step.page);
        if (Status settled = settle(window, step.name); !settled)
            return settled;
        if (Status saved = save(window, step.name); !saved)
            return saved;
    }
    if (Status rendered = renderCharts(window); !rendered)
        return rendered;
    if (Status rendered = renderSelection(window); !rendered)
        return rendered;
    struct Detail {
        QString filter;
        QString name;
        std::optional<ui::DetailTabs::Tab> tab = {}; ///< tab that explains the verdict
    };
    for (const Detail &detail :
         {Detail{u"verdict:compile_error"_s, u"7-results-compile-error"_s},
          Detail{u"verdict:wrong_value,wrong_tail"_s, u"8-results-wrong"_s},
          Detail{u"round>0 status:correct"_s, u"9-results-round"_s},
          Detail{u"task:there_is_no_such_task"_s, u"10-results-nothing"_s},
          Detail{u"flag:proof,suspicion"_s, u"15-results-integrity"_s, ui::DetailTabs::FindingsTab},
          Detail{u"speedup>0"_s, u"16-results-device"_s, ui::DetailTabs::DeviceTab}}) {
        if (Status rendered = renderDetail(window, detail.filter, detail.name, detail.tab);
            !rendered)
            return rendered;
    }
    for (const Detail &detail :
         {Detail{{}, u"17-triage"_s},
          Detail{u"verdict:wrong_value,wrong_tail,not_a_number"_s, u"18-triage-wrong"_s},
          Detail{u"verdict:compile_error,build_failed"_s, u"19-triage-no-build"_s},
          Detail{u"status:correct"_s, u"20-triage-nothing"_s}}) {
        if (Status rendered = renderTriage(window, detail.filter, detail.name); !rendered)
            return rendered;
    }
    if (Status rendered = renderCompare(window); !rendered)
        return rendered;
    if (Status rendered = renderTrajectories(window); !rendered)
        return rendered;
    if (Status rendered = renderAudit(window); !rendered)
        return rendered;
    window.showPage(ui::MainWindow::Figures);
    if (Status settled = settle(window, u"figures"_s); !settled)
        return settled;
    if (Status saved = save(window, u"29-figures"_s); !saved)
        return saved;
    if (Status rendered = renderSql(window); !rendered)
        return rendered;
    return renderSplit(window);
}

Status PageRenderer::renderSplit(ui::MainWindow &window)
{
    if (Status filtered = window.session().setFilter(u"status:failed"_s); !filtered)
        return filtered;
    window.showPage(ui::MainWindow::Results);
    window.panes().setSplit(true);
    if (Status settled = settle(window, u"split"_s); !settled)
        return settled;
    Status saved = save(window, u"29-split"_s);
    window.panes().setSplit(false);
    return saved;
}

Status PageRenderer::renderTrajectories(ui::MainWindow &window)
{
    if (Status cleared = window.session().setFilter({}); !cleared)
        return cleared;
    window.showPage(ui::MainWindow::Trajectories);
    ui::TrajectoriesPage &page = *window.page<ui::TrajectoriesPage>();
    for (int chart = 0; chart < page.charts()->chartBox()->count(); ++chart) {
        page.charts()->chartBox()->setCurrentIndex(chart);
        const QString name = u"27-trajectories-%1"_s.arg(chart + 1);
        if (Status settled = settle(window, name); !settled)
            return settled;
        if (Status saved = save(window, name); !saved)
            return saved;
    }
    page.charts()->chartBox()->setCurrentIndex(0);
    // A round with a code change makes the best picture of both tabs.
    page.view()->rounds()->walk(1);
    page.view()->tabs()->setCurrentIndex(ui::TrajectoryView::LogTab);
    if (Status settled = settle(window, u"trajectory"_s); !settled)
        return settled;
    if (Status saved = save(window, u"28-trajectory"_s); !saved)
        return saved;
    page.kernelFrame()->fill();
    Status saved = save(window, u"28-trajectory-filled"_s);
    page.kernelFrame()->leave();
    return saved;
}

Status PageRenderer::renderAudit(ui::MainWindow &window)
{
    if (Status cleared = window.session().setFilter({}); !cleared)
        return cleared;
    window.showPage(ui::MainWindow::Audit);
    if (Status settled = settle(window, u"audit"_s); !settled)
        return settled;
    return save(window, u"24-audit"_s);
}

Status PageRenderer::renderSql(ui::MainWindow &window)
{
    window.showPage(ui::MainWindow::Sql);
    if (Status settled = settle(window, u"schema"_s); !settled)
        return settled;
    ui::SqlPage &page = *window.page<ui::SqlPage>();
    page.run();
    if (Status settled = settle(window, u"query"_s); !settled)
        return settled;
    if (Status saved = save(window, u"25-sql"_s); !saved)
        return saved;
    page.edit()->setText(u"SELECT run, task,\n       speed\nFROM v_evaluation"_s);
    page.run();
    if (Status settled = settle(window, u"wrong query"_s); !settled)
        return settled;
    return save(window, u"26-sql-error"_s);
}

Status PageRenderer::renderCompare(ui::MainWindow &window)
{
    if (Status cleared = window.session().setFilter({}); !cleared)
        return cleared;
    window.showPage(ui::MainWindow::Compare);
    ui::ComparePage &page = *window.page<ui::ComparePage>();
    if (Status settled = settle(window, u"compare"_s); !settled)
        return settled;
    if (Status saved = save(window, u"21-compare"_s); !saved)
        return saved;
    if (Status rendered = renderRefusal(window, page); !rendered)
        return rendered;
    return renderComparedRuns(window, page);
}

/// Draws the message for speedups over two baselines, if the store has two.
Status PageRenderer::renderRefusal(ui::MainWindow &window, ui::ComparePage &page)
{
    const std::vector<ConditionValue> baselines = page.valuesOf(SideKind::Baseline);
    if (baselines.size() < 2)
        return {};
    const auto usual = page.sides();
    page.setSides(sideOf(SideKind::Baseline, baselines[0].value),
                  sideOf(SideKind::Baseline, baselines[1].value));
    if (Status settled = settle(window, u"unlike baselines"_s); !settled)
        return settled;
    if (Status saved = save(window, u"21-compare-refused"_s); !saved)
        return saved;
    page.setSides(usual->first, usual->second);
    return settle(window, u"compare"_s);
}

Status PageRenderer::renderComparedRuns(ui::MainWindow &window, ui::ComparePage &page)
{
    page.showRuns(true);
    ui::RunComparisonView &runs = *page.runs();
    if (Status settled = settle(window, u"runs"_s); !settled)
        return settled;
    if (Status saved = save(window, u"22-compare-runs"_s); !saved)
        return saved;
    runs.tabs()->setCurrentIndex(1);
    if (Status saved = save(window, u"22-compare-configuration"_s); !saved)
        return saved;
    const QAbstractItemModel *matrix = runs.matrixTable()->model();
    runs.matrixTable()->setCurrentIndex(matrix->index(0, matrix->columnCount() - 1));
    // A run of another suite has no attempt in common, and the page says so.
    runs.runTable()->selectRow(runs.runTable()->model()->rowCount() - 1);
    if (Status settled = settle(window, u"compare with another suite"_s); !settled)
        return settled;
    runs.tabs()->setCurrentIndex(0);
    Status saved = save(window, u"23-compare-runs-refused"_s);
    page.showRuns(false);
    return saved;
}

Status PageRenderer::renderTriage(ui::MainWindow &window, const QString &filter,
                                  const QString &name)
{
    if (Status applied = window.session().setFilter(filter); !applied)
        return applied;
    window.showPage(ui::MainWindow::Triage);
    if (Status settled = settle(window, name); !settled)
        return settled;
    ui::TriagePage &page = *window.page<ui::TriagePage>();
    // Prefer a candidate with a picture of its mismatches.
    for (int row = 0; row < std::min(40, page.candidateTable()->model()->rowCount()); ++row) {
        page.candidateTable()->selectRow(row);
        if (Status settled = settle(window, name); !settled)
            return settled;
        if (!page.view()->mismatches()->view()->isEmpty())
            break;
    }
    page.view()->diff()->walkDifferences(1);
    if (Status saved = save(window, name); !saved || !page.hasCandidate())
        return saved;
    page.splitter()->fill();
    Status saved = save(window, name + u"-filled"_s);
    page.splitter()->leave();
    return saved;
}

Status PageRenderer::renderCharts(ui::MainWindow &window)
{
    window.showPage(ui::MainWindow::Distributions);
    ui::ChartControls &controls = *window.page<ui::DistributionsPage>()->controls();
    for (const ChartKindFacts &kind : allChartKinds()) {
        if (kind.needsRounds() || kind.kind == ChartKind::SpeedupHistogram)
            continue;
        const QString name = u"5-distributions-"_s + ui::toQt(kind.id);
        controls.setKind(kind.kind);
        if (Status settled = settle(window, name); !settled)
            return settled;
        if (Status saved = save(window, name); !saved)
            return saved;
    }
    window.page<ui::DistributionsPage>()->toggleTable();
    Status saved = save(window, u"5-distributions-table"_s);
    window.page<ui::DistributionsPage>()->toggleTable();
    controls.setKind(ChartKind::SpeedupHistogram);
    return saved ? settle(window, u"charts"_s) : saved;
}

Status PageRenderer::renderSelection(ui::MainWindow &window)
{
    ui::ChartView *view = window.page<ui::DistributionsPage>()->view();
    for (std::size_t i = view->marks().size() / 2; i < view->marks().size(); ++i) {
        if (view->marks()[i].mark->members.empty())
            continue;
        view->pickMark(i);
        if (Status settled = settle(window, u"selection"_s); !settled)
            return settled;
        Status saved = save(window, u"6-distributions-selection"_s);
        window.selection().clear();
        return saved;
    }
    return {};
}

Status PageRenderer::renderDetail(ui::MainWindow &window, const QString &filter,
                                  const QString &name, std::optional<ui::DetailTabs::Tab> tab)
{
    if (Status applied = window.session().setFilter(filter); !applied)
        return applied;
    window.showPage(ui::MainWindow::Results);
    if (Status settled = settle(window, name); !settled)
        return settled;
    ui::ResultsPage &page = *window.page<ui::ResultsPage>();
    if (page.table()->model()->rowCount() > 0) {
        page.table()->selectRow(0);
        if (page.detail()->isHidden())
            page.toggleDetail();
    }
    if (Status settled = settle(window, name); !settled)
        return settled;
    if (tab)
        page.detail()->tabs()->setCurrentIndex(*tab);
    Status saved = save(window, name);
    page.closeDetail();
    return saved;
}

} // namespace loupe::app
