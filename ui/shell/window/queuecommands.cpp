// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the main window for runs and their items.
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

void MainWindow::addQueueCommands()
{
    const QString run = tr("&Run");
    // Commands are queried during the window's construction.
    const auto shown = [this] { return page<QueuePage>() ? page<QueuePage>()->run() : nullptr; };
    const auto isRunning = [shown] { return shown() != nullptr && shown()->isRunning(); };
    m_commands->add({u"run.pause"_s,
                     run,
                     tr("P&ause"),
                     {QKeySequence(u"Ctrl+Shift+."_s)},
                     [this, shown] {
                         shown()->setPaused(!shown()->isPaused());
                         m_commands->refresh();
                     },
                     isRunning,
                     [shown, isRunning] { return isRunning() && shown()->isPaused(); },
                     tr("Starts no further items until the run is resumed"),
                     tr("the run on the page Queue has ended")});
    m_commands->add({u"run.resume"_s,
                     run,
                     tr("R&esume the unfinished run"),
                     {QKeySequence(u"Ctrl+Shift+R"_s)},
                     [this] { resumeUnfinished(); },
                     [this] { return canResume(); },
                     {},
                     tr("Evaluates the remaining items of the store's last run"),
                     tr("the open store has no unfinished run, or one is running")});
    m_commands->add({u"run.requests"_s,
                     run,
                     tr("Show re&quests"),
                     {},
                     [this] { showRequests(); },
                     [this] { return hasRequests(); },
                     {},
                     tr("Shows the requests and answers of the run on the page Queue"),
                     tr("no model and no agent writes the kernels of the run on the page Queue")});
    m_commands->add({u"run.retryInfra"_s,
                     run,
                     tr("Retry &infra errors"),
                     {},
                     [this] { retryInfraErrors(); },
                     [this] {
                         return page<QueuePage>()
                             && page<QueuePage>()->endedWith(ItemState::InfraError) > 0;
                     },
                     {},
                     tr("Evaluates the items with infra errors again"),
                     tr("no run on the page Queue has ended with infra errors")});
    m_commands->add({u"run.retryFailed"_s,
                     run,
                     tr("Re-run &failures"),
                     {},
                     [this] { rerun(page<QueuePage>()->idsOf(ItemState::Failed)); },
                     [this] {
                         return page<QueuePage>() && m_services.prepareRerun
                             && page<QueuePage>()->endedWith(ItemState::Failed) > 0;
                     },
                     {},
                     tr("Evaluates the run's failures again, as a new run in its store"),
                     tr("no run on the page Queue has ended with failures")});
    const auto addMove = [&](const QString &id, const QString &text, const QString &keys,
                             bool isToFront, const QString &help) {
        m_commands->add({id,
                         run,
                         text,
                         {QKeySequence(keys)},
                         [this, isToFront] { page<QueuePage>()->moveSelected(isToFront); },
                         [this] {
                             return page<QueuePage>() && currentPage() == Queue
                                 && page<QueuePage>()->canMove();
                         },
                         {},
                         help,
                         tr("no waiting item is selected on the page Queue")});
    };
    addMove(u"queue.front"_s, tr("&Run next"), u"Alt+Home"_s, true,
            tr("Evaluates the selected items next"));
    addMove(u"queue.back"_s, tr("Move to the bac&k"), u"Alt+End"_s, false,
            tr("Evaluates the selected items last"));
    m_commands->add({u"queue.cancel"_s,
                     run,
                     tr("Stop i&tems"),
                     {QKeySequence(Qt::Key_Delete)},
                     [this] {
                         page<QueuePage>()->cancelSelected();
                         m_commands->refresh();
                     },
                     [this] {
                         return page<QueuePage>() && currentPage() == Queue
                             && page<QueuePage>()->canCancelItems();
                     },
                     {},
                     tr("Stops the selected items within a second; nothing of them is stored"),
                     tr("no waiting or running item is selected on the page Queue")});
}

} // namespace loupe::ui
