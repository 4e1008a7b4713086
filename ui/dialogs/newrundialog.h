// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationpreview.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/generationservices.h"

#include <QDialog>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

class QBoxLayout;
class QButtonGroup;
class QFrame;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace loupe::ui {

class AgentForm;
class AgentOutlook;
class ChoiceBox;
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
    /// Returns the choice of a template.
    ChoiceBox *templates() const { return m_templates; }
    QLabel *goesOnNote() const { return m_goesOn; }

signals:
    void startRequested(const loupe::RunRequest &request);
    void generationRequested(const loupe::GenerationRequest &request);
    void agentsRequested(const loupe::AgentRunRequest &request);
    /// Emitted to show the stored results of the run.
    void resultsRequested();
    /// Emitted to open the report on this machine.
    void doctorRequested();

protected:
    bool event(QEvent *event) override;

private:
    /// Places the form beside the plan if both fit, else above it.
    void arrange();
    void buildLayout(const Theme &theme);
    QWidget *makeSources(const Theme &theme);
    QWidget *makeTemplates(const Theme &theme);
    void offerTemplates(const NewRunServices &services);
    /// Adds a template that fills the form of a source.
    void addTemplate(Source source, const QString &title, std::function<void()> fill);
    /// Returns the request of an empty form for the present store.
    RunRequest emptyRequest() const;
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
    std::filesystem::path m_nativeSuite;
    ChoiceBox *m_templates;
    std::vector<std::function<void()>> m_fills; ///< by row of the templates
    PresetBar *m_presets;
    RunForm *m_form;
    GenerationForm *m_asked;
    AgentForm *m_agents;
    QButtonGroup *m_sources; ///< the id of a button is its Source
    QStackedWidget *m_forms; ///< by Source
    QStackedWidget *m_stack;
    PlanView *m_plan;
    RunProgressView *m_progress;
    GenerationReview *m_review;
    AgentOutlook *m_outlook;
    GenerationProgressView *m_asking;
    QPushButton *m_start;
    QPushButton *m_cancel;
    QPushButton *m_results;
    QPushButton *m_goOn;
    QPushButton *m_doctor;
    QPushButton *m_close;
    QLabel *m_goesOn;         ///< says that the run outlives the dialog
    QFrame *m_left = nullptr; ///< holds the forms
    QBoxLayout *m_columns = nullptr;
    std::shared_ptr<RunJob> m_job;
    bool m_isPlannable = false;
    QTimer m_pause;
    LatestJob<Result<PlanSummary>> m_planning;
    LatestJob<Result<GenerationPreview>> m_reviewing;
    LatestJob<Result<std::vector<std::string>>> m_readingTasks;
    LatestJob<LaunchChoices> m_looking;
};

} // namespace loupe::ui
