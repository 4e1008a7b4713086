// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window opens stores and imports records: by menu, by the last session, by dropping
// files on it.
#include "ui/pages/startpage.h"
#include "ui/shell/importjob.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/statusarea.h"
#include "ui/shell/windowstate.h"
#include "ui/text/words.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString droppedFile(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

} // namespace

void MainWindow::openStore(const std::filesystem::path &file)
{
    m_session.open(file);
}

void MainWindow::storeOpened()
{
    const bool isOther = m_session.file() != m_openedBefore;
    m_openedBefore = m_session.file();
    m_startPage->setProblem({});
    setWindowTitle(tr("%1 – KernelLoupe").arg(pathText(m_session.file().filename())));
    if (isOther) {
        m_selection.clear();
        const Status cleared = m_session.setFilter({});
        Q_ASSERT(cleared);
        m_history.clear();
        if (currentPage() == Start)
            showPage(Results);
    }
    remember(m_session.file());
    updateCounts();
}

void MainWindow::storeFailed(const QString &message)
{
    m_startPage->setProblem(message);
    showPage(Start);
}

void MainWindow::remember(const std::filesystem::path &file)
{
    WindowState state(m_services.settingsFile);
    m_startPage->setRecent(state.addRecent(pathText(std::filesystem::absolute(file))));
}

void MainWindow::chooseStore()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a store"), {},
                                                      tr("Stores (*.kloupe);;All files (*)"));
    if (!file.isEmpty())
        openStore(toPath(file));
}

void MainWindow::chooseImport()
{
    const QString source = QFileDialog::getOpenFileName(
        this, tr("Import records"), {}, tr("Records, JSON lines (*.jsonl);;All files (*)"));
    if (source.isEmpty())
        return;
    QString store = pathText(m_session.file());
    if (!m_session.isOpen())
        store = QFileDialog::getSaveFileName(this, tr("Store to import into"), {},
                                             tr("Stores (*.kloupe)"), nullptr,
                                             QFileDialog::DontConfirmOverwrite);
    if (!store.isEmpty())
        importRecords(toPath(source), toPath(store));
}

void MainWindow::importRecords(const std::filesystem::path &source,
                               const std::filesystem::path &store)
{
    auto job = std::make_shared<ImportJob>(m_services.importRecords, source, store);
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        const auto &outcome = *raw->outcome();
        if (!outcome) {
            m_status->say(tr("Nothing was imported"));
            m_startPage->setProblem(errorText(outcome.error()));
            showPage(Start);
            return;
        }
        m_status->say(importText(*outcome));
        if (m_session.isOpen() && m_session.file() == raw->store())
            m_session.poll();
        else
            openStore(raw->store());
    });
    job->start();
    m_jobs.add(std::move(job));
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    const QString file = droppedFile(event->mimeData());
    if (file.endsWith(".kloupe"_L1) || file.endsWith(".jsonl"_L1))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString file = droppedFile(event->mimeData());
    if (file.endsWith(".kloupe"_L1))
        openStore(toPath(file));
    else if (file.endsWith(".jsonl"_L1))
        importRecords(toPath(file),
                      m_session.isOpen() ? m_session.file()
                                         : m_services.dataFolder / "imported.kloupe");
}

} // namespace loupe::ui
