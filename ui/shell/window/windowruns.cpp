// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in the main window: the New run dialog, the demo, and following a run.
#include "core/engine/contract/runcontrol.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/agentjob.h"
#include "ui/shell/runs/generationjob.h"
#include "ui/shell/runs/runnotice.h"
#include "ui/shell/session/freshstore.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/text/words.h"
#include "ui/widgets/offerbar.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns "20 of 24 correct"; of a resumed run also how many evaluations it found stored.
QString endedText(const RunOutcome &outcome)
{
    QString text = MainWindow::tr("%1 of %2 correct")
                       .arg(countText(outcome.correct), countText(outcome.evaluated));
    if (outcome.alreadyDone > 0)
        text += MainWindow::tr(", %1 evaluated before").arg(countText(outcome.alreadyDone));
    return text;
}

} // namespace

std::filesystem::path MainWindow::defaultStore(const std::filesystem::path &opened) const
{
    return opened.empty() ? m_services.dataFolder / "runs.kloupe" : opened;
}

RunRequest MainWindow::defaultRequest() const
{
    RunRequest request;
    request.suite = m_services.taskFolder;
    request.store = defaultStore(m_session.file());
    return request;
}

GenerationRequest MainWindow::defaultGeneration() const
{
    GenerationRequest request;
    request.run = defaultRequest();
    return request;
}

NewRunDialog *MainWindow::makeRunDialog()
{
    const std::filesystem::path &tasks = m_services.taskFolder;
    auto *dialog = new NewRunDialog(
        m_theme, m_services.launch,
        {m_services.choices, m_services.presets, m_services.findChoices, m_services.generation,
         m_services.agents, m_services.recordedAnswers, tasks.empty() ? tasks : tasks / "demo"},
        this);
    // Starting closes the dialog, and the run goes on on the page Queue.
    const auto leave = [this, dialog](const std::shared_ptr<RunJob> &job) {
        if (!job)
            return;
        dialog->close();
        showPage(Queue);
    };
    connect(dialog, &NewRunDialog::startRequested, this,
            [this, leave](const RunRequest &request) { leave(startRun(request)); });
    connect(dialog, &NewRunDialog::generationRequested, this,
            [this, leave](const GenerationRequest &request) { leave(startGeneration(request)); });
    connect(dialog, &NewRunDialog::agentsRequested, this,
            [this, leave](const AgentRunRequest &request) { leave(startAgents(request)); });
    connect(dialog, &NewRunDialog::doctorRequested, this, &MainWindow::showDoctor);
    connect(dialog, &NewRunDialog::resultsRequested, this, [this, dialog] {
        dialog->close();
        showPage(Overview);
    });
    return dialog;
}

NewRunDialog *MainWindow::newRunDialog()
{
    if (m_newRun)
        return m_newRun;
    m_newRun = makeRunDialog();
    AgentRunRequest agents;
    agents.run = defaultRequest();
    m_newRun->setAgents(agents);
    m_newRun->setGeneration(defaultGeneration());
    m_newRun->setRequest(defaultRequest());
    return m_newRun;
}

NewRunDialog *MainWindow::freshRunDialog()
{
    if (m_newRun)
        m_newRun->deleteLater();
    m_newRun = nullptr;
    return newRunDialog();
}

void MainWindow::showNewRun()
{
    NewRunDialog *dialog = m_newRun && m_newRun->isVisible() ? m_newRun.get() : freshRunDialog();
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

bool MainWindow::hasRequests() const
{
    RunJob *job = page<QueuePage>() ? page<QueuePage>()->run() : nullptr;
    return qobject_cast<GenerationJob *>(job) != nullptr
        || qobject_cast<AgentJob *>(job) != nullptr;
}

void MainWindow::showRequests()
{
    const std::shared_ptr<RunJob> job = m_runs.find(page<QueuePage>()->run());
    if (!job)
        return;
    NewRunDialog *dialog = makeRunDialog();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->follow(job);
    dialog->show();
}

void MainWindow::runDemo()
{
    std::error_code failed;
    std::filesystem::create_directories(m_services.dataFolder, failed);
    if (failed) {
        storeFailed(tr("The folder %1 for the demo's store cannot be made: %2")
                        .arg(pathText(m_services.dataFolder), toQt(failed.message())));
        return;
    }
    RunRequest request = defaultRequest();
    request.candidates = {m_services.taskFolder / "demo"};
    request.store = freshStore(m_services.dataFolder, "demo");
    startRun(request);
    showPage(Queue);
}

std::shared_ptr<RunJob> MainWindow::startRun(const RunRequest &request)
{
    if (isPlaceOfLostStore(request.store))
        return nullptr;
    auto job = std::make_shared<RunJob>(m_services.launch, request);
    startJob(job);
    return job;
}

std::shared_ptr<RunJob> MainWindow::startGeneration(const GenerationRequest &request)
{
    if (isPlaceOfLostStore(request.run.store))
        return nullptr;
    auto job = std::make_shared<GenerationJob>(m_services.generation.launch, request);
    startJob(job);
    return job;
}

std::shared_ptr<RunJob> MainWindow::startAgents(const AgentRunRequest &request)
{
    if (isPlaceOfLostStore(request.run.store))
        return nullptr;
    auto job = std::make_shared<AgentJob>(m_services.agents.launch, request);
    startJob(job);
    return job;
}

void MainWindow::startJob(const std::shared_ptr<RunJob> &job)
{
    followRun(job);
    m_offer->withdraw(); // the offer may be for what starts now
    m_runs.add(job);
    m_jobs.add(job);
    m_commands->refresh();
}

void MainWindow::rerun(std::vector<RowId> evaluations)
{
    RunRequest again;
    again.store = m_session.file();
    if (isPlaceOfLostStore(again.store))
        return;
    m_status->say(tr("Evaluating %1 again, as a new run in this store")
                      .arg(countText(static_cast<std::int64_t>(evaluations.size()))));
    // The store is read on the thread of the run.
    const auto launcher
        = [launch = m_services.launch, prepare = m_services.prepareRerun,
           evaluations = std::move(evaluations)](const RunRequest &request, RunObserver &observer,
                                                 std::stop_token stop) -> Result<RunOutcome> {
        auto prepared = prepare(request.store, evaluations);
        if (!prepared)
            return prepared.error();
        prepared->control = request.control;
        return launch(*prepared, observer, std::move(stop));
    };
    startJob(std::make_shared<RunJob>(launcher, again));
}

void MainWindow::followRun(const std::shared_ptr<RunJob> &job)
{
    // A run creates its store, which can be opened once there is a plan.
    connect(job.get(), &Job::changed, this, [this, raw = job.get()] {
        const auto &store = raw->request().store;
        std::error_code failed;
        if (raw->progress().plan && m_session.file() != store && !m_session.isOpening()
            && m_openedBefore != store && std::filesystem::exists(store, failed))
            openStore(store);
    });
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        const auto &outcome = *raw->outcome();
        if (!outcome)
            m_status->say(tr("Run failed: %1").arg(errorText(outcome.error())));
        else if (outcome->cancelled)
            m_status->say(tr("Run stopped: %1").arg(raw->title()));
        else
            m_status->say(tr("Run finished: %1").arg(endedText(*outcome)));
        m_session.poll();
        m_commands->refresh();
    });
}

void MainWindow::runEnded(const RunJob &job)
{
    const auto &outcome = *job.outcome();
    if (!outcome) {
        m_notice->show(tr("A run failed"), errorText(outcome.error()));
    } else if (!outcome->cancelled)
        m_notice->show(tr("A run finished"), tr("%1: %2").arg(job.title(), endedText(*outcome)));
    if (!m_session.isOpen() || m_session.file() != job.request().store)
        return;
    // After cancelling, the user knows that the run is unfinished, and can use the buttons.
    lookForUnfinished(outcome ? WhenUnfinished::ShowButtons : WhenUnfinished::Offer);
}

void MainWindow::retryInfraErrors()
{
    const RunJob &job = *page<QueuePage>()->run();
    if (const auto *asked = qobject_cast<const GenerationJob *>(&job)) {
        GenerationRequest again = asked->generation();
        again.run.name = asked->board().run;
        again.run.resume = true;
        startGeneration(again);
        return;
    }
    if (const auto *agents = qobject_cast<const AgentJob *>(&job)) {
        startAgents(agents->again());
        return;
    }
    RunRequest again = job.request();
    if (again.candidates.empty()) {
        rerun(page<QueuePage>()->idsOf(ItemState::InfraError));
        return;
    }
    again.resume = true;
    again.name = job.progress().plan ? job.progress().plan->run : job.request().name;
    startRun(again);
}

DoctorDialog *MainWindow::doctorDialog()
{
    if (!m_doctor)
        m_doctor = new DoctorDialog(m_theme, m_services.examineMachine, this);
    return m_doctor;
}

void MainWindow::showDoctor()
{
    doctorDialog()->show();
    m_doctor->raise();
    m_doctor->activateWindow();
}

} // namespace loupe::ui
