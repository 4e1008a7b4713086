// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/queue/queuepage.h"

#include "ui/models/lanemodel.h"
#include "ui/shell/runs/runline.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/loadstrip.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QStackedLayout>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

QueuePage::QueuePage(const Workbench &bench, RunLine &runs, QWidget *parent)
    : Page(bench, parent)
    , m_runs(runs)
    , m_model(new QueueModel(this))
    , m_lanes(new LaneModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_laneTable(new ResultTable(bench.theme))
    , m_heading(new ElidedLabel)
    , m_note(new ElidedLabel)
    , m_choice(new ChoiceBox(bench.theme))
    , m_bar(new QProgressBar)
    , m_strip(new LoadStrip(bench.theme))
    , m_loadNote(new ElidedLabel)
    , m_laneHeading(makeHeading(bench.theme))
    , m_storyHeading(new ElidedLabel)
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    connectAll();
    lineChanged();
}

void QueuePage::connectAll()
{
    connect(&m_runs, &RunLine::changed, this, &QueuePage::lineChanged);
    connect(m_choice, &QComboBox::activated, this, [this](int row) {
        m_isPicked = true;
        showRun(m_runs.runs()[static_cast<std::size_t>(row)].get());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &Page::statusChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &QueuePage::showStory);
    connect(m_bench.commands.action(u"run.resume"_s), &QAction::changed, this, &QueuePage::update);
}

void QueuePage::lineChanged()
{
    // A run selected by the user stays; otherwise the active one is shown.
    if (RunJob *current = m_runs.current(); current != nullptr && !m_isPicked)
        showRun(current);
    else if (!m_job && !m_runs.runs().empty())
        showRun(m_runs.runs().back().get());
    if (m_runs.current() == nullptr)
        m_isPicked = false;
    update();
}

void QueuePage::showRun(RunJob *job)
{
    if (job == m_job)
        return;
    if (m_job)
        m_job->disconnect(this);
    m_job = job;
    m_model->setRun(job);
    m_states.front()->setChecked(true);
    m_log->clear();
    m_logged = 0;
    if (job != nullptr) {
        connect(job, &Job::changed, this, &QueuePage::update);
        connect(job, &Job::finished, this, &QueuePage::update);
        connect(job, &RunJob::lineChanged, this, &QueuePage::update);
    }
    update();
}

void QueuePage::choose(ItemChoice choice)
{
    m_model->choose(choice);
    showStory();
    emit statusChanged();
}

void QueuePage::update()
{
    std::int64_t left = 0;
    for (const auto &run : m_runs.runs()) {
        if (run->isRunning())
            left += std::max<std::int64_t>(run->total() - run->done(), run->isWaiting() ? 1 : 0);
    }
    emit countChanged(left > 0 ? std::optional(left) : std::nullopt);
    m_stack->setCurrentIndex(m_job ? 0 : 1);
    QAction *resume = m_bench.commands.action(u"run.resume"_s);
    m_empty->say(tr("No run in progress."),
                 tr("A run shows its items here. They can be moved, paused, stopped and retried."),
                 resume->isEnabled() ? resume : m_bench.commands.action(u"run.new"_s));
    sayChoices();
    if (!m_job || !isVisible())
        return;
    m_model->refresh();
    sayHead();
    sayLoad();
    m_lanes->show(m_job->items(), m_job->progress().lost);
    m_laneHeading->setText(m_lanes->lanes() == 0
                               ? tr("No device is active")
                               : counted(m_lanes->lanes(), tr("%1 device"), tr("%1 devices")));
    showStory();
    showLog();
}

void QueuePage::showStory()
{
    const QModelIndex current = m_table->currentIndex();
    // Without a selection, shows the item that has been active longest.
    std::optional<std::size_t> place;
    if (current.isValid() && m_table->selectionModel()->hasSelection())
        place = m_model->itemAt(current.row());
    else if (m_job && !m_job->items().active().empty())
        place = m_job->items().active().front();
    QStringList lines;
    if (m_job && place && *place < m_job->items().size()) {
        const RunItem &item = m_job->items().at(*place);
        m_storyHeading->setText(tr("%1 · %2 · sample %3 · round %4")
                                    .arg(lineText(item.info.task), lineText(item.info.method))
                                    .arg(item.info.sample)
                                    .arg(item.info.round));
        for (const ItemStep &step : item.steps)
            lines.append(tr("%1 s  %2").arg(step.second, 8, 'f', 1).arg(stateText(step.state)));
        if (item.steps.empty())
            lines.append(stateText(item));
        if (!item.message.empty())
            lines.append(u'\n' + messageText(item));
    } else {
        m_storyHeading->setText(tr("No item is chosen"));
    }
    const QString text = lines.join(u'\n');
    if (text == m_storyText)
        return;
    m_storyText = text;
    m_story->setPlainText(text);
}

void QueuePage::showLog()
{
    const auto &log = m_job->progress().log;
    const std::size_t total = m_job->progress().logged;
    if (total == m_logged)
        return;
    const std::size_t fresh = std::min(total - std::min(total, m_logged), log.size());
    for (std::size_t i = log.size() - fresh; i < log.size(); ++i)
        m_log->appendPlainText(toQt(log[i])); // Qt keeps the end in view only if it was visible.
    m_logged = total;
}

QString QueuePage::heading() const
{
    return m_heading->text();
}

QString QueuePage::note() const
{
    return m_note->text();
}

QString QueuePage::loadNote() const
{
    return m_loadNote->text();
}

std::vector<std::size_t> QueuePage::selectedItems() const
{
    std::vector<std::size_t> items;
    if (!m_table->selectionModel())
        return items;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    items.reserve(static_cast<std::size_t>(rows.size()));
    for (const QModelIndex &row : rows)
        items.push_back(m_model->itemAt(row.row()));
    return items;
}

bool QueuePage::canMove() const
{
    if (!m_job || !m_job->isRunning())
        return false;
    const auto items = selectedItems();
    return std::any_of(items.begin(), items.end(), [this](std::size_t item) {
        return m_job->items().at(item).state == ItemState::Waiting;
    });
}

bool QueuePage::canCancelItems() const
{
    if (!m_job || !m_job->isRunning())
        return false;
    const auto items = selectedItems();
    return std::any_of(items.begin(), items.end(), [this](std::size_t item) {
        const ItemState state = m_job->items().at(item).state;
        return state == ItemState::Waiting || isUnderWay(state);
    });
}

void QueuePage::moveSelected(bool isToFront)
{
    const auto items = selectedItems();
    if (isToFront)
        m_job->moveToFront(items);
    else
        m_job->moveToBack(items);
    if (m_model->choice() != ItemChoice::Waiting)
        return;
    // After moving waiting items, the user wants to see the new order.
    m_model->choose(ItemChoice::Waiting);
    for (const std::size_t item : items) {
        if (const int row = m_model->rowOf(item); row >= 0)
            m_table->selectionModel()->select(
                m_model->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
}

void QueuePage::cancelSelected()
{
    m_job->cancelItems(selectedItems());
}

std::vector<RowId> QueuePage::idsOf(ItemState state) const
{
    std::vector<RowId> ids;
    if (!m_job)
        return ids;
    for (const RunItem &item : m_job->items().all()) {
        if (item.state == state)
            ids.push_back(item.id);
    }
    return ids;
}

int QueuePage::endedWith(ItemState state) const
{
    const bool hasEnded = m_job && m_job->outcome();
    return hasEnded ? m_job->items().count(state) : 0;
}

QString QueuePage::keys() const
{
    return tr("J/K next item · Alt+Home runs it next · Alt+End runs it last · Delete stops");
}

void QueuePage::takeFocus()
{
    update();
    m_table->setFocus();
}

} // namespace loupe::ui
