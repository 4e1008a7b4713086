// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/pagerenderer.h"

#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/runform.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/pages/auditpage.h"
#include "ui/pages/candidateview.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/detailpane.h"
#include "ui/pages/distributionspage.h"
#include "ui/pages/mismatchpanel.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/sqlpage.h"
#include "ui/pages/startpage.h"
#include "ui/pages/triagepage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/runjob.h"
#include "ui/text/words.h"
#include "ui/widgets/histogramchart.h"
#include "ui/widgets/mismatchview.h"
#include "ui/widgets/resulttable.h"
#include "ui/widgets/sqledit.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QTabWidget>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace loupe::app {

namespace {

constexpr int longestWait = 120'000;

/// Runs the event loop until the condition holds; false after too long.
bool waitFor(const std::function<bool()> &condition)
{
    QElapsedTimer clock;
    clock.start();
    QEventLoop loop;
    QTimer timer;
    bool holds = false;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        holds = condition();
        if (holds || clock.elapsed() > longestWait)
            loop.quit();
    });
    timer.start(20);
    loop.exec();
    return holds;
}

/// Tells the story of a run that is in the store, so that the dialog's last page can be drawn
/// without evaluating anything.
Result<RunOutcome> replay(const ui::StoreOpener &opener, const RunRequest &request,
                          RunObserver &observer)
{
    auto reader = opener(request.store);
    if (!reader)
        return reader.error();
    const auto runs = (*reader)->runs();
    if (!runs)
        return runs.error();
    if (runs->empty())
        return Error{Errc::NotFound, "the store holds no run", request.store.string(), {}, {}};
    const RunSummary &run = runs->front();
    Filter filter;
    filter.terms.push_back({"run", FilterOp::Is, {run.run.name}, false, 0});
    const auto ids = (*reader)->ids(filter);
    if (!ids)
        return ids.error();
    const auto rows = (*reader)->fetch(*ids);
    const auto total = static_cast<int>(rows.size());
    observer.planned({run.run.name, run.run.suite, 0, total, 0, {}});
    RunOutcome outcome{run.run.name, run.id, 0, 0, 0, 0, 0, false};
    for (const ResultRow &row : rows) {
        const ItemInfo item{row.task, row.category, row.method, row.sample, row.round};
        observer.itemFinished({item, row.id, row.verdict, row.message, row.speedup},
                              ++outcome.evaluated, total);
        observer.logged(row.task + " " + row.method + ": " + std::string(facts(row.verdict).label));
    }
    return outcome;
}

} // namespace

PageRenderer::PageRenderer(ui::Services services, ui::Theme &theme, QString folder,
                           std::function<void(const QString &)> print)
    : m_services(std::move(services))
    , m_theme(theme)
    , m_folder(std::move(folder))
    , m_print(std::move(print))
{
}

Status PageRenderer::settle(ui::MainWindow &window, const QString &what)
{
    int quiet = 0; // layouts and deletions need a few turns of the loop after the last delivery
    if (!waitFor([&] { return (quiet = window.isLoading() ? 0 : quiet + 1) > 3; }))
        return Error{Errc::Timeout, "the page did not finish loading", ui::toCore(what), {}, {}};
    return {};
}

Status PageRenderer::save(QWidget &widget, const QString &page)
{
    int turns = 0;
    waitFor([&turns] { return ++turns > 2; });
    const QString file
        = QDir(m_folder).filePath(page + u'-' + ui::name(m_theme.choice()) + u".png"_s);
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
    const QString problem = window.startPage()->problem();
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
    window.resize(1440, 900); // the size the pages are drawn and compared at
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
         {Step{ui::MainWindow::Start, u"2-start"_s}, Step{ui::MainWindow::Runs, u"3-runs"_s},
          Step{ui::MainWindow::Results, u"4-results"_s},
          Step{ui::MainWindow::Distributions, u"5-distributions"_s}}) {
        window.showPage(step.page);
        if (Status settled = settle(window, step.name); !settled)
            return settled;
        if (Status saved = save(window, step.name); !saved)
            return saved;
    }
    if (Status rendered = renderSelection(window); !rendered)
        return rendered;
    struct Detail {
        QString filter;
        QString name;
        std::optional<ui::DetailTabs::Tab> tab = {}; ///< the one that explains the verdict
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
    if (Status rendered = renderAudit(window); !rendered)
        return rendered;
    window.showPage(ui::MainWindow::Figures);
    if (Status settled = settle(window, u"figures"_s); !settled)
        return settled;
    if (Status saved = save(window, u"29-figures"_s); !saved)
        return saved;
    return renderSql(window);
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
    ui::SqlPage &page = *window.sqlPage();
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
    ui::ComparePage &page = *window.comparePage();
    if (Status settled = settle(window, u"compare"_s); !settled)
        return settled;
    if (Status saved = save(window, u"21-compare"_s); !saved)
        return saved;
    page.tabs()->setCurrentIndex(1);
    if (Status saved = save(window, u"22-compare-configuration"_s); !saved)
        return saved;
    const QAbstractItemModel *matrix = page.matrixTable()->model();
    page.matrixTable()->setCurrentIndex(matrix->index(0, matrix->columnCount() - 1));
    // A run of another suite has no attempt in common: the page says so.
    page.runTable()->selectRow(page.runTable()->model()->rowCount() - 1);
    if (Status settled = settle(window, u"compare with another suite"_s); !settled)
        return settled;
    page.tabs()->setCurrentIndex(0);
    return save(window, u"23-compare-refused"_s);
}

Status PageRenderer::renderTriage(ui::MainWindow &window, const QString &filter,
                                  const QString &name)
{
    if (Status applied = window.session().setFilter(filter); !applied)
        return applied;
    window.showPage(ui::MainWindow::Triage);
    if (Status settled = settle(window, name); !settled)
        return settled;
    ui::TriagePage &page = *window.triagePage();
    // One with a picture of its mismatches shows the most.
    for (int row = 0; row < std::min(40, page.candidateTable()->model()->rowCount()); ++row) {
        page.candidateTable()->selectRow(row);
        if (Status settled = settle(window, name); !settled)
            return settled;
        if (!page.view()->mismatches()->view()->isEmpty())
            break;
    }
    page.view()->diff()->walkDifferences(1);
    return save(window, name);
}

Status PageRenderer::renderSelection(ui::MainWindow &window)
{
    const auto charts = window.distributionsPage()->charts();
    for (ui::HistogramChart *chart : charts) {
        const int bins = static_cast<int>(chart->histogram().counts.size());
        for (int bin = bins / 2; bin < bins; ++bin) {
            if (chart->countOf(bin) > 0) {
                emit chart->barPicked(bin);
                if (Status settled = settle(window, u"selection"_s); !settled)
                    return settled;
                Status saved = save(window, u"6-distributions-selection"_s);
                window.selection().clear();
                return saved;
            }
        }
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
    ui::ResultsPage &page = *window.resultsPage();
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

Status PageRenderer::renderDialogs(ui::MainWindow &window, const std::filesystem::path &store)
{
    ui::NewRunDialog empty(m_theme, m_services.launch, m_services.choices, &window);
    empty.show();
    if (Status saved = save(empty, u"11-new-run-empty"_s); !saved)
        return saved;
    RunRequest request;
    request.suite = m_services.taskFolder;
    request.candidates = {m_services.taskFolder / "demo"};
    request.store = store;
    empty.setRequest(request);
    if (!waitFor([&empty] { return !empty.isPlanning(); }))
        return Error{Errc::Timeout, "the plan did not come", {}, {}, {}};
    if (Status saved = save(empty, u"12-new-run-planned"_s); !saved)
        return saved;
    empty.form()->showPython(true); // as a benchmark's plan would
    if (Status saved = save(empty, u"14-new-run-python"_s); !saved)
        return saved;
    empty.form()->showPython(false);
    const auto opener = m_services.openStore;
    const auto job = std::make_shared<ui::RunJob>(
        [opener](const RunRequest &asked, RunObserver &observer, const std::stop_token &) {
            return replay(opener, asked, observer);
        },
        request);
    job->start();
    if (!waitFor([&job] { return !job->isRunning(); }))
        return Error{Errc::Timeout, "the run's story was not told", {}, {}, {}};
    empty.follow(job);
    if (Status saved = save(empty, u"13-new-run-finished"_s); !saved)
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
    return save(keys, u"28-keys"_s);
}

} // namespace loupe::app
