// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationpreview.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/generationservices.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QFrame;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace loupe::ui {

class GenerationForm;
class GenerationProgressView;
class GenerationReview;
class PlanView;
class PresetBar;
class RunForm;
class RunJob;
class RunProgressView;
class Theme;

/// Asks what to evaluate, candidates in folders or those that a model shall write, says beforehand
/// what that comes to, and follows the run. Not modal: a run goes on when the dialog is closed.
class NewRunDialog final : public QDialog
{
    Q_OBJECT
public:
    NewRunDialog(const Theme &theme, RunLauncher launcher, const NewRunServices &services,
                 QWidget *parent = nullptr);
    ~NewRunDialog() override;

    void setRequest(const RunRequest &request);
    /// Turns to asking a model, with these fields.
    void setGeneration(const GenerationRequest &request);
    /// Chooses where candidates come from.
    void setAsking(bool isAsking);
    bool isAsking() const;
    /// Shows this run, which may have been started elsewhere.
    void follow(std::shared_ptr<RunJob> job);
    /// The plan or the review for the present fields is being computed.
    bool isPlanning() const;

    RunForm *form() const { return m_form; }
    PresetBar *presetBar() const { return m_presets; }
    PlanView *planView() const { return m_plan; }
    RunProgressView *progressView() const { return m_progress; }
    GenerationForm *generationForm() const { return m_asked; }
    GenerationReview *review() const { return m_review; }
    GenerationProgressView *generationView() const { return m_asking; }
    QPushButton *startButton() const { return m_start; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *goOnButton() const { return m_goOn; }

signals:
    void startRequested(const loupe::RunRequest &request);
    void generationRequested(const loupe::GenerationRequest &request);
    /// A person wants to see what the run has stored.
    void resultsRequested();
    /// A person wants to know what this machine has and lacks.
    void doctorRequested();

private:
    void buildLayout(const Theme &theme);
    QWidget *makeSources(const Theme &theme);
    void connectAll();
    void planSoon();
    void plan();
    void lookAtRequest();
    void start();
    /// The generation that was followed, once more from where it ended.
    void goOn();
    void update();

    RunLauncher m_launcher;
    GenerationServices m_generation;
    PresetBar *m_presets;
    RunForm *m_form;
    GenerationForm *m_asked;
    QToolButton *m_fromFolders;
    QToolButton *m_fromModel;
    QStackedWidget *m_forms;
    QStackedWidget *m_stack;
    PlanView *m_plan;
    RunProgressView *m_progress;
    GenerationReview *m_review;
    GenerationProgressView *m_asking;
    QPushButton *m_start;
    QPushButton *m_cancel;
    QPushButton *m_results;
    QPushButton *m_another;
    QPushButton *m_goOn;
    QPushButton *m_doctor;
    QPushButton *m_close;
    QFrame *m_left = nullptr; ///< the forms
    std::shared_ptr<RunJob> m_job;
    bool m_isPlannable = false;
    QTimer m_pause;
    LatestJob<Result<PlanSummary>> m_planning;
    LatestJob<Result<GenerationPreview>> m_reviewing;
    LatestJob<LaunchChoices> m_looking;
};

} // namespace loupe::ui
