// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/pagerenderer.h"

#include "app/kernelloupe/replays.h"
#include "ui/dialogs/agentform.h"
#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/generationform.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/pythonform.h"
#include "ui/dialogs/roundfields.h"
#include "ui/dialogs/runform.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/models/doctormodel.h"
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
#include "ui/shell/runs/generationjob.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowruns.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/mismatchview.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/source/sqledit.h"
#include "ui/widgets/tables/resulttable.h"

#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::app {

namespace {

constexpr int maxWait = 120'000;

/// Runs the event loop until the condition holds. Returns false after two minutes.
bool waitFor(const std::function<bool()> &condition)
{
    QElapsedTimer clock;
    clock.start();
    QEventLoop loop;
    QTimer timer;
    bool holds = false;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        holds = condition();
        if (holds || clock.elapsed() > maxWait)
            loop.quit();
    });
    timer.start(20);
    loop.exec();
    return holds;
}

/// Returns true once enough items have ended for the picture to show progress.
bool isAtWork(const ui::RunJob &job)
{
    return job.total() > 0 && job.done() >= std::min(60, job.total() / 2);
}

} // namespace

PageRenderer::PageRenderer(ui::Services services, ui::Theme &theme, QString folder,
                           std::function<void(const QString &)> print, QString mark, QSize size)
    : m_services(std::move(services))
    , m_theme(theme)
    , m_folder(std::move(folder))
    , m_print(std::move(print))
    , m_mark(std::move(mark))
    , m_size(size)
{
}

Status PageRenderer::settle(ui::MainWindow &window, const QString &what)
{
    int quiet = 0; // layouts and deletions need some turns of the event loop afterwards
    if (!waitFor([&] { return (quiet = window.isLoading() ? 0 : quiet + 1) > 3; }))
        return Error{Errc::Timeout, "the page did not finish loading", ui::toCore(what)};
    return {};
}

Status PageRenderer::save(QWidget &widget, const QString &page)
{
    int turns = 0;
    waitFor([&turns] { return ++turns > 2; });
    const QString file
        = QDir(m_folder).filePath(page + u'-' + ui::name(m_theme.choice()) + m_mark + u".png"_s);
    if (!widget.grab().save(file))
        return Error{Errc::Io, "the picture could not be written", ui::toCore(file)};
    m_print(file);
    return {};
}

Status PageRenderer::shoot(ui::MainWindow &window, const QString &page, const QString &what)
{
    Status settled = settle(window, what.isEmpty() ? page : what);
    return settled ? save(window, page) : settled;
}

Status PageRenderer::open(ui::MainWindow &window, const std::filesystem::path &store)
{
    window.openStore(store);
    if (Status settled = settle(window, u"opening the store"_s); !settled)
        return settled;
    const QString problem = window.page<ui::StartPage>()->problem();
    if (!problem.isEmpty())
        return Error{Errc::InvalidInput, ui::toCore(problem)};
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
        return Error{Errc::Io, "the folder cannot be made", ui::toCore(m_folder)};
    m_theme.choose(choice);
    ui::MainWindow window(m_services, m_theme);
    window.resize(m_size);
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
          Step{ui::MainWindow::Distributions, u"5-distributions"_s},
          Step{ui::MainWindow::Roofline, u"5-roofline"_s}}) {
        window.showPage(step.page);
        if (Status shot = shoot(window, step.name); !shot)
            return shot;
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
    for (const auto render : {&PageRenderer::renderCompare, &PageRenderer::renderTrajectories,
                              &PageRenderer::renderAudit, &PageRenderer::renderFigures,
                              &PageRenderer::renderSql, &PageRenderer::renderSplit}) {
        if (Status rendered = (this->*render)(window); !rendered)
            return rendered;
    }
    return {};
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
        if (Status shot = shoot(window, name); !shot)
            return shot;
    }
    page.charts()->chartBox()->setCurrentIndex(0);
    // A round with a code change makes the best picture of both tabs.
    page.view()->rounds()->walk(1);
    page.view()->tabs()->setCurrentIndex(ui::TrajectoryView::LogTab);
    if (Status shot = shoot(window, u"28-trajectory"_s, u"trajectory"_s); !shot)
        return shot;
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
    return shoot(window, u"24-audit"_s, u"audit"_s);
}

Status PageRenderer::renderFigures(ui::MainWindow &window)
{
    window.showPage(ui::MainWindow::Figures);
    return shoot(window, u"29-figures"_s, u"figures"_s);
}

Status PageRenderer::renderSql(ui::MainWindow &window)
{
    window.showPage(ui::MainWindow::Sql);
    if (Status settled = settle(window, u"schema"_s); !settled)
        return settled;
    ui::SqlPage &page = *window.page<ui::SqlPage>();
    page.run();
    if (Status shot = shoot(window, u"25-sql"_s, u"query"_s); !shot)
        return shot;
    page.edit()->setText(u"SELECT run, task,\n       speed\nFROM v_evaluation"_s);
    page.run();
    return shoot(window, u"26-sql-error"_s, u"wrong query"_s);
}

Status PageRenderer::renderCompare(ui::MainWindow &window)
{
    if (Status cleared = window.session().setFilter({}); !cleared)
        return cleared;
    window.showPage(ui::MainWindow::Compare);
    ui::ComparePage &page = *window.page<ui::ComparePage>();
    if (Status shot = shoot(window, u"21-compare"_s, u"compare"_s); !shot)
        return shot;
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
    if (Status shot = shoot(window, u"21-compare-refused"_s, u"unlike baselines"_s); !shot)
        return shot;
    page.setSides(usual->first, usual->second);
    return settle(window, u"compare"_s);
}

Status PageRenderer::renderComparedRuns(ui::MainWindow &window, ui::ComparePage &page)
{
    page.showRuns(true);
    ui::RunComparisonView &runs = *page.runs();
    if (Status shot = shoot(window, u"22-compare-runs"_s, u"runs"_s); !shot)
        return shot;
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
        if (kind.needsRounds() || kind.kind == ChartKind::SpeedupHistogram
            || kind.kind == ChartKind::Roofline)
            continue;
        const QString name = u"5-distributions-"_s + ui::toQt(kind.id);
        controls.setKind(kind.kind);
        if (Status shot = shoot(window, name); !shot)
            return shot;
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

/// Returns the window's form for a new run, opened again and without input.
ui::NewRunDialog &PageRenderer::freshRunDialog(ui::MainWindow &window)
{
    window.runControl().newRunDialog()->close();
    window.runControl().showNewRun();
    return *window.runControl().newRunDialog();
}

Status PageRenderer::renderAgents(ui::MainWindow &window, const std::filesystem::path &store)
{
    ui::NewRunDialog &dialog = freshRunDialog(window);
    AgentRunRequest request;
    request.run.suite = m_services.taskFolder;
    request.run.store = store;
    request.run.taskFilter = "category:Activation";
    request.method = "my-agent";
    request.command.argv = {"python3", "/home/me/agent/main.py"};
    request.command.environment = {"MY_KEY"};
    request.command.readOnly = {"/home/me/agent"};
    request.command.hasNetwork = true;
    request.limits.dollars = 2;
    dialog.setAgents(request);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the agent's tasks were not read"};
    const QStringList steps{u"52-agent-tasks"_s, u"53-agent-command"_s};
    for (int step = 0; step < steps.size(); ++step) {
        dialog.agentForm()->steps()->setCurrentIndex(step);
        if (Status saved = save(dialog, steps[step]); !saved)
            return saved;
    }
    return {};
}

Status PageRenderer::renderDialogs(ui::MainWindow &window, const std::filesystem::path &store)
{
    ui::NewRunDialog &empty = freshRunDialog(window);
    if (Status saved = save(empty, u"11-new-run-empty"_s); !saved)
        return saved;
    RunRequest request;
    request.suite = m_services.taskFolder;
    request.candidates = {m_services.taskFolder / "demo"};
    request.store = store;
    empty.setRequest(request);
    if (!waitFor([&empty] { return !empty.isPlanning(); }))
        return Error{Errc::Timeout, "the plan did not come"};
    if (Status saved = save(empty, u"12-new-run-planned"_s); !saved)
        return saved;
    empty.form()->pythonForm()->setShown(true); // as the plan of a benchmark would
    if (Status saved = save(empty, u"14-new-run-python"_s); !saved)
        return saved;
    empty.form()->pythonForm()->setShown(false);
    RunRequest wrong = request;
    wrong.suite = m_services.taskFolder / "no-such-suite";
    empty.setRequest(wrong);
    if (!waitFor([&empty] { return !empty.isPlanning(); }))
        return Error{Errc::Timeout, "the plan was not refused"};
    if (Status saved = save(empty, u"37-new-run-failing"_s); !saved)
        return saved;
    ui::CommandPalette &palette = *window.commandPalette();
    palette.appear();
    palette.line()->setText(u"tri"_s);
    if (Status saved = save(palette, u"27-commands"_s); !saved)
        return saved;
    palette.hide();
    ui::ShortcutsDialog keys(m_theme, window.commands(), &window);
    keys.show();
    keys.choose(u"detail.toggle"_s);
    keys.keys()->setKeySequence(QKeySequence(u"Ctrl+L"_s));
    if (Status saved = save(keys, u"28-keys"_s); !saved)
        return saved;
    for (const auto render : {&PageRenderer::renderGeneration, &PageRenderer::renderAgents}) {
        if (Status rendered = (this->*render)(window, store); !rendered)
            return rendered;
    }
    if (Status rendered = renderQueue(store); !rendered)
        return rendered;
    ui::DoctorDialog &doctor = *window.runControl().doctorDialog();
    doctor.show();
    if (Status looking = save(doctor, u"39-doctor-looking"_s); !looking)
        return looking;
    if (!waitFor([&doctor] { return !doctor.isExamining(); }))
        return Error{Errc::Timeout, "the check of the machine did not end"};
    int row = 0; // the first that says what adds it
    while (row + 1 < doctor.model()->rowCount() && doctor.model()->fixAt(row).isEmpty())
        ++row;
    doctor.table()->selectRow(row);
    Status saved = save(doctor, u"33-doctor"_s);
    doctor.hide();
    return saved;
}

Status PageRenderer::renderQueue(const std::filesystem::path &store)
{
    struct Picture {
        QString name;
        ReplayEnd end;
        std::function<bool(const ui::RunJob &)> isReady;
    };
    const auto hasEnded = [](const ui::RunJob &job) { return !job.isRunning(); };
    const Error full{Errc::Io,
                     "the evaluation could not be stored: the disk is full",
                     store.string(),
                     "make room and resume the run",
                     {}};
    for (const Picture &picture : {Picture{u"29-queue-empty"_s, {}, nullptr},
                                   Picture{u"30-queue-running"_s, {60, {}}, isAtWork},
                                   Picture{u"31-queue-failing"_s, {40, full}, hasEnded},
                                   Picture{u"32-queue-finished"_s, {}, hasEnded}}) {
        ui::Services services = m_services;
        services.launch = makeReplay(m_services.openStore, picture.end);
        services.findUnfinished = nullptr;
        ui::MainWindow window(services, m_theme);
        window.resize(m_size);
        window.show();
        window.showPage(ui::MainWindow::Queue);
        if (picture.isReady) {
            RunRequest request;
            request.store = store;
            const auto job = window.startRun(request);
            if (picture.name.contains(u"running"_s))
                window.startRun(request); // stays in the queue
            window.showPage(ui::MainWindow::Queue);
            if (!waitFor([&] { return picture.isReady(*job); }))
                return Error{Errc::Timeout, "the run was not replayed"};
            if (Status settled = settle(window, picture.name); !settled)
                return settled;
        }
        Status saved = save(window, picture.name);
        window.jobs().cancelAll();
        if (!saved || !waitFor([&window] { return window.jobs().running() == 0; }))
            return saved ? Error{Errc::Timeout, "the run did not end"} : saved;
    }
    return {};
}

Status PageRenderer::renderGeneration(ui::MainWindow &window, const std::filesystem::path &store)
{
    ui::NewRunDialog &dialog = freshRunDialog(window);
    const GenerationRequest request = storyRequest(m_services.taskFolder, store);
    dialog.setGeneration(request);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the review did not come"};
    const QStringList steps{u"47-ask-tasks"_s, u"48-ask-model"_s, u"49-ask-rounds"_s};
    for (int step = 0; step < steps.size(); ++step) {
        dialog.generationForm()->steps()->setCurrentIndex(step);
        if (Status saved = save(dialog, steps[step]); !saved)
            return saved;
    }
    ui::RoundFields &rounds = *dialog.generationForm()->rounds();
    rounds.strategy()->setCurrentIndex(
        rounds.strategy()->findData(static_cast<int>(Strategy::Kind::Evolve)));
    rounds.children()->setValue(4);
    rounds.islands()->setValue(2);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the review of an evolution did not come"};
    if (Status saved = save(dialog, u"49-ask-evolution"_s); !saved)
        return saved;
    dialog.setGeneration(request);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the review did not come again"};
    const auto job = std::make_shared<ui::GenerationJob>(makeGenerationStory(), request);
    job->start();
    dialog.follow(job);
    if (!waitFor([&job] { return job->board().judged == 12; }))
        return Error{Errc::Timeout, "the generation's story was not told"};
    if (Status saved = save(dialog, u"50-ask-running"_s); !saved)
        return saved;
    job->cancel();
    if (!waitFor([&job] { return !job->isRunning(); }))
        return Error{Errc::Timeout, "the generation was not cancelled"};
    return save(dialog, u"51-ask-cancelled"_s);
}

} // namespace loupe::app
