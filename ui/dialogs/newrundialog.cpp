// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/newrundialog.h"

#include "core/suites/layout/suitelayout.h"
#include "ui/dialogs/agentform.h"
#include "ui/dialogs/agentoutlook.h"
#include "ui/dialogs/generationform.h"
#include "ui/dialogs/generationprogressview.h"
#include "ui/dialogs/generationreview.h"
#include "ui/dialogs/planview.h"
#include "ui/dialogs/presetbar.h"
#include "ui/dialogs/pythonform.h"
#include "ui/dialogs/runform.h"
#include "ui/dialogs/runprogressview.h"
#include "ui/dialogs/taskfields.h"
#include "ui/shell/runs/agentjob.h"
#include "ui/shell/runs/generationjob.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int pathPause = 300;

constexpr std::array pythonLayouts{SuiteLayout::KernelBench,      SuiteLayout::KernelBenchX,
                                   SuiteLayout::TritonBenchT,     SuiteLayout::TritonBenchG,
                                   SuiteLayout::MultiKernelBench, SuiteLayout::KernelGenBench};

class PlanListener final : public RunObserver
{
public:
    void planned(const PlanSummary &plan) override { m_plan = plan; }
    const std::optional<PlanSummary> &plan() const { return m_plan; }

private:
    std::optional<PlanSummary> m_plan;
};

Result<PlanSummary> dryRun(const RunLauncher &launcher, RunRequest request,
                           const std::stop_token &stop)
{
    request.dryRun = true;
    PlanListener listener;
    const auto outcome = launcher(request, listener, stop);
    if (!outcome)
        return outcome.error();
    return listener.plan().value_or(PlanSummary{});
}

} // namespace

NewRunDialog::NewRunDialog(const Theme &theme, RunLauncher launcher, const NewRunServices &services,
                           QWidget *parent)
    : QDialog(parent)
    , m_launcher(std::move(launcher))
    , m_generation(services.generation)
    , m_agentServices(services.agents)
    , m_nativeSuite(services.nativeSuite)
    , m_templates(new ChoiceBox(theme))
    , m_presets(new PresetBar(theme, services.presets, [this] { return m_form->request(); }))
    , m_form(new RunForm(theme, services.choices, m_presets))
    , m_asked(new GenerationForm(theme, services.choices))
    , m_agents(new AgentForm(theme, services.choices))
    , m_sources(new QButtonGroup(this))
    , m_forms(new QStackedWidget)
    , m_stack(new QStackedWidget)
    , m_plan(new PlanView(theme))
    , m_progress(new RunProgressView(theme))
    , m_review(new GenerationReview(theme))
    , m_outlook(new AgentOutlook(theme))
    , m_asking(new GenerationProgressView(theme))
    , m_start(makeButton(tr("S&tart")))
    , m_cancel(makeButton(tr("Sto&p run")))
    , m_results(makeButton(tr("Show r&esults")))
    , m_goOn(makeButton(tr("Con&tinue")))
    , m_doctor(makeButton(tr("&Doctor…")))
    , m_close(makeButton(tr("Close")))
    , m_goesOn(makeDim(tr("Closing this dialog does not stop the run.")))
{
    setWindowTitle(tr("New run"));
    setAccessibleName(windowTitle());
    offerTemplates(services);
    buildLayout(theme);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pathPause);
    m_doctor->setToolTip(
        tr("Shows what evaluations need, what is installed and how to install the rest"));
    m_goOn->setToolTip(tr("Sends the open requests, or starts the agent for the unfinished tasks"));
    if (services.findChoices)
        m_looking.start([find = services.findChoices](const std::stop_token &) { return find(); },
                        [this](const LaunchChoices &found) {
                            m_form->pythonForm()->setChoices(found);
                            m_asked->tasks()->setChoices(found);
                            m_agents->tasks()->setChoices(found);
                        });
    connectAll();
    planSoon();
}

NewRunDialog::~NewRunDialog() = default;

void NewRunDialog::connectAll()
{
    connect(&m_pause, &QTimer::timeout, this, &NewRunDialog::plan);
    connect(m_form, &RunForm::changed, this, &NewRunDialog::planSoon);
    connect(m_form, &RunForm::changed, m_presets, &PresetBar::formChanged);
    connect(m_asked, &GenerationForm::changed, this, &NewRunDialog::planSoon);
    connect(m_agents, &AgentForm::changed, this, &NewRunDialog::planSoon);
    connect(m_presets, &PresetBar::loaded, this, &NewRunDialog::setRequest);
    connect(m_doctor, &QPushButton::clicked, this, &NewRunDialog::doctorRequested);
    connect(m_templates, &QComboBox::activated, this,
            [this](int row) { m_fills[static_cast<std::size_t>(row)](); });
    connect(m_start, &QPushButton::clicked, this, &NewRunDialog::start);
    connect(m_goOn, &QPushButton::clicked, this, &NewRunDialog::goOn);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_job)
            m_job->cancel();
    });
    connect(m_results, &QPushButton::clicked, this, &NewRunDialog::resultsRequested);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_sources, &QButtonGroup::idToggled, this, [this](int source, bool isChosen) {
        if (!isChosen)
            return;
        m_forms->setCurrentIndex(source);
        if (m_templates->currentData() != source)
            m_templates->setCurrentIndex(m_templates->findData(source));
        planSoon();
    });
}

QWidget *NewRunDialog::makeSources(const Theme &theme)
{
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    row->addWidget(makeHeading(theme, tr("What to evaluate")));
    row->addStretch(1);
    const auto add = [&](Source source, const QString &text, bool isOffered) {
        auto *button = new QToolButton;
        button->setText(text);
        button->setAccessibleName(text);
        button->setProperty("look", u"button"_s);
        button->setCheckable(true);
        button->setEnabled(isOffered);
        m_sources->addButton(button, static_cast<int>(source));
        row->addWidget(button);
        return button;
    };
    add(Source::Folders, tr("Kernels from folders"), true)->setChecked(true);
    add(Source::Model, tr("Ask a model"), bool(m_generation.launch));
    add(Source::Agent, tr("Start an agent"), bool(m_agentServices.launch))
        ->setToolTip(tr("Your own command that searches for kernels"));
    return box;
}

QWidget *NewRunDialog::makeTemplates(const Theme &theme)
{
    m_templates->setAccessibleName(tr("Template"));
    m_templates->setToolTip(tr("Fills the form; everything can be changed afterwards"));
    m_templates->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_templates->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    row->addWidget(makeFormLabel(theme, tr("Temp&late"), m_templates));
    row->addWidget(m_templates, 1);
    return box;
}

void NewRunDialog::addTemplate(Source source, const QString &title, std::function<void()> fill)
{
    m_templates->addItem(title, static_cast<int>(source));
    m_fills.push_back(std::move(fill));
}

void NewRunDialog::offerTemplates(const NewRunServices &services)
{
    addTemplate(Source::Folders, tr("My own kernels on the native suite"), [this] {
        m_form->expectSuite({});
        setRequest(emptyRequest());
    });
    if (!m_nativeSuite.empty())
        addTemplate(Source::Folders, tr("Try the demo kernels"), [this] {
            RunRequest request = emptyRequest();
            request.candidates = {m_nativeSuite / "demo"};
            setRequest(request);
        });
    for (const SuiteLayout layout : pythonLayouts) {
        const QString suite = toQt(title(layout));
        // `kloupe suites add` remembers a checkout by the name of its suite, if not told another.
        const bool isKnown = std::ranges::find(services.choices.suites, name(layout))
            != services.choices.suites.end();
        addTemplate(Source::Folders, tr("Judge a folder of %1 kernels").arg(suite),
                    [this, layout, suite, isKnown] {
                        RunRequest request = emptyRequest();
                        request.suite = isKnown ? name(layout) : "";
                        request.layout = name(layout);
                        m_form->expectSuite(suite);
                        setRequest(request);
                        m_form->pythonForm()->setShown(true);
                    });
    }
    if (services.lastRun)
        addTemplate(Source::Folders, tr("Repeat the last run"), [this, last = *services.lastRun] {
            RunRequest request = last;
            request.store = m_form->request().store;
            request.name.clear();
            request.resume = false;
            request.control.reset();
            setRequest(request);
        });
    if (m_generation.launch) {
        addTemplate(Source::Model, tr("Generate with a model"), [this] {
            GenerationRequest request;
            request.run = emptyRequest();
            setGeneration(request);
        });
        if (!services.recorded.answers.empty())
            addTemplate(Source::Model, tr("Try with recorded answers"),
                        [this, recorded = services.recorded] {
                            GenerationRequest request;
                            request.run = emptyRequest();
                            m_asked->setRequest(request);
                            m_asked->useRecorded(recorded);
                            setSource(Source::Model);
                        });
    }
    if (m_agentServices.launch)
        addTemplate(Source::Agent, tr("Search with an agent's command"), [this] {
            AgentRunRequest request;
            request.run = emptyRequest();
            setAgents(request);
        });
}

RunRequest NewRunDialog::emptyRequest() const
{
    RunRequest request;
    request.suite = m_nativeSuite;
    request.store = m_form->request().store;
    return request;
}

void NewRunDialog::buildLayout(const Theme &theme)
{
    const int unit = theme.unit();
    m_start->setProperty("look", u"primary"_s);
    m_goOn->setProperty("look", u"primary"_s);
    m_forms->addWidget(m_form);
    m_forms->addWidget(m_asked);
    m_forms->addWidget(m_agents);
    for (QWidget *each : {static_cast<QWidget *>(m_plan), static_cast<QWidget *>(m_progress),
                          static_cast<QWidget *>(m_review), static_cast<QWidget *>(m_outlook),
                          static_cast<QWidget *>(m_asking)})
        m_stack->addWidget(each);
    const auto framed = [unit](std::initializer_list<QWidget *> above, QWidget *inside) {
        auto *panel = makePanel();
        auto *column = makeColumn(unit * 3 / 2);
        column->setContentsMargins(unit * 2, unit * 3 / 2, unit * 2, unit * 2);
        for (QWidget *each : above)
            column->addWidget(each);
        column->addWidget(inside, 1);
        qobject_cast<QVBoxLayout *>(panel->layout())->addLayout(column);
        return panel;
    };
    auto *both = new QWidget;
    m_columns = makeRow(unit * 3 / 2);
    both->setLayout(m_columns);
    m_left = framed({makeSources(theme), makeTemplates(theme)}, m_forms);
    m_columns->addWidget(m_left, 1);
    m_columns->addWidget(framed({}, m_stack), 1);
    auto *buttons = makeRow(unit);
    buttons->addWidget(m_goesOn);
    buttons->addStretch(1);
    for (QPushButton *button : {m_doctor, m_results, m_cancel, m_close, m_goOn, m_start})
        buttons->addWidget(button);
    auto *column = makeColumn(unit * 3 / 2, this, unit * 3 / 2);
    column->addWidget(makeScrolled(both), 1); // with large text, only the buttons always fit
    column->addLayout(buttons);
    resize(unit * 170, unit * 90); // fits a screen of 1280 × 720, and German texts fit it
}

bool NewRunDialog::event(QEvent *event)
{
    const bool isHandled = QDialog::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        arrange();
    return isHandled;
}

void NewRunDialog::arrange()
{
    int needed = 0;
    for (int i = 0; i < m_columns->count(); ++i)
        needed += m_columns->itemAt(i)->minimumSize().width() + m_columns->spacing();
    const bool isNarrow = contentsRect().width() < needed;
    m_columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void NewRunDialog::setRequest(const RunRequest &request)
{
    m_form->setRequest(request);
    setSource(Source::Folders);
    planSoon();
}

void NewRunDialog::setGeneration(const GenerationRequest &request)
{
    m_asked->setRequest(request);
    setSource(Source::Model);
    planSoon();
}

void NewRunDialog::setAgents(const AgentRunRequest &request)
{
    m_agents->setRequest(request);
    setSource(Source::Agent);
    planSoon();
}

void NewRunDialog::replaceStore(const std::filesystem::path &before,
                                const std::filesystem::path &now)
{
    m_form->replaceStore(before, now);
    m_asked->tasks()->replaceStore(before, now);
    m_agents->tasks()->replaceStore(before, now);
}

void NewRunDialog::setSource(Source source)
{
    QAbstractButton *button = m_sources->button(static_cast<int>(source));
    button->setChecked(true);
    const QWidget *focused = focusWidget(); // A focused button would look selected, too.
    if (focused == nullptr || focused->parent() == button->parent())
        button->setFocus();
}

NewRunDialog::Source NewRunDialog::source() const
{
    return static_cast<Source>(m_sources->checkedId());
}

bool NewRunDialog::isPlanning() const
{
    return m_pause.isActive() || m_planning.isRunning() || m_reviewing.isRunning()
        || m_readingTasks.isRunning() || m_asked->isLoading();
}

void NewRunDialog::planSoon()
{
    m_isPlannable = false;
    m_planning.cancel();
    m_reviewing.cancel();
    m_readingTasks.cancel();
    m_presets->setStore(m_form->request().store);
    const QString missing = this->missing();
    if (missing.isEmpty())
        m_pause.start();
    else
        m_pause.stop();
    const auto noteOr
        = [&](const QString &reading) { return missing.isEmpty() ? reading : missing; };
    if (source() == Source::Model)
        m_review->showNote(noteOr(tr("Reading the suite and the store…")));
    else if (source() == Source::Agent)
        m_outlook->showNote(noteOr(tr("Reading the suite…")));
    else
        m_plan->showNote(noteOr(tr("Reading the suite and the candidates…")));
    update();
}

QString NewRunDialog::missing() const
{
    if (source() == Source::Model)
        return m_asked->missing();
    return source() == Source::Agent ? m_agents->missing() : m_form->missing();
}

void NewRunDialog::plan()
{
    if (source() == Source::Model) {
        lookAtRequest();
        return;
    }
    if (source() == Source::Agent) {
        lookAtTasks();
        return;
    }
    m_planning.start([launcher = m_launcher, request = m_form->request()](
                         const std::stop_token &stop) { return dryRun(launcher, request, stop); },
                     [this](const Result<PlanSummary> &result) {
                         m_isPlannable = result && result->items > 0;
                         if (result)
                             m_form->pythonForm()->setShown(!result->isNative);
                         m_plan->showPlan(result);
                         update();
                     });
}

void NewRunDialog::lookAtRequest()
{
    const auto request = m_asked->request();
    if (!request) {
        m_review->showPreview(request.error());
        return;
    }
    m_reviewing.start([preview = m_generation.preview,
                       asked = *request](const std::stop_token &) { return preview(asked); },
                      [this](const Result<GenerationPreview> &preview) {
                          m_isPlannable = preview && !preview->prompts.empty();
                          m_review->showPreview(preview);
                          update();
                      });
}

void NewRunDialog::lookAtTasks()
{
    m_readingTasks.start([tasks = m_agentServices.tasks, asked = m_agents->request()](
                             const std::stop_token &) { return tasks(asked); },
                         [this](const Result<std::vector<std::string>> &tasks) {
                             m_isPlannable = tasks && !tasks->empty();
                             m_outlook->showTasks(m_agents->request(), tasks);
                             update();
                         });
}

void NewRunDialog::start()
{
    if (source() == Source::Folders)
        emit startRequested(m_form->request());
    else if (source() == Source::Agent)
        emit agentsRequested(m_agents->request());
    else if (const auto request = m_asked->request())
        emit generationRequested(*request);
}

void NewRunDialog::goOn()
{
    if (const auto *agents = qobject_cast<AgentJob *>(m_job.get())) {
        const AgentRunRequest again = agents->again();
        m_agents->setRequest(again);
        emit agentsRequested(again);
        return;
    }
    const auto *job = qobject_cast<GenerationJob *>(m_job.get());
    if (job == nullptr)
        return;
    GenerationRequest again = job->generation();
    again.run.name = job->board().run.empty() ? again.run.name : job->board().run;
    again.run.resume = true;
    m_asked->setRequest(again);
    emit generationRequested(again);
}

void NewRunDialog::follow(std::shared_ptr<RunJob> job)
{
    if (m_job)
        m_job->disconnect(this);
    m_job = std::move(job);
    setWindowTitle(m_job->title());
    setAccessibleName(windowTitle());
    connect(m_job.get(), &Job::changed, this, &NewRunDialog::update);
    connect(m_job.get(), &Job::finished, this, &NewRunDialog::update);
    update();
    m_cancel->setFocus();
}

void NewRunDialog::update()
{
    const bool isRunning = m_job && m_job->isRunning();
    const auto *asked = qobject_cast<GenerationJob *>(m_job.get());
    const auto *agents = qobject_cast<AgentJob *>(m_job.get());
    const bool canGoOn
        = (asked != nullptr && asked->canGoOn()) || (agents != nullptr && agents->canGoOn());
    QWidget *before = source() == Source::Model ? static_cast<QWidget *>(m_review)
        : source() == Source::Agent             ? static_cast<QWidget *>(m_outlook)
                                                : m_plan;
    QWidget *during = asked != nullptr ? static_cast<QWidget *>(m_asking) : m_progress;
    m_stack->setCurrentWidget(m_job ? during : before);
    m_left->setVisible(!m_job);
    m_goesOn->setVisible(isRunning);
    m_start->setVisible(!m_job);
    m_start->setEnabled(m_isPlannable);
    m_cancel->setVisible(isRunning);
    m_cancel->setEnabled(isRunning && !m_job->isCancelling());
    m_goOn->setVisible(!isRunning && canGoOn);
    m_results->setVisible(m_job != nullptr);
    if (asked != nullptr)
        m_asking->show(*asked);
    else if (m_job)
        m_progress->show(*m_job);
}

} // namespace loupe::ui
