// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationpreview.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/generationservices.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QFrame;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace loupe::ui {

class AgentForm;
class AgentOutlook;
class GenerationForm;
class GenerationProgressView;
class GenerationReview;
class PlanView;
class PresetBar;
class RunForm;
class RunJob;
class RunProgressView;
class Theme;

/// Sets up a run with candidates from folders, a model or an agent, and shows its plan. Another
/// dialog of this class follows the requests of a model or an agent. Not modal: a run continues
/// after the dialog is closed.
class NewRunDialog final : public QDialog
{
    Q_OBJECT
public:
    NewRunDialog(const Theme &theme, RunLauncher launcher, const NewRunServices &services,
                 QWidget *parent = nullptr);
    ~NewRunDialog() override;

    void setRequest(const RunRequest &request);
    /// Switches to a model, with these fields.
    void setGeneration(const GenerationRequest &request);
    /// Switches to an agent, with these fields.
    void setAgents(const AgentRunRequest &request);
    /// Replaces the target store of all forms where it is `before`.
    void replaceStore(const std::filesystem::path &before, const std::filesystem::path &now);
    /// Source of the candidates.
    enum class Source { Folders, Model, Agent };
    void setSource(Source source);
    Source source() const;
    /// Shows this run in place of the forms.
    void follow(std::shared_ptr<RunJob> job);
    /// Returns true while the plan or review of the current fields is being computed.
    bool isPlanning() const;

    RunForm *form() const { return m_form; }
    PresetBar *presetBar() const { return m_presets; }
    PlanView *planView() const { return m_plan; }
    RunProgressView *progressView() const { return m_progress; }
    GenerationForm *generationForm() const { return m_asked; }
    GenerationReview *review() const { return m_review; }
    GenerationProgressView *generationView() const { return m_asking; }
    AgentForm *agentForm() const { return m_agents; }
    AgentOutlook *agentOutlook() const { return m_outlook; }
    QPushButton *startButton() const { return m_start; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *goOnButton() const { return m_goOn; }
    QPushButton *demoButton() const { return m_tryDemo; }
    QPushButton *recordedButton() const { return m_tryRecorded; }
    QLabel *goesOnNote() const { return m_goesOn; }

signals:
    void startRequested(const loupe::RunRequest &request);
    void generationRequested(const loupe::GenerationRequest &request);
    void agentsRequested(const loupe::AgentRunRequest &request);
    /// Emitted to show the stored results of the run.
    void resultsRequested();
    /// Emitted to open the report on this machine.
    void doctorRequested();

private:
    void buildLayout(const Theme &theme);
    QWidget *makeSources(const Theme &theme);
    /// Returns the row of templates that fill a form.
    QWidget *makeTemplates(const Theme &theme);
    void useDemoCandidates();
    void useRecorded();
    void connectAll();
    void planSoon();
    void plan();
    void lookAtRequest();
    void lookAtTasks();
    QString missing() const;
    void start();
    /// Resumes the followed generation or agent run.
    void goOn();
    void update();

    RunLauncher m_launcher;
    GenerationServices m_generation;
    AgentServices m_agentServices;
    RecordedAnswers m_recorded;
    std::filesystem::path m_demoCandidates;
    PresetBar *m_presets;
    RunForm *m_form;
    GenerationForm *m_asked;
    AgentForm *m_agents;
    QToolButton *m_fromFolders;
    QToolButton *m_fromModel;
    QToolButton *m_fromAgent;
    QStackedWidget *m_forms;
    QStackedWidget *m_stack;
    PlanView *m_plan;
    RunProgressView *m_progress;
    GenerationReview *m_review;
    AgentOutlook *m_outlook;
    GenerationProgressView *m_asking;
    QPushButton *m_tryDemo;
    QPushButton *m_tryRecorded;
    QPushButton *m_start;
    QPushButton *m_cancel;
    QPushButton *m_results;
    QPushButton *m_goOn;
    QPushButton *m_doctor;
    QPushButton *m_close;
    QLabel *m_goesOn;         ///< says that the run outlives the dialog
    QFrame *m_left = nullptr; ///< holds the forms
    std::shared_ptr<RunJob> m_job;
    bool m_isPlannable = false;
    QTimer m_pause;
    LatestJob<Result<PlanSummary>> m_planning;
    LatestJob<Result<GenerationPreview>> m_reviewing;
    LatestJob<Result<std::vector<std::string>>> m_readingTasks;
    LatestJob<LaunchChoices> m_looking;
};

} // namespace loupe::ui
