// SPDX-License-Identifier: GPL-3.0-or-later
// Imports records in the main window: by menu, or by drag and drop.
#include "ui/dialogs/importdialog.h"
#include "ui/shell/runs/importjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/text/words.h"
#include "ui/widgets/droppedfiles.h"

#include <QDragEnterEvent>
#include <QDropEvent>

#include <utility>

namespace loupe::ui {

ImportDialog *MainWindow::importDialog()
{
    if (m_import)
        return m_import;
    m_import = new ImportDialog(
        m_theme, {m_services.recogniseRecords, m_services.openStore, m_services.dataFolder}, this);
    if (m_session.isOpen())
        m_import->setOpenStore(m_session.file());
    connect(m_import, &ImportDialog::importRequested, this, [this] {
        if (auto job = importRecords(m_import->sources(), m_import->store()))
            m_import->follow(std::move(job));
    });
    return m_import;
}

void MainWindow::showImport(const std::vector<std::filesystem::path> &sources)
{
    ImportDialog *dialog = importDialog();
    if (!dialog->isVisible())
        dialog->begin();
    dialog->add(sources);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

std::shared_ptr<ImportJob> MainWindow::importRecords(std::vector<std::filesystem::path> sources,
                                                     const std::filesystem::path &store)
{
    if (isPlaceOfLostStore(store))
        return nullptr;
    auto job = std::make_shared<ImportJob>(m_services.importRecords, std::move(sources), store);
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        if (!raw->hasStored()) {
            m_status->say(importText(*raw));
            return;
        }
        sayOf(raw->store(), importText(*raw));
        if (m_session.isOpen() && m_session.file() == raw->store())
            m_session.poll();
        else
            openStore(raw->store());
    });
    job->start();
    m_jobs.add(job);
    return job;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFiles(event->mimeData()).empty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    const std::vector<std::filesystem::path> files = droppedFiles(event->mimeData());
    if (files.size() == 1 && files.front().extension() == ".kloupe")
        openStore(files.front());
    else if (!m_services.importRecords)
        m_status->say(tr("%1 cannot be imported in this build").arg(pathText(files.front())));
    else
        showImport(files);
}

} // namespace loupe::ui
