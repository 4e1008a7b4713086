// SPDX-License-Identifier: GPL-3.0-or-later
// Finds, offers and resumes unfinished work of a store.
#include "ui/dialogs/newrundialog.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/text/words.h"
#include "ui/widgets/offerbar.h"

#include <utility>

namespace loupe::ui {

Result<MainWindow::Unfinished> MainWindow::findUnfinished(
    const UnfinishedFinder &findRun, const UnfinishedGenerationFinder &findGenerations,
    const UnfinishedAgentsFinder &findAgents, const std::filesystem::path &store)
{
    std::optional<Error> failed;
    if (findRun) {
        auto run = findRun(store);
        if (run && *run && (*run)->left > 0)
            return Unfinished{std::move(*run), {}, {}};
        if (!run) // generations and agent runs have no folder of candidates
            failed = run.error();
    }
    Unfinished spent; // generations ended by their budget have lower priority
    if (findGenerations) {
        auto generations = findGenerations(store);
        if (!generations)
            return generations.error();
        if (!generations->empty()) {
            spent.generation = std::move(generations->front());
            if (!spent.generation->hasSpentBudget)
                return spent;
        }
    }
    if (findAgents) {
        auto agents = findAgents(store);
        if (!agents)
            return agents.error();
        if (!agents->empty())
            return Unfinished{{}, {}, std::move(agents->front())};
    }
    if (spent.generation)
        return spent;
    return failed ? Result<Unfinished>(*failed) : Unfinished();
}

void MainWindow::lookForUnfinished(WhenUnfinished then)
{
    m_unfinished = {};
    m_commands->refresh();
    if (then == WhenUnfinished::Offer)
        m_offer->withdraw();
    if (m_runs.current() != nullptr)
        return;
    m_findingUnfinished.start(
        [runs = m_services.findUnfinished, generations = m_services.generation.findUnfinished,
         agents = m_services.agents.findUnfinished, store = m_session.file()](
            const std::stop_token &) { return findUnfinished(runs, generations, agents, store); },
        [this, then](const Result<Unfinished> &found) {
            if (!found)
                m_status->say(errorText(found.error()));
            if (!found || m_runs.current() != nullptr)
                return;
            m_unfinished = *found;
            m_commands->refresh();
            // A warning about foreign objects takes precedence; Runs and Queue have buttons, too. A
            // generation ended by its budget is not offered, because it ended as planned.
            const bool isSpent = m_unfinished.generation && m_unfinished.generation->hasSpentBudget;
            if (then == WhenUnfinished::Offer && canResume() && m_foreignObjects.isEmpty()
                && !isSpent)
                offerUnfinished();
        });
}

void MainWindow::offerUnfinished()
{
    if (m_unfinished.generation) {
        offer(tr("“%1” did not finish. Its answers are kept and are not requested again.")
                  .arg(lineText(m_unfinished.generation->run.name)),
              tr("Continue…"), [this] { resumeUnfinished(); });
        return;
    }
    if (m_unfinished.agents) {
        QString sentence
            = tr("“%1” did not finish. Its results are kept and are not evaluated again.")
                  .arg(lineText(m_unfinished.agents->run.name));
        if (m_unfinished.agents->command.argv.empty())
            sentence
                += tr(" Enter its command again: it is not stored, because it may contain a key.");
        offer(sentence, tr("Continue…"), [this] { resumeUnfinished(); });
        return;
    }
    const UnfinishedRun &run = *m_unfinished.run;
    offer(tr("%1 stopped at %2 of %3")
              .arg(lineText(run.name), countText(run.total - run.left), countText(run.total)),
          tr("Resume"), [this] { resumeUnfinished(); });
}

bool MainWindow::canResume() const
{
    const bool isAnyLeft = m_unfinished.run || m_unfinished.generation || m_unfinished.agents;
    return isAnyLeft && m_runs.current() == nullptr;
}

void MainWindow::resumeUnfinished()
{
    if (!canResume())
        return;
    const Unfinished unfinished = std::exchange(m_unfinished, {});
    m_commands->refresh();
    if (unfinished.generation) { // It costs money, so the user reviews the request first.
        freshRunDialog()->setGeneration(*unfinished.generation);
        m_newRun->show();
        return;
    }
    if (unfinished.agents) { // Agents cost money, too, and start a command of the user.
        freshRunDialog()->setAgents(*unfinished.agents);
        m_newRun->show();
        return;
    }
    startRun(unfinished.run->request);
    showPage(Queue);
}

} // namespace loupe::ui
