// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/queuemodel.h"
#include "ui/pages/frame/page.h"
#include "ui/shell/runs/runjob.h"
#include "ui/widgets/layout/parts.h"

#include <QPointer>

#include <array>
#include <functional>
#include <vector>

class QPlainTextEdit;
class QProgressBar;
class QStackedLayout;
class QToolButton;

namespace loupe::ui {

class ChoiceBox;
class EmptyState;
class LaneModel;
class LoadStrip;
class ResultTable;
class RunLine;

/// Runs of this window, one at a time: items with their states, the load of each device, the
/// remaining time, and the log. Items can be moved and cancelled, and failed ones evaluated again.
class QueuePage final : public Page
{
    Q_OBJECT
public:
    /// `runs` must outlive the page.
    QueuePage(const Workbench &bench, RunLine &runs, QWidget *parent = nullptr);

    QString keys() const override;
    void takeFocus() override;

    /// Returns the displayed run, or null.
    RunJob *run() const { return m_job; }
    void showRun(RunJob *job);
    QueueModel *model() const { return m_model; }
    ResultTable *table() const { return m_table; }
    QString heading() const { return m_heading->text(); }
    QString note() const { return m_note->text(); }
    QString loadNote() const { return m_loadNote->text(); }
    LoadStrip *strip() const { return m_strip; }
    /// Returns the indices of the selected items in the run.
    std::vector<std::size_t> selectedItems() const;

    /// Actions of commands, and their availability.
    bool canMove() const;
    bool canCancelItems() const;
    void moveSelected(bool isToFront);
    void cancelSelected() { m_job->cancelItems(selectedItems()); }
    /// Returns the evaluations that ended in this state.
    std::vector<RowId> idsOf(ItemState state) const;
    /// Returns the number of items in this state, if the displayed run has ended.
    int endedWith(ItemState state) const;

private:
    /// Returns true while the run goes on if the state of a selected item is wanted.
    bool hasSelected(const std::function<bool(ItemState)> &isWanted) const;
    void buildLayout();
    QWidget *makeHead();
    QWidget *makeChoices();
    QWidget *makeLoad();
    QWidget *makeTable();
    QWidget *makeLanes();
    QWidget *makeLogs();
    void connectAll();
    void lineChanged();
    void choose(ItemChoice choice);
    void update();
    void sayChoices();
    void sayHead();
    void sayLoad();
    QString headingText() const;
    QString noteText() const;
    void showStory();
    void showLog();
    QToolButton *actionButton(const QString &id) const;

    RunLine &m_runs;
    QPointer<RunJob> m_job;
    bool m_isPicked = false; ///< the user selected the run
    QueueModel *m_model;
    LaneModel *m_lanes;
    ResultTable *m_table;
    ResultTable *m_laneTable;
    ElidedLabel *m_heading;
    ElidedLabel *m_note;
    ChoiceBox *m_choice;
    QProgressBar *m_bar;
    LoadStrip *m_strip;
    ElidedLabel *m_loadNote;
    QWidget *m_load = nullptr;               ///< both; hidden without data
    std::array<QToolButton *, 7> m_states{}; ///< by ItemChoice
    std::array<QToolButton *, 2> m_whileRunning{};
    std::array<QToolButton *, 2> m_onceEnded{};
    QLabel *m_laneHeading;
    ElidedLabel *m_storyHeading;
    QPlainTextEdit *m_story;
    QPlainTextEdit *m_log;
    std::size_t m_logged = 0; ///< displayed lines of the run's log
    QString m_storyText;
    EmptyState *m_empty;
    QStackedLayout *m_stack = nullptr;
};

} // namespace loupe::ui
