// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/runcommands.h"

#include "core/generation/loop/generationoutcome.h"
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/detail/conversationpanel.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/shell/window/windowruns.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

RunCommands::RunCommands(const Workbench &bench, WindowPanes &panes, WindowRuns &runs)
    : m_bench(bench)
    , m_commands(bench.commands)
    , m_panes(panes)
    , m_runs(runs)
{
}

void RunCommands::add()
{
    addStartCommands();
    addMarkCommands();
    addQueueCommands();
}

void RunCommands::addStartCommands()
{
    const QString run = tr("&Run");
    m_commands.add({u"run.new"_s,
                    run,
                    tr("&New run…"),
                    tr("Evaluates candidates against the native suite"),
                    {QKeySequence::New},
                    [this] { m_runs.showNewRun(); },
                    [this] { return bool(m_bench.services.launch); },
                    tr("not available in this build")});
    m_commands.add(
        {u"run.demo"_s,
         run,
         tr("Evaluate the &demo"),
         tr("Evaluates our own demonstration kernels into a new store"),
         {},
         [this] { m_runs.runDemo(); },
         [this] { return m_bench.services.launch && !m_bench.services.taskFolder.empty(); },
         tr("the native suite is not installed")});
    m_commands.add({u"run.cancel"_s,
                    run,
                    tr("&Stop run"),
                    tr("Stops within a second; finished results are stored"),
                    {QKeySequence(u"Ctrl+."_s)},
                    [this] { m_bench.jobs.cancelAll(); },
                    [this] { return m_bench.jobs.running() > 0; },
                    tr("nothing is running")});
}

void RunCommands::addMarkCommands()
{
    const QString run = tr("&Run");
    const auto current = [this]() -> const RunSummary * {
        return m_panes.currentPage() == Runs ? m_panes.page<RunsPage>()->current() : nullptr;
    };
    const auto isMarked = [this, current](auto question) {
        return [this, current, question] {
            const RunSummary *shown = m_panes.page<RunsPage>() ? current() : nullptr;
            return shown != nullptr && (m_bench.marking.*question)(shown->id);
        };
    };
    m_commands.add({u"run.baseline"_s,
                    run,
                    tr("&Baseline run"),
                    tr("Makes it the run that others are compared with, or removes that mark"),
                    {QKeySequence(u"B"_s)},
                    [this, current] { m_bench.marking.toggleBaseline(current()->id); },
                    [this, current] { return m_panes.page<RunsPage>() && current() != nullptr; },
                    tr("choose a run on the Runs page first"),
                    isMarked(&RunMarking::isBaseline)});
    m_commands.add({u"run.pin"_s,
                    run,
                    tr("&Pin"),
                    tr("Pins the run to the top of the list, or unpins it"),
                    {QKeySequence(u"P"_s)},
                    [this, current] { m_bench.marking.togglePin(current()->id); },
                    [this, current] { return m_panes.page<RunsPage>() && current() != nullptr; },
                    tr("choose a run on the Runs page first"),
                    isMarked(&RunMarking::isPinned)});
    m_commands.add(
        {QString::fromLatin1(hintCommand),
         run,
         tr("Ask again with a &hint…"),
         tr("Sends the model a hint about the selected result"),
         {},
         [this] { m_runs.askWithHint(); },
         [this] { return m_bench.services.generation.launch && bool(m_bench.selection.current()); },
         tr("select a result first")});
    m_commands.add({u"audit.run"_s,
                    run,
                    tr("A&udit the records"),
                    tr("Checks all records and the imported sources; flags nothing by itself"),
                    {},
                    [this] {
                        m_panes.showPage(Audit);
                        m_panes.page<AuditPage>()->startAudit();
                    },
                    [this] { return m_bench.services.auditRecords && m_bench.session.isOpen(); },
                    tr("no store is open")});
}

void RunCommands::addQueueCommands()
{
    const QString run = tr("&Run");
    // Commands are queried during the window's construction.
    const auto shown
        = [this] { return m_panes.page<QueuePage>() ? m_panes.page<QueuePage>()->run() : nullptr; };
    const auto isRunning = [shown] { return shown() != nullptr && shown()->isRunning(); };
    m_commands.add({u"run.pause"_s,
                    run,
                    tr("P&ause"),
                    tr("Starts no further items until the run is resumed"),
                    {QKeySequence(u"Ctrl+Shift+."_s)},
                    [this, shown] {
                        shown()->setPaused(!shown()->isPaused());
                        m_commands.refresh();
                    },
                    isRunning,
                    tr("the run on the page Queue has ended"),
                    [shown, isRunning] { return isRunning() && shown()->isPaused(); }});
    m_commands.add({u"run.resume"_s,
                    run,
                    tr("R&esume the unfinished run"),
                    tr("Evaluates the remaining items of the store's last run"),
                    {QKeySequence(u"Ctrl+Shift+R"_s)},
                    [this] { m_runs.resumeUnfinished(); },
                    [this] { return m_runs.canResume(); },
                    tr("the open store has no unfinished run, or one is running")});
    m_commands.add({u"run.requests"_s,
                    run,
                    tr("Show re&quests"),
                    tr("Shows the requests and answers of the run on the page Queue"),
                    {},
                    [this] { m_runs.showRequests(); },
                    [this] { return m_runs.hasRequests(); },
                    tr("no model and no agent writes the kernels of the run on the page Queue")});
    m_commands.add({u"run.retryInfra"_s,
                    run,
                    tr("Retry &infra errors"),
                    tr("Evaluates the items with infra errors again"),
                    {},
                    [this] { m_runs.retryInfraErrors(); },
                    [this] {
                        return m_panes.page<QueuePage>()
                            && m_panes.page<QueuePage>()->endedWith(ItemState::InfraError) > 0;
                    },
                    tr("no run on the page Queue has ended with infra errors")});
    m_commands.add({u"run.retryFailed"_s,
                    run,
                    tr("Re-run &failures"),
                    tr("Evaluates the run's failures again, as a new run in its store"),
                    {},
                    [this] { m_runs.rerun(m_panes.page<QueuePage>()->idsOf(ItemState::Failed)); },
                    [this] {
                        return m_panes.page<QueuePage>() && m_bench.services.prepareRerun
                            && m_panes.page<QueuePage>()->endedWith(ItemState::Failed) > 0;
                    },
                    tr("no run on the page Queue has ended with failures")});
    addItemCommands();
}

void RunCommands::addItemCommands()
{
    const QString run = tr("&Run");
    const auto addMove = [&](const QString &id, const QString &text, const QString &keys,
                             bool isToFront, const QString &help) {
        m_commands.add({id,
                        run,
                        text,
                        help,
                        {QKeySequence(keys)},
                        [this, isToFront] { m_panes.page<QueuePage>()->moveSelected(isToFront); },
                        [this] {
                            return m_panes.page<QueuePage>() && m_panes.currentPage() == Queue
                                && m_panes.page<QueuePage>()->canMove();
                        },
                        tr("no waiting item is selected on the page Queue")});
    };
    addMove(u"queue.front"_s, tr("&Run next"), u"Alt+Home"_s, true,
            tr("Evaluates the selected items next"));
    addMove(u"queue.back"_s, tr("Move to the bac&k"), u"Alt+End"_s, false,
            tr("Evaluates the selected items last"));
    m_commands.add({u"queue.cancel"_s,
                    run,
                    tr("Stop i&tems"),
                    tr("Stops the selected items within a second; nothing of them is stored"),
                    {QKeySequence(Qt::Key_Delete)},
                    [this] {
                        m_panes.page<QueuePage>()->cancelSelected();
                        m_commands.refresh();
                    },
                    [this] {
                        return m_panes.page<QueuePage>() && m_panes.currentPage() == Queue
                            && m_panes.page<QueuePage>()->canCancelItems();
                    },
                    tr("no waiting or running item is selected on the page Queue")});
}

} // namespace loupe::ui
