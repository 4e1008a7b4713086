// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/latestjob.h"
#include "ui/shell/session/runlauncher.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QPushButton;
class QStackedWidget;

namespace loupe::ui {

class PlanView;
class PresetBar;
class RunForm;
class RunJob;
class RunProgressView;
class Theme;

/// Asks what to evaluate, says beforehand what that comes to, and follows the run. Not modal: a run
/// goes on when the dialog is closed.
class NewRunDialog final : public QDialog
{
    Q_OBJECT
public:
    NewRunDialog(const Theme &theme, RunLauncher launcher, const NewRunServices &services,
                 QWidget *parent = nullptr);
    ~NewRunDialog() override;

    void setRequest(const RunRequest &request);
    /// Shows this run, which may have been started elsewhere.
    void follow(std::shared_ptr<RunJob> job);
    /// The plan for the present fields is being computed.
    bool isPlanning() const;

    RunForm *form() const { return m_form; }
    PresetBar *presetBar() const { return m_presets; }
    PlanView *planView() const { return m_plan; }
    RunProgressView *progressView() const { return m_progress; }
    QPushButton *startButton() const { return m_start; }
    QPushButton *cancelButton() const { return m_cancel; }

signals:
    void startRequested(const loupe::RunRequest &request);
    /// A person wants to see what the run has stored.
    void resultsRequested();
    /// A person wants to know what this machine has and lacks.
    void doctorRequested();

private:
    void buildLayout(const Theme &theme);
    void planSoon();
    void plan();
    void update();

    RunLauncher m_launcher;
    PresetBar *m_presets;
    RunForm *m_form;
    QStackedWidget *m_stack;
    PlanView *m_plan;
    RunProgressView *m_progress;
    QPushButton *m_start;
    QPushButton *m_cancel;
    QPushButton *m_results;
    QPushButton *m_another;
    QPushButton *m_doctor;
    QPushButton *m_close;
    std::shared_ptr<RunJob> m_job;
    bool m_isPlannable = false;
    QTimer m_pause;
    LatestJob<Result<PlanSummary>> m_planning;
    LatestJob<LaunchChoices> m_looking;
};

} // namespace loupe::ui
