// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/queue/queuepage.h"

#include "core/engine/request/runload.h"
#include "ui/shell/runs/runline.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/loadstrip.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/foldingrow.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QString>
#include <QStringList>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString boundText(RunBound bound)
{
    switch (bound) {
    case RunBound::Nothing:
        break;
    case RunBound::Builds:
        return QueuePage::tr("Limited by builds");
    case RunBound::Draws:
        return QueuePage::tr("Limited by input generation");
    case RunBound::Starts:
        return QueuePage::tr("Limited by process starts");
    case RunBound::Memory:
        return QueuePage::tr("Limited by memory");
    case RunBound::Device:
        return QueuePage::tr("Limited by the device");
    case RunBound::Timing:
        return QueuePage::tr("Limited by timing");
    }
    return QueuePage::tr("Idle");
}

QString occupationText(Occupation occupation, int count)
{
    switch (occupation) {
    case Occupation::Build:
        return QueuePage::tr("%1 building").arg(count);
    case Occupation::Draw:
        return QueuePage::tr("%1 generating inputs").arg(count);
    case Occupation::Start:
        return QueuePage::tr("%1 starting").arg(count);
    case Occupation::WaitForMemory:
        return QueuePage::tr("%1 waiting for memory").arg(count);
    case Occupation::WaitForTurn:
        return QueuePage::tr("%1 waiting for the device").arg(count);
    case Occupation::Device:
        return QueuePage::tr("%1 on the device").arg(count);
    case Occupation::WaitForTiming:
        return QueuePage::tr("%1 waiting to be timed").arg(count);
    case Occupation::Time:
        break;
    }
    return QueuePage::tr("%1 timed").arg(count);
}

/// Returns "Bound by builds · 5 building · 2 wait for memory · device 41 %, timing 3 % of the last
/// 10 s".
QString loadText(const RunLoad &load)
{
    QStringList parts{boundText(load.bound)};
    for (std::size_t i = 0; i < occupations; ++i) {
        if (load.now[i] > 0)
            parts.append(occupationText(static_cast<Occupation>(i), load.now[i]));
    }
    parts.append(QueuePage::tr("device %1 %, timing %2 % of the last %3 s")
                     .arg(qRound(100 * load.recent.device))
                     .arg(qRound(100 * load.recent.timing))
                     .arg(qRound(recentLoadSeconds)));
    return parts.join(u" · "_s);
}

/// Returns the text for an ended run: "Bound by builds · device 37 %, timing 2 % of the time".
QString endedLoadText(const RunLoad &load)
{
    return boundText(load.boundSoFar) + u" · "_s
        + QueuePage::tr("device %1 %, timing %2 % of the time")
              .arg(qRound(100 * load.all.device))
              .arg(qRound(100 * load.all.timing));
}

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

constexpr int keptLogBlocks = 2000;

QPlainTextEdit *makeLogPane(const Theme &theme, const QString &name, const QString &placeholder)
{
    auto *pane = new QPlainTextEdit;
    pane->setReadOnly(true);
    pane->setFont(theme.codeFont());
    pane->setMaximumBlockCount(keptLogBlocks);
    pane->setLineWrapMode(QPlainTextEdit::NoWrap);
    pane->setTabChangesFocus(true);
    pane->setAccessibleName(name);
    pane->setPlaceholderText(placeholder);
    pane->setProperty("look", u"flat"_s);
    return pane;
}

/// Creates a heading with margins above a widget that fills the rest.
QWidget *makeTitled(QLabel *heading, QWidget *below, const Theme &theme)
{
    const int unit = theme.unit();
    auto *line = makeRow(0);
    line->setContentsMargins(unit, unit, unit, unit / 2);
    line->addWidget(heading, 1);
    auto *inside = new QWidget;
    auto *column = makeColumn(0, inside);
    column->addLayout(line);
    column->addWidget(below, 1);
    return makePanelAround(inside);
}

} // namespace

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

bool QueuePage::hasSelected(const std::function<bool(ItemState)> &isWanted) const
{
    return m_job && m_job->isRunning()
        && std::ranges::any_of(selectedItems(), [&](std::size_t item) {
               return isWanted(m_job->items().at(item).state);
           });
}

bool QueuePage::canMove() const
{
    return hasSelected([](ItemState state) { return state == ItemState::Waiting; });
}

bool QueuePage::canCancelItems() const
{
    return hasSelected(
        [](ItemState state) { return state == ItemState::Waiting || isUnderWay(state); });
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
            return tr("Waits for another job");
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
    const auto rest = m_job->remaining();
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

QToolButton *QueuePage::actionButton(const QString &id) const
{
    auto *button = new QToolButton;
    QAction *action = m_bench.commands.action(id);
    button->setDefaultAction(action);
    button->setProperty("look", u"button"_s);
    button->setAccessibleName(action->text().remove(u'&'));
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

void QueuePage::buildLayout()
{
    const Theme &theme = m_bench.theme;
    const int unit = theme.unit();
    auto *logs = makeLogs();
    auto *items = makeSplitter(Qt::Horizontal, theme);
    items->addWidget(makeTable());
    items->addWidget(makeLanes());
    items->setStretchFactor(0, 3);
    items->setStretchFactor(1, 1);
    items->setSizes({unit * 100, unit * 46});
    auto *parts = makeSplitter(Qt::Vertical, theme);
    parts->addWidget(items);
    parts->addWidget(logs);
    parts->setStretchFactor(0, 1);
    parts->setSizes({unit * 60, unit * 16});
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(unit);
    m_bar->setAccessibleName(tr("Progress of the run"));
    auto *content = new QWidget;
    auto *column = makeColumn(unit, content);
    column->addWidget(makeHead());
    column->addWidget(m_bar);
    column->addWidget(makeLoad());
    column->addWidget(makeChoices());
    column->addWidget(parts, 1);
    m_stack = fillPage(this, content, m_empty, theme);
}

QWidget *QueuePage::makeHead()
{
    const int unit = m_bench.theme.unit();
    m_heading->setFont(m_bench.theme.headingFont());
    m_heading->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_note->setProperty("tone", u"dim"_s);
    m_note->setAccessibleName(tr("Pace and time left"));
    m_choice->setAccessibleName(tr("Run that is shown"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(22);
    m_choice->setVisible(false);
    auto *head = new QWidget;
    auto *row = makeRow(unit * 3 / 2);
    head->setLayout(row);
    row->addWidget(m_heading);
    row->addWidget(m_note, 1);
    row->addWidget(m_choice);
    m_whileRunning = {actionButton(u"run.pause"_s), actionButton(u"run.cancel"_s)};
    for (const QString &id : {u"run.requests"_s, u"run.resume"_s})
        row->addWidget(makePassingButton(m_bench.commands.action(id)));
    m_onceEnded = {actionButton(u"run.retryInfra"_s), actionButton(u"run.retryFailed"_s)};
    for (const auto &buttons : {m_whileRunning, m_onceEnded}) {
        for (QToolButton *button : buttons) {
            row->addWidget(button);
            button->setVisible(false); // hidden until there is a run
        }
    }
    return head;
}

QWidget *QueuePage::makeLoad()
{
    const int unit = m_bench.theme.unit();
    m_loadNote->setAccessibleName(tr("Bottleneck of the run"));
    auto *inside = new QWidget;
    auto *column = makeColumn(0, inside);
    column->setContentsMargins(0, unit / 2, 0, 0);
    auto *line = makeRow(0);
    line->setContentsMargins(unit, 0, unit, 0);
    line->addWidget(m_loadNote, 1);
    column->addLayout(line);
    column->addWidget(m_strip);
    m_load = makePanelAround(inside);
    m_load->setVisible(false); // hidden until there is data
    return m_load;
}

QWidget *QueuePage::makeChoices()
{
    const int unit = m_bench.theme.unit();
    auto *choices = new QWidget;
    auto *row = makeRow(unit / 2);
    choices->setLayout(row);
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        auto *button = new QToolButton;
        button->setProperty("look", u"round"_s);
        button->setCheckable(true);
        button->setAutoExclusive(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setChecked(i == 0);
        connect(button, &QToolButton::toggled, this, [this, i](bool isChosen) {
            if (isChosen)
                choose(static_cast<ItemChoice>(i));
        });
        row->addWidget(button);
        m_states[i] = button;
    }
    auto *actions = new QWidget;
    auto *actionRow = makeRow(unit / 2);
    actions->setLayout(actionRow);
    for (const QString &id : {u"queue.front"_s, u"queue.back"_s, u"queue.cancel"_s})
        actionRow->addWidget(actionButton(id));
    return new FoldingRow(choices, actions, unit / 2);
}

QWidget *QueuePage::makeTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Items of the run"));
    m_table->setEmptyText(tr("No item is in this state"));
    m_table->setObjectName(u"queueTable"_s);
    // The state has one width, so that the columns stay in place while states change.
    (new FittedColumns(*m_table, m_bench.theme, QueueModel::MessageColumn))
        ->set({{}, {22, 22}, {20, 0}, {16, 0}, {}, {}, {9, 0}, {10, 10}});
    return makePanelAround(m_table);
}

QWidget *QueuePage::makeLanes()
{
    m_laneTable->setModel(m_lanes);
    m_laneTable->setAccessibleName(tr("Activity of each device"));
    m_laneTable->setObjectName(u"laneTable"_s);
    m_laneTable->setSelectionMode(QAbstractItemView::NoSelection);
    m_laneTable->setColumnCharacters({24, 13, 11});
    m_laneTable->horizontalHeader()->setStretchLastSection(false);
    m_laneTable->horizontalHeader()->setSectionResizeMode(LaneModel::WhatColumn,
                                                          QHeaderView::Stretch);
    return makeTitled(m_laneHeading, m_laneTable, m_bench.theme);
}

QWidget *QueuePage::makeLogs()
{
    m_story = makeLogPane(m_bench.theme, tr("Steps of the current item"),
                          tr("Choose an item to see its steps."));
    m_log = makeLogPane(m_bench.theme, tr("Log of the run"), tr("The log is empty."));
    m_storyHeading->setFont(m_bench.theme.headingFont());
    auto *logs = makeSplitter(Qt::Horizontal, m_bench.theme);
    logs->addWidget(makeTitled(m_storyHeading, m_story, m_bench.theme));
    logs->addWidget(
        makeTitled(makeHeading(m_bench.theme, tr("Log of the run")), m_log, m_bench.theme));
    logs->setStretchFactor(0, 1);
    logs->setStretchFactor(1, 1);
    return logs;
}

} // namespace loupe::ui
