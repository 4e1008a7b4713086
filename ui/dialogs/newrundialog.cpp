// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/newrundialog.h"

#include "ui/dialogs/planview.h"
#include "ui/dialogs/presetbar.h"
#include "ui/dialogs/runform.h"
#include "ui/dialogs/runprogressview.h"
#include "ui/shell/runs/runjob.h"
#include "ui/style/theme.h"
#include "ui/widgets/parts.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QStackedWidget>

#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int pathPause = 300;

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
    , m_presets(new PresetBar(theme, services.presets, [this] { return m_form->request(); }))
    , m_form(new RunForm(theme, services.choices, m_presets))
    , m_stack(new QStackedWidget)
    , m_plan(new PlanView(theme))
    , m_progress(new RunProgressView(theme))
    , m_start(makeButton(tr("S&tart")))
    , m_cancel(makeButton(tr("&Cancel run")))
    , m_results(makeButton(tr("Show r&esults")))
    , m_another(makeButton(tr("&Another run")))
    , m_doctor(makeButton(tr("&Doctor…")))
    , m_close(makeButton(tr("Close")))
{
    setWindowTitle(tr("New run"));
    setAccessibleName(windowTitle());
    buildLayout(theme);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pathPause);
    connect(&m_pause, &QTimer::timeout, this, &NewRunDialog::plan);
    connect(m_form, &RunForm::changed, this, &NewRunDialog::planSoon);
    connect(m_form, &RunForm::changed, m_presets, &PresetBar::formChanged);
    connect(m_presets, &PresetBar::loaded, this, &NewRunDialog::setRequest);
    m_doctor->setToolTip(
        tr("What evaluations need, what is found here, and how to install the rest"));
    connect(m_doctor, &QPushButton::clicked, this, &NewRunDialog::doctorRequested);
    if (services.findChoices)
        m_looking.start([find = services.findChoices](const std::stop_token &) { return find(); },
                        [this](const LaunchChoices &found) { m_form->setChoices(found); });
    connect(m_start, &QPushButton::clicked, this,
            [this] { emit startRequested(m_form->request()); });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_job)
            m_job->cancel();
    });
    connect(m_another, &QPushButton::clicked, this, [this] {
        m_job.reset();
        planSoon();
    });
    connect(m_results, &QPushButton::clicked, this, &NewRunDialog::resultsRequested);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    planSoon();
}

NewRunDialog::~NewRunDialog() = default;

void NewRunDialog::buildLayout(const Theme &theme)
{
    const int unit = theme.unit();
    m_start->setProperty("look", u"primary"_s);
    m_stack->addWidget(m_plan);
    m_stack->addWidget(m_progress);
    const auto framed = [unit](const QString &title, const Theme &look, QWidget *inside) {
        auto *panel = makePanel();
        auto *column = makeColumn(unit * 3 / 2);
        column->setContentsMargins(unit * 2, unit * 3 / 2, unit * 2, unit * 2);
        if (!title.isEmpty())
            column->addWidget(makeHeading(look, title));
        column->addWidget(inside, 1);
        qobject_cast<QVBoxLayout *>(panel->layout())->addLayout(column);
        return panel;
    };
    auto *columns = makeRow(unit * 3 / 2);
    columns->addWidget(framed(tr("What to evaluate"), theme, m_form), 1);
    columns->addWidget(framed({}, theme, m_stack), 1);
    auto *buttons = makeRow(unit);
    auto *note = makeDim(tr("Closing this dialog does not stop the run."));
    buttons->addWidget(note);
    buttons->addStretch(1);
    for (QPushButton *button : {m_doctor, m_another, m_results, m_cancel, m_close, m_start})
        buttons->addWidget(button);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(unit * 3 / 2, unit * 3 / 2, unit * 3 / 2, unit * 3 / 2);
    column->setSpacing(unit * 3 / 2);
    column->addLayout(columns, 1);
    column->addLayout(buttons);
    resize(unit * 140, unit * 74);
}

void NewRunDialog::setRequest(const RunRequest &request)
{
    m_form->setRequest(request);
    planSoon();
}

bool NewRunDialog::isPlanning() const
{
    return m_pause.isActive() || m_planning.isRunning();
}

void NewRunDialog::planSoon()
{
    m_isPlannable = false;
    m_planning.cancel();
    m_presets->setStore(m_form->request().store);
    const QString missing = m_form->missing();
    if (!missing.isEmpty()) {
        m_pause.stop();
        m_plan->showNote(missing);
    } else {
        m_pause.start();
        m_plan->showNote(tr("Reading the suite and the candidates…"));
    }
    update();
}

void NewRunDialog::plan()
{
    m_planning.start([launcher = m_launcher, request = m_form->request()](
                         const std::stop_token &stop) { return dryRun(launcher, request, stop); },
                     [this](const Result<PlanSummary> &result) {
                         m_isPlannable = result && result->items > 0;
                         if (result)
                             m_form->showPython(!result->isNative);
                         m_plan->showPlan(result);
                         update();
                     });
}

void NewRunDialog::follow(std::shared_ptr<RunJob> job)
{
    if (m_job)
        m_job->disconnect(this);
    m_job = std::move(job);
    connect(m_job.get(), &Job::changed, this, &NewRunDialog::update);
    connect(m_job.get(), &Job::finished, this, &NewRunDialog::update);
    update();
    m_cancel->setFocus();
}

void NewRunDialog::update()
{
    const bool isRunning = m_job && m_job->isRunning();
    m_stack->setCurrentWidget(m_job ? static_cast<QWidget *>(m_progress) : m_plan);
    m_form->setEnabled(!m_job);
    m_start->setVisible(!m_job);
    m_start->setEnabled(m_isPlannable);
    m_cancel->setVisible(isRunning);
    m_cancel->setEnabled(isRunning && !m_job->isCancelling());
    m_another->setVisible(m_job && !isRunning);
    m_results->setVisible(m_job != nullptr);
    if (m_job)
        m_progress->show(*m_job);
}

} // namespace loupe::ui
