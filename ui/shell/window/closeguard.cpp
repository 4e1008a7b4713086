// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/closeguard.h"

#include "ui/shell/session/job.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/session/writequeue.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/shell/window/windowstores.h"
#include "ui/text/words.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int waitsForMarksMs = 1000; ///< before the window asks

/// Returns a question of the window that does not block the event loop.
QMessageBox *makeQuestion(QWidget &window, const QString &text)
{
    auto *question = new QMessageBox(QMessageBox::Question, CloseGuard::tr("Quit"), text,
                                     QMessageBox::Cancel, &window);
    question->setTextFormat(Qt::PlainText); // Names of runs may come from others.
    question->setAttribute(Qt::WA_DeleteOnClose);
    return question;
}

} // namespace

CloseGuard::CloseGuard(QWidget &window, const Workbench &bench, WindowPanes &panes,
                       WindowStores &stores, StatusArea &status)
    : m_window(window)
    , m_bench(bench)
    , m_panes(panes)
    , m_stores(stores)
    , m_status(status)
{
    connect(&bench.jobs, &JobList::changed, this, &CloseGuard::closeIfDone);
    connect(&panes, &WindowPanes::marksChanged, this, &CloseGuard::closeIfDone);
}

bool CloseGuard::canClose()
{
    if (waitingEvents() > 0 && !m_discardsMarks) {
        m_status.say(tr("Saving marks…"));
        for (WriteQueue *queue : m_panes.queues())
            queue->retry();
        if (!m_isClosing)
            QTimer::singleShot(waitsForMarksMs, this, &CloseGuard::askAboutMarks);
        m_isClosing = true;
        return false;
    }
    if (m_bench.jobs.running() == 0)
        return true;
    if (!m_isClosing)
        askToStop();
    return false;
}

int CloseGuard::waitingEvents() const
{
    int count = 0;
    for (const WriteQueue *queue : m_panes.queues())
        count += queue->waitingCount();
    return count;
}

void CloseGuard::askAboutMarks()
{
    const int waiting = waitingEvents();
    if (!m_isClosing || waiting == 0 || !m_window.isVisible())
        return;
    QMessageBox *question = makeQuestion(
        m_window, counted(waiting, tr("%1 mark is not saved."), tr("%1 marks are not saved.")));
    question->setObjectName(u"marksQuestion"_s);
    question->setInformativeText(
        tr("The store cannot be written at present. The window closes as soon as it can."));
    const QPushButton *copy = m_bench.session.isOpen()
        ? question->addButton(tr("Save a copy…"), QMessageBox::ActionRole)
        : nullptr;
    const QPushButton *discard = question->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(question, &QMessageBox::buttonClicked, this,
            [this, copy, discard](const QAbstractButton *button) {
                m_isClosing = false;
                if (button == discard) {
                    m_discardsMarks = true;
                    m_window.close();
                } else if (copy != nullptr && button == copy) {
                    m_stores.chooseCopyWithMarks();
                }
            });
    question->open();
}

void CloseGuard::askToStop()
{
    if (m_stopQuestion) {
        m_stopQuestion->raise();
        return;
    }
    m_stopQuestion = makeQuestion(m_window, runningText());
    m_stopQuestion->setObjectName(u"stopQuestion"_s);
    m_stopQuestion->setInformativeText(
        tr("Finished evaluations are stored, and a run can be resumed. A stopped import, update or "
           "profile leaves the store unchanged."));
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
                m_status.say(tr("Stopping; runs can be resumed…"));
                m_bench.jobs.cancelAll();
                closeIfDone(); // it may have ended while the question was open
            });
    m_stopQuestion->open();
}

QString CloseGuard::runningText() const
{
    if (m_bench.jobs.running() != 1)
        return tr("%1 jobs are still running. Stop them and quit?")
            .arg(countText(m_bench.jobs.running()));
    const Job &job = *m_bench.jobs.current();
    if (job.total() == 0)
        return tr("“%1” is still running. Stop it and quit?").arg(job.title());
    return tr("“%1” is at %2 of %3. Stop it and quit?")
        .arg(job.title(), countText(job.done()), countText(job.total()));
}

void CloseGuard::closeIfDone()
{
    if (m_isClosing && m_window.isVisible() && m_bench.jobs.running() == 0 && waitingEvents() == 0)
        m_window.close();
}

} // namespace loupe::ui
