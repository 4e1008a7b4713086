// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window evaluates: the dialog of a new run, the demo, following a run, and stopping
// it before the window closes.
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/triagepage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/runjob.h"
#include "ui/shell/statusarea.h"
#include "ui/text/words.h"

#include <QCloseEvent>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// "demo.kloupe", or "demo-2.kloupe" when that is taken.
std::filesystem::path freeName(const std::filesystem::path &folder)
{
    for (int i = 1;; ++i) {
        const std::string suffix = i == 1 ? std::string() : "-" + std::to_string(i);
        auto file = folder / ("demo" + suffix + ".kloupe");
        std::error_code failed;
        if (!std::filesystem::exists(file, failed))
            return file;
    }
}

} // namespace

RunRequest MainWindow::defaultRequest() const
{
    RunRequest request;
    request.suite = m_services.taskFolder;
    request.store = m_session.isOpen() ? m_session.file() : m_services.dataFolder / "runs.kloupe";
    return request;
}

NewRunDialog *MainWindow::newRunDialog()
{
    if (!m_newRun) {
        m_newRun = new NewRunDialog(m_theme, m_services.launch, m_services.choices, this);
        m_newRun->setRequest(defaultRequest());
        connect(m_newRun, &NewRunDialog::startRequested, this, &MainWindow::startRun);
        connect(m_newRun, &NewRunDialog::resultsRequested, this, [this] {
            m_newRun->hide();
            showPage(Results);
        });
    }
    return m_newRun;
}

void MainWindow::showNewRun()
{
    newRunDialog()->show();
    m_newRun->raise();
    m_newRun->activateWindow();
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
    request.store = freeName(m_services.dataFolder);
    newRunDialog()->setRequest(request);
    startRun(request);
    showNewRun();
}

std::shared_ptr<RunJob> MainWindow::startRun(const RunRequest &request)
{
    auto job = std::make_shared<RunJob>(m_services.launch, request);
    startJob(job);
    newRunDialog()->follow(job);
    return job;
}

void MainWindow::startJob(const std::shared_ptr<RunJob> &job)
{
    followRun(job);
    job->start();
    m_jobs.add(job);
    m_commands->refresh();
}

void MainWindow::rerun(std::vector<RowId> evaluations)
{
    RunRequest again;
    again.store = m_session.file();
    m_status->say(tr("Evaluating %1 again, as a new run in this store")
                      .arg(countText(static_cast<std::int64_t>(evaluations.size()))));
    // The store is read where the run takes place, off this thread.
    const auto launcher
        = [launch = m_services.launch, prepare = m_services.prepareRerun,
           evaluations = std::move(evaluations)](const RunRequest &request, RunObserver &observer,
                                                 std::stop_token stop) -> Result<RunOutcome> {
        const auto prepared = prepare(request.store, evaluations);
        if (!prepared)
            return prepared.error();
        return launch(*prepared, observer, std::move(stop));
    };
    startJob(std::make_shared<RunJob>(launcher, again));
}

void MainWindow::followRun(const std::shared_ptr<RunJob> &job)
{
    // The run creates its store: it is opened as soon as there is a plan, which comes later.
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
            m_status->say(tr("Run cancelled: %1").arg(raw->title()));
        else
            m_status->say(tr("Run finished: %1 of %2 correct")
                              .arg(countText(outcome->correct), countText(outcome->evaluated)));
        m_session.poll();
        m_commands->refresh();
    });
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveState();
    if (waitingEvents() > 0 && !m_givesMarksUp) {
        m_isClosing = true;
        m_givesMarksUp = true; // if asked again
        m_status->say(tr("Storing what was marked… Close again to give it up."));
        for (WriteQueue *queue : queues())
            queue->retry();
        event->ignore();
        return;
    }
    if (m_jobs.running() == 0) {
        QMainWindow::closeEvent(event);
        return;
    }
    // The engine stores what has finished and stops within a second; then we close for good.
    m_isClosing = true;
    m_status->say(tr("Stopping what is running; it can be resumed…"));
    m_jobs.cancelAll();
    event->ignore();
}

} // namespace loupe::ui
