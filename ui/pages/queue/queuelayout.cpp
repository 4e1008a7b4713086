// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the widgets of the page Queue.
#include "ui/models/lanemodel.h"
#include "ui/models/queuemodel.h"
#include "ui/pages/frame/pageframe.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/style/theme.h"
#include "ui/widgets/actionbutton.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/foldingrow.h"
#include "ui/widgets/loadstrip.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"
#include "ui/widgets/verdictcolumns.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QSplitter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

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
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(below, 1);
    return makePanelAround(inside);
}

} // namespace

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
    items->setStretchFactor(0, 1);
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
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit);
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
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, unit / 2, 0, 0);
    column->setSpacing(0);
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
        connect(button, &QToolButton::clicked, this,
                [this, i] { choose(static_cast<ItemChoice>(i)); });
        row->addWidget(button);
        m_states[i] = button;
    }
    m_states.front()->setChecked(true);
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
    m_table->setColumnCharacters({7, 18, 34, 14, 9, 8, 9, 10, 40});
    fitVerdicts(*m_table, m_bench.theme, {QueueModel::StateColumn});
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
