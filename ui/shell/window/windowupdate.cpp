// SPDX-License-Identifier: GPL-3.0-or-later
// Updates a store of an older version from the main window.
#include "core/store/file/storeupdate.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/runs/updatejob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/text/words.h"
#include "ui/widgets/offerbar.h"

namespace loupe::ui {

void MainWindow::offerUpdate(const std::filesystem::path &file)
{
    m_findingVersion.start(
        [file](const std::stop_token &) { return olderVersion(file); },
        [this, file](std::optional<int> version) {
            if (!version)
                return;
            offer(tr("%1 was written by an older KernelLoupe, as version %2. Bringing it up to "
                     "date first saves a copy in the same folder, named …v%2-backup.")
                      .arg(pathText(file.filename()), QString::number(*version)),
                  tr("Bring up to date"), [this, file] { updateStore(file); });
        });
}

void MainWindow::updateStore(const std::filesystem::path &file)
{
    auto job = std::make_shared<UpdateJob>(file);
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        const Status &outcome = *raw->outcome();
        if (outcome) {
            m_status->say(tr("%1 is up to date").arg(pathText(raw->store().filename())));
            openStore(raw->store());
        } else if (outcome.error().code == Errc::Cancelled) {
            m_status->say(tr("The update was stopped; the store is unchanged"));
            offerUpdate(raw->store());
        } else {
            page<StartPage>()->setProblem(errorText(outcome.error()));
            showPage(Start);
        }
    });
    job->start();
    m_jobs.add(std::move(job));
}

} // namespace loupe::ui
