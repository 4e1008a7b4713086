// SPDX-License-Identifier: GPL-3.0-or-later
// Texts at the top of the page Queue: counts, speed, remaining time, and the list of runs.
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/runline.h"
#include "ui/text/loadwords.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/loadstrip.h"
#include "ui/widgets/parts.h"

#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns the label of a run in the list of runs.
QString runChoiceText(const RunJob &job)
{
    if (job.isRunning())
        return QueuePage::tr("%1 – %2").arg(job.title(), job.progressText());
    const auto &outcome = job.outcome();
    if (!outcome || !*outcome)
        return QueuePage::tr("%1 – failed").arg(job.title());
    return (*outcome)->cancelled ? QueuePage::tr("%1 – stopped").arg(job.title())
                                 : QueuePage::tr("%1 – finished").arg(job.title());
}

QString capitalized(QString text)
{
    text[0] = text[0].toUpper();
    return text;
}

int countOfChoice(const RunItems &items, ItemChoice choice)
{
    switch (choice) {
    case ItemChoice::All:
        return static_cast<int>(items.size());
    case ItemChoice::Waiting:
        return items.count(ItemState::Waiting);
    case ItemChoice::UnderWay:
        return items.underWay();
    case ItemChoice::Done:
        return items.count(ItemState::Done);
    case ItemChoice::Failed:
        return items.count(ItemState::Failed);
    case ItemChoice::InfraErrors:
        return items.count(ItemState::InfraError);
    case ItemChoice::Cancelled:
        break;
    }
    return items.count(ItemState::Cancelled);
}

QString stateChoiceText(ItemChoice choice)
{
    switch (choice) {
    case ItemChoice::All:
        return QueuePage::tr("All %1");
    case ItemChoice::Waiting:
        return QueuePage::tr("Waiting %1");
    case ItemChoice::UnderWay:
        return QueuePage::tr("Running %1");
    case ItemChoice::Done:
        return QueuePage::tr("Done %1");
    case ItemChoice::Failed:
        return QueuePage::tr("Failed %1");
    case ItemChoice::InfraErrors:
        return QueuePage::tr("Infra errors %1");
    case ItemChoice::Cancelled:
        break;
    }
    return QueuePage::tr("Stopped %1");
}

/// Explains where a run executes, and how that affects its control.
QString placeNote(const std::string &place)
{
    if (place.starts_with("slurm:"))
        return QueuePage::tr("on the cluster: commands take effect within seconds; each shard has "
                             "a line of its own");
    if (place.starts_with("ssh:"))
        return QueuePage::tr("on %1: commands take effect while the connection is up")
            .arg(toQt(place.substr(4)));
    return {};
}

} // namespace

void QueuePage::sayChoices()
{
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const auto choice = static_cast<ItemChoice>(i);
        const int count = m_job ? countOfChoice(m_job->items(), choice) : 0;
        m_states[i]->setText(stateChoiceText(choice).arg(countText(count)));
        m_states[i]->setAccessibleName(m_states[i]->text());
    }
}

void QueuePage::sayHead()
{
    m_heading->setText(headingText());
    m_heading->updateGeometry();
    m_note->setText(noteText());
    m_note->setToolTip(noteText());
    if (m_job->isChecking()) {
        m_bar->setRange(0, m_job->progress().toCheck);
        m_bar->setValue(m_job->progress().checked);
    } else {
        m_bar->setRange(0, std::max(m_job->total(), m_job->isRunning() ? 0 : 1));
        m_bar->setValue(m_job->done());
    }
    const QSignalBlocker blocker(m_choice);
    const auto &runs = m_runs.runs();
    while (m_choice->count() > static_cast<int>(runs.size()))
        m_choice->removeItem(m_choice->count() - 1);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto row = static_cast<int>(i);
        if (row >= m_choice->count())
            m_choice->addItem({});
        if (const QString text = runChoiceText(*runs[i]); m_choice->itemText(row) != text)
            m_choice->setItemText(row, text);
        if (runs[i].get() == m_job && m_choice->currentIndex() != row)
            m_choice->setCurrentIndex(row);
    }
    m_choice->setVisible(runs.size() > 1);
    for (QToolButton *button : m_whileRunning)
        button->setVisible(m_job->isRunning());
    for (QToolButton *button : m_onceEnded)
        button->setVisible(!m_job->isRunning());
}

void QueuePage::sayLoad()
{
    const auto &loads = m_job->loads();
    m_load->setVisible(!loads.empty());
    if (loads.empty())
        return;
    m_strip->setLoads(loads);
    const QString text = m_job->isRunning() ? loadText(loads.back()) : endedLoadText(loads.back());
    m_loadNote->setText(text);
    m_loadNote->setToolTip(text);
}

QString QueuePage::headingText() const
{
    const QString counts = m_job->total() == 0 && m_job->done() > 0 // the total is unknown
        ? tr("%1 evaluated").arg(countText(m_job->done()))
        : tr("%1 of %2 evaluated").arg(countText(m_job->done()), countText(m_job->total()));
    if (m_job->isRunning()) {
        if (m_job->isWaiting())
            return tr("Waits for another run");
        if (m_job->isCancelling())
            return tr("Stopping: %1").arg(counts);
        if (!m_job->progress().plan)
            return tr("Planning…");
        if (m_job->isPaused())
            return tr("Paused: %1").arg(counts);
        return m_job->isChecking() ? capitalized(m_job->checkingText()) : counts;
    }
    const auto &outcome = m_job->outcome();
    if (!outcome || !*outcome)
        return tr("The run failed: %1").arg(counts);
    return (*outcome)->cancelled ? tr("Stopped: %1").arg(counts) : tr("Finished: %1").arg(counts);
}

QString QueuePage::noteText() const
{
    QStringList parts;
    if (!m_job->isRunning()) {
        if (m_job->outcome() && !*m_job->outcome())
            return u"▲ "_s + errorText(m_job->outcome()->error());
        const auto &outcome = **m_job->outcome();
        parts.append(tr("%1 correct").arg(countText(outcome.correct)));
        parts.append(tr("%1 failed").arg(countText(outcome.failed)));
        parts.append(counted(outcome.infraErrors, tr("%1 infra error"), tr("%1 infra errors")));
        if (outcome.alreadyDone > 0)
            parts.append(tr("%1 evaluated before").arg(countText(outcome.alreadyDone)));
        if (outcome.cancelled)
            parts.append(tr("finished results are stored; the run can be resumed"));
        parts.append(m_job->title());
        return parts.join(u" · "_s);
    }
    if (m_job->isPaused() && m_job->items().underWay() > 0)
        parts.append(tr("running items are finished first"));
    const auto rest = m_job->items().remaining();
    if (rest && !m_job->isPaused()) {
        parts.append(tr("%1 per minute").arg(QString::number(rest->perMinute, 'f', 1)));
        parts.append(m_job->remainingText());
    }
    if (const int waiting = m_runs.waiting(); waiting > 0 && !m_job->isWaiting())
        parts.append(counted(waiting, tr("%1 run waits"), tr("%1 runs wait")));
    if (const QString place = placeNote(m_job->request().place); !place.isEmpty())
        parts.append(place);
    if (m_runs.runs().size() == 1) // otherwise the list of runs shows it
        parts.append(m_job->title());
    return parts.join(u" · "_s);
}

} // namespace loupe::ui
