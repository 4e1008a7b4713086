// SPDX-License-Identifier: GPL-3.0-or-later
// Closing the main window: asks before it stops jobs or gives up marks that are not saved.
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/text/words.h"

#include <QCloseEvent>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int waitsForMarksMs = 1000; ///< before the window asks

/// Returns a question of the window that does not block the event loop.
QMessageBox *makeQuestion(MainWindow *window, const QString &text)
{
    auto *question = new QMessageBox(QMessageBox::Question, MainWindow::tr("Quit"), text,
                                     QMessageBox::Cancel, window);
    question->setTextFormat(Qt::PlainText); // Names of runs may come from others.
    question->setAttribute(Qt::WA_DeleteOnClose);
    return question;
}

} // namespace

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveState();
    if (waitingEvents() > 0 && !m_givesMarksUp) {
        event->ignore();
        m_status->say(tr("Saving marks…"));
        for (WriteQueue *queue : queues())
            queue->retry();
        if (!m_isClosing)
            QTimer::singleShot(waitsForMarksMs, this, &MainWindow::askAboutMarks);
        m_isClosing = true;
        return;
    }
    if (m_jobs.running() == 0) {
        QMainWindow::closeEvent(event);
        return;
    }
    event->ignore();
    if (!m_isClosing)
        askToStop();
}

void MainWindow::askAboutMarks()
{
    const int waiting = waitingEvents();
    if (!m_isClosing || waiting == 0 || !isVisible())
        return;
    QMessageBox *question = makeQuestion(
        this, counted(waiting, tr("%1 mark is not saved."), tr("%1 marks are not saved.")));
    question->setObjectName(u"marksQuestion"_s);
    question->setInformativeText(
        tr("The store cannot be written at present. The window closes as soon as it can."));
    const QPushButton *copy = m_session.isOpen()
        ? question->addButton(tr("Save a copy…"), QMessageBox::ActionRole)
        : nullptr;
    const QPushButton *discard = question->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(question, &QMessageBox::buttonClicked, this,
            [this, copy, discard](const QAbstractButton *button) {
                m_isClosing = false;
                if (button == discard) {
                    m_givesMarksUp = true;
                    close();
                } else if (copy != nullptr && button == copy) {
                    m_copyTakesMarks = true;
                    chooseCopy();
                }
            });
    question->open();
}

void MainWindow::askToStop()
{
    if (m_stopQuestion) {
        m_stopQuestion->raise();
        return;
    }
    m_stopQuestion = makeQuestion(this, runningText());
    m_stopQuestion->setObjectName(u"stopQuestion"_s);
    m_stopQuestion->setInformativeText(
        tr("Finished evaluations are stored, and a run can be resumed. A stopped import or update "
           "leaves the store unchanged."));
    const QPushButton *stop
        = m_stopQuestion->addButton(tr("Stop and quit"), QMessageBox::DestructiveRole);
    m_stopQuestion->setDefaultButton(QMessageBox::Cancel);
    connect(m_stopQuestion, &QMessageBox::buttonClicked, this,
            [this, stop](const QAbstractButton *button) {
                if (button != stop)
                    return;
                // The engine saves finished items and stops within a second; then the window
                // closes.
                m_isClosing = true;
                m_status->say(tr("Stopping; runs can be resumed…"));
                m_jobs.cancelAll();
                closeIfDone(); // it may have ended while the question was open
            });
    m_stopQuestion->open();
}

QString MainWindow::runningText() const
{
    if (m_jobs.running() != 1)
        return tr("%1 jobs are still running. Stop them and quit?")
            .arg(countText(m_jobs.running()));
    const Job &job = *m_jobs.current();
    if (job.total() == 0)
        return tr("“%1” is still running. Stop it and quit?").arg(job.title());
    return tr("“%1” is at %2 of %3. Stop it and quit?")
        .arg(job.title(), countText(job.done()), countText(job.total()));
}

} // namespace loupe::ui
