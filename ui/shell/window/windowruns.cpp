// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowruns.h"

#include "core/generation/loop/generationboard.h"
#include "core/generation/loop/generationoutcome.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/hintdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/agentjob.h"
#include "ui/shell/runs/generationjob.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/runs/runline.h"
#include "ui/shell/runs/runnotice.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/freshstore.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/shell/window/windowstores.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/offerbar.h"

#include <QWidget>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns what a run that the user stopped has left, or nothing if its request alone does not say
/// so.
std::optional<UnfinishedRun> restOf(const RunJob &job)
{
    const auto &outcome = *job.outcome();
    const bool isPlain = qobject_cast<const GenerationJob *>(&job) == nullptr
        && qobject_cast<const AgentJob *>(&job) == nullptr;
    const auto &plan = job.progress().plan;
    if (!outcome || !outcome->cancelled || !isPlain || !plan || job.request().candidates.empty())
        return std::nullopt;
    UnfinishedRun rest{plan->run, "cancelled", job.total(), job.total() - job.done(),
                       job.request()};
    rest.request.name = plan->run;
    rest.request.resume = true;
    return rest.left > 0 ? std::optional(std::move(rest)) : std::nullopt;
}

/// Returns "20 of 24 correct"; of a resumed run also how many evaluations it found stored.
QString endedText(const RunOutcome &outcome)
{
    QString text = WindowRuns::tr("%1 of %2 correct")
                       .arg(countText(outcome.correct), countText(outcome.evaluated));
    if (outcome.alreadyDone > 0)
        text += WindowRuns::tr(", %1 evaluated before").arg(countText(outcome.alreadyDone));
    return text;
}

/// Returns a launcher that reads the store on the thread of the run.
RunLauncher launcherOf(const GenerationLauncher &launch, const GenerationRequest &request)
{
    return [launch, request](const RunRequest &, RunObserver &observer,
                             const std::stop_token &stop) -> Result<RunOutcome> {
        GenerationBoard board;
        const auto outcome = launch(request, board, observer, stop);
        if (!outcome)
            return outcome.error();
        return outcome->evaluated.value_or(RunOutcome());
    };
}

} // namespace

void askWithHint(const Theme &theme, const Services &services, const std::filesystem::path &store,
                 RowId evaluation, QWidget *parent,
                 std::function<void(const std::shared_ptr<RunJob> &)> start)
{
    auto *dialog = new HintDialog(theme, toQt(services.person), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(
        dialog, &HintDialog::askRequested, dialog,
        [launch = services.generation.launch, store, evaluation,
         start = std::move(start)](const QString &hint, const QString &person) {
            GenerationRequest request;
            request.hint = HintRequest{
                store, evaluation, hint.toStdString(), person.toStdString(), {}, {}, {}, {}, false};
            RunRequest run;
            run.store = store;
            run.name = HintDialog::tr("a hint of %1").arg(person).toStdString();
            start(std::make_shared<RunJob>(launcherOf(launch, request), run));
        });
    dialog->open();
}

WindowRuns::WindowRuns(QWidget &window, const Workbench &bench, RunLine &line, WindowPanes &panes,
                       WindowStores &stores, StatusArea &status, OfferBar &offer)
    : m_window(window)
    , m_bench(bench)
    , m_line(line)
    , m_panes(panes)
    , m_stores(stores)
    , m_status(status)
    , m_offer(offer)
    , m_notice(std::make_unique<RunNotice>(window))
{
    connect(&line, &RunLine::ended, this, [this](const RunJob *job) { runEnded(*job); });
    connect(&status, &StatusArea::jobRequested, this, [this] {
        if (m_line.current() != nullptr)
            m_panes.showPage(WindowPanes::Queue);
    });
    connect(&stores, &WindowStores::left, this, [this] {
        m_findingUnfinished.cancel();
        m_unfinished = {};
    });
    connect(&stores, &WindowStores::replaced, this,
            [this](const std::filesystem::path &before, const std::filesystem::path &now) {
                if (m_newRun)
                    m_newRun->replaceStore(defaultStore(before), defaultStore(now));
            });
    connect(&stores, &WindowStores::otherOpened, this,
            [this] { lookForUnfinished(WhenUnfinished::Offer); });
}

WindowRuns::~WindowRuns() = default;

std::filesystem::path WindowRuns::defaultStore(const std::filesystem::path &opened) const
{
    return opened.empty() ? m_bench.services.dataFolder / "runs.kloupe" : opened;
}

RunRequest WindowRuns::defaultRequest() const
{
    RunRequest request;
    request.suite = m_bench.services.taskFolder;
    request.store = defaultStore(m_bench.session.file());
    return request;
}

GenerationRequest WindowRuns::defaultGeneration() const
{
    GenerationRequest request;
    request.run = defaultRequest();
    return request;
}

NewRunDialog *WindowRuns::makeRunDialog()
{
    auto *dialog = new NewRunDialog(m_bench.theme, m_bench.services.launch,
                                    {m_bench.services.choices, m_bench.services.presets,
                                     m_bench.services.findChoices, m_bench.services.generation,
                                     m_bench.services.agents, m_bench.services.recordedAnswers,
                                     m_bench.services.taskFolder, m_lastRun},
                                    &m_window);
    // Starting closes the dialog, and the run goes on on the page Queue.
    const auto leave = [this, dialog](const std::shared_ptr<RunJob> &job) {
        if (!job)
            return;
        dialog->close();
        m_panes.showPage(WindowPanes::Queue);
    };
    connect(dialog, &NewRunDialog::startRequested, this,
            [this, leave](const RunRequest &request) { leave(startRun(request)); });
    connect(dialog, &NewRunDialog::generationRequested, this,
            [this, leave](const GenerationRequest &request) { leave(startGeneration(request)); });
    connect(dialog, &NewRunDialog::agentsRequested, this,
            [this, leave](const AgentRunRequest &request) { leave(startAgents(request)); });
    connect(dialog, &NewRunDialog::doctorRequested, this, &WindowRuns::showDoctor);
    connect(dialog, &NewRunDialog::resultsRequested, this, [this, dialog] {
        dialog->close();
        m_panes.showPage(WindowPanes::Overview);
    });
    return dialog;
}

NewRunDialog *WindowRuns::newRunDialog()
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

NewRunDialog *WindowRuns::freshRunDialog()
{
    if (m_newRun)
        m_newRun->deleteLater();
    m_newRun = nullptr;
    return newRunDialog();
}

void WindowRuns::showNewRun()
{
    NewRunDialog *dialog = m_newRun && m_newRun->isVisible() ? m_newRun.get() : freshRunDialog();
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

bool WindowRuns::hasRequests() const
{
    RunJob *job = m_panes.page<QueuePage>() ? m_panes.page<QueuePage>()->run() : nullptr;
    return qobject_cast<GenerationJob *>(job) != nullptr
        || qobject_cast<AgentJob *>(job) != nullptr;
}

void WindowRuns::showRequests()
{
    const std::shared_ptr<RunJob> job = m_line.find(m_panes.page<QueuePage>()->run());
    if (!job)
        return;
    NewRunDialog *dialog = makeRunDialog();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->follow(job);
    dialog->show();
}

void WindowRuns::runDemo()
{
    std::error_code failed;
    std::filesystem::create_directories(m_bench.services.dataFolder, failed);
    if (failed) {
        m_stores.storeFailed(
            tr("The folder %1 for the demo's store cannot be made: %2")
                .arg(pathText(m_bench.services.dataFolder), toQt(failed.message())));
        return;
    }
    RunRequest request = defaultRequest();
    request.candidates = {m_bench.services.taskFolder / "demo"};
    request.store = freshStore(m_bench.services.dataFolder, "demo");
    startRun(request);
    m_panes.showPage(WindowPanes::Queue);
}

std::shared_ptr<RunJob> WindowRuns::startRun(const RunRequest &request)
{
    if (m_stores.isPlaceOfLostStore(request.store))
        return nullptr;
    if (!request.candidates.empty())
        m_lastRun = request;
    return startJob(std::make_shared<RunJob>(m_bench.services.launch, request));
}

std::shared_ptr<RunJob> WindowRuns::startGeneration(const GenerationRequest &request)
{
    if (m_stores.isPlaceOfLostStore(request.run.store))
        return nullptr;
    return startJob(std::make_shared<GenerationJob>(m_bench.services.generation.launch, request));
}

std::shared_ptr<RunJob> WindowRuns::startAgents(const AgentRunRequest &request)
{
    if (m_stores.isPlaceOfLostStore(request.run.store))
        return nullptr;
    return startJob(std::make_shared<AgentJob>(m_bench.services.agents.launch, request));
}

std::shared_ptr<RunJob> WindowRuns::startJob(const std::shared_ptr<RunJob> &job)
{
    followRun(job);
    m_offer.withdraw(); // the offer may be for what starts now
    m_line.add(job);
    m_bench.jobs.add(job);
    m_bench.commands.refresh();
    return job;
}

void WindowRuns::askWithHint()
{
    ui::askWithHint(m_bench.theme, m_bench.services, m_bench.session.file(),
                    m_bench.selection.current(), &m_window,
                    [this](const std::shared_ptr<RunJob> &job) {
                        if (!m_stores.isPlaceOfLostStore(m_bench.session.file()))
                            startJob(job);
                    });
}

void WindowRuns::rerun(std::vector<RowId> evaluations)
{
    RunRequest again;
    again.store = m_bench.session.file();
    if (m_stores.isPlaceOfLostStore(again.store))
        return;
    m_status.say(tr("Evaluating %1 again, as a new run in this store")
                     .arg(countText(static_cast<std::int64_t>(evaluations.size()))));
    // The store is read on the thread of the run.
    const auto launcher
        = [launch = m_bench.services.launch, prepare = m_bench.services.prepareRerun,
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

void WindowRuns::followRun(const std::shared_ptr<RunJob> &job)
{
    // A run creates its store, which can be opened once there is a plan.
    connect(job.get(), &Job::changed, this, [this, raw = job.get()] {
        const auto &store = raw->request().store;
        std::error_code failed;
        if (raw->progress().plan && m_bench.session.file() != store && !m_bench.session.isOpening()
            && m_stores.openedBefore() != store && std::filesystem::exists(store, failed))
            m_stores.openStore(store);
    });
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        const auto &outcome = *raw->outcome();
        if (!outcome)
            m_status.say(tr("Run failed: %1").arg(errorText(outcome.error())));
        else if (outcome->cancelled)
            m_status.say(tr("Run stopped: %1").arg(raw->title()));
        else
            m_status.say(tr("Run finished: %1").arg(endedText(*outcome)));
        m_bench.session.poll();
        m_bench.commands.refresh();
    });
}

void WindowRuns::runEnded(const RunJob &job)
{
    const auto &outcome = *job.outcome();
    if (!outcome) {
        m_notice->show(tr("A run failed"), errorText(outcome.error()));
    } else if (!outcome->cancelled)
        m_notice->show(tr("A run finished"), tr("%1: %2").arg(job.title(), endedText(*outcome)));
    if (!m_bench.session.isOpen() || m_bench.session.file() != job.request().store)
        return;
    // After cancelling, the user knows that the run is unfinished, and can use the buttons.
    lookForUnfinished(outcome ? WhenUnfinished::ShowButtons : WhenUnfinished::Offer);
    // Finding the rest in the store reads the suite, which takes seconds.
    if (const auto rest = restOf(job)) {
        m_unfinished.run = rest;
        m_bench.commands.refresh();
    }
}

void WindowRuns::retryInfraErrors()
{
    const RunJob &job = *m_panes.page<QueuePage>()->run();
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
        rerun(m_panes.page<QueuePage>()->idsOf(ItemState::InfraError));
        return;
    }
    again.resume = true;
    again.name = job.progress().plan ? job.progress().plan->run : job.request().name;
    startRun(again);
}

Result<WindowRuns::Unfinished> WindowRuns::findUnfinished(
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

void WindowRuns::lookForUnfinished(WhenUnfinished then)
{
    m_unfinished = {};
    m_bench.commands.refresh();
    if (then == WhenUnfinished::Offer)
        m_offer.withdraw();
    if (m_line.current() != nullptr)
        return;
    m_findingUnfinished.start(
        [runs = m_bench.services.findUnfinished,
         generations = m_bench.services.generation.findUnfinished,
         agents = m_bench.services.agents.findUnfinished, store = m_bench.session.file()](
            const std::stop_token &) { return findUnfinished(runs, generations, agents, store); },
        [this, then](const Result<Unfinished> &found) {
            if (!found)
                m_status.say(errorText(found.error()));
            if (!found || m_line.current() != nullptr)
                return;
            m_unfinished = *found;
            m_bench.commands.refresh();
            // A warning about foreign objects takes precedence; Runs and Queue have buttons, too. A
            // generation ended by its budget is not offered, because it ended as planned.
            const bool isSpent = m_unfinished.generation && m_unfinished.generation->hasSpentBudget;
            if (then == WhenUnfinished::Offer && canResume() && !m_stores.hasForeignObjects()
                && !isSpent)
                offerUnfinished();
        });
}

void WindowRuns::offerUnfinished()
{
    if (m_unfinished.generation) {
        m_offer.offer(tr("“%1” did not finish. Its answers are kept and are not requested again.")
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
        m_offer.offer(sentence, tr("Continue…"), [this] { resumeUnfinished(); });
        return;
    }
    const UnfinishedRun &run = *m_unfinished.run;
    m_offer.offer(
        tr("%1 stopped at %2 of %3")
            .arg(lineText(run.name), countText(run.total - run.left), countText(run.total)),
        tr("Resume"), [this] { resumeUnfinished(); });
}

bool WindowRuns::canResume() const
{
    const bool isAnyLeft = m_unfinished.run || m_unfinished.generation || m_unfinished.agents;
    return isAnyLeft && m_line.current() == nullptr;
}

void WindowRuns::resumeUnfinished()
{
    if (!canResume())
        return;
    const Unfinished unfinished = std::exchange(m_unfinished, {});
    m_bench.commands.refresh();
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
    m_panes.showPage(WindowPanes::Queue);
}

DoctorDialog *WindowRuns::doctorDialog()
{
    if (!m_doctor)
        m_doctor = new DoctorDialog(m_bench.theme, m_bench.services.examineMachine, &m_window);
    return m_doctor;
}

void WindowRuns::showDoctor()
{
    doctorDialog()->show();
    m_doctor->raise();
    m_doctor->activateWindow();
}

} // namespace loupe::ui
