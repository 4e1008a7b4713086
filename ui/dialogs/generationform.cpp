// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/generationform.h"

#include "ui/dialogs/modelfields.h"
#include "ui/dialogs/pythonform.h"
#include "ui/dialogs/roundfields.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/filechooser.h"
#include "ui/widgets/formlabel.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/pathrow.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

GenerationForm::GenerationForm(const Theme &theme, const RunChoices &choices, QWidget *parent)
    : QWidget(parent)
    , m_steps(new QTabWidget)
    , m_suite(new QLineEdit)
    , m_tasks(new QLineEdit)
    , m_store(new QLineEdit)
    , m_name(new QLineEdit)
    , m_resume(new QCheckBox(tr("Go on with the run of this name")))
    , m_replay(new QLineEdit)
    , m_timing(new QCheckBox(tr("Measure speed of correct kernels")))
    , m_model(new ModelFields(theme))
    , m_rounds(new RoundFields(theme))
{
    const auto stepOf = [&](QWidget *fields) {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, theme.unit() * 3 / 2, 0, 0);
        column->addWidget(fields);
        column->addStretch(1);
        return page;
    };
    m_steps->setDocumentMode(true);
    m_steps->tabBar()->setDrawBase(false);
    m_steps->setAccessibleName(tr("Steps"));
    m_steps->addTab(stepOf(makeTaskStep(theme, choices)), tr("1 Tasks"));
    m_steps->addTab(stepOf(m_model), tr("2 Model"));
    m_steps->addTab(stepOf(m_rounds), tr("3 Rounds and budget"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_steps);
    for (QLineEdit *line : {m_suite, m_tasks, m_store, m_name, m_replay})
        connect(line, &QLineEdit::textChanged, this, &GenerationForm::changed);
    for (QCheckBox *box : {m_resume, m_timing}) {
        box->setAccessibleName(box->text());
        connect(box, &QCheckBox::toggled, this, &GenerationForm::changed);
    }
    connect(m_python, &PythonForm::changed, this, &GenerationForm::changed);
    connect(m_model, &ModelFields::changed, this, &GenerationForm::changed);
    connect(m_rounds, &RoundFields::changed, this, &GenerationForm::changed);
    connect(m_model, &ModelFields::fileChosen, this, &GenerationForm::loadProfile);
}

QWidget *GenerationForm::makeTaskStep(const Theme &theme, const RunChoices &choices)
{
    QStringList suites;
    for (const std::string &suite : choices.suites)
        suites.append(exactQt(suite));
    m_suite->setCompleter(new QCompleter(suites, m_suite));
    m_suite->setPlaceholderText(tr("the shipped suite; or a folder, a checkout, a suite's name"));
    m_tasks->setPlaceholderText(tr("all, or for example category:Math softmax"));
    m_tasks->setFont(theme.codeFont());
    m_name->setPlaceholderText(tr("suite and profile"));
    m_replay->setPlaceholderText(tr("none: the endpoint answers"));
    m_replay->setToolTip(tr("A cassette of recorded answers, as kloupe generate --record makes "
                            "one: it answers without a network and without a key"));
    m_timing->setChecked(true);
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(theme.unit());
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    const auto addRow = [&](const QString &text, QWidget *control, QWidget *row) {
        control->setAccessibleName(QString(text).remove(u'&'));
        form->addRow(makeFormLabel(theme, text, control), row);
    };
    addRow(tr("&Suite"), m_suite,
           makePathRow(theme, m_suite, tr("suite's folder"), [this](const QString &now) {
               return chooseFolder(this, tr("Choose a folder"), now);
           }));
    addRow(tr("&Tasks"), m_tasks, m_tasks);
    addRow(tr("St&ore"), m_store,
           makePathRow(theme, m_store, tr("store"), [this](const QString &now) {
               return chooseTarget(this, tr("Choose a store"), now, tr("Stores (*.kloupe)"),
                                   Replacing::IsUpToCaller);
           }));
    addRow(tr("&Run name"), m_name, m_name);
    form->addRow(QString(), m_resume);
    addRow(tr("R&eplay"), m_replay,
           makePathRow(theme, m_replay, tr("cassette"), [this](const QString &now) {
               return chooseFile(this, tr("Choose a cassette"), now, tr("Cassettes (*.jsonl)"));
           }));
    form->addRow(QString(), m_timing);
    std::vector<std::string> platforms{"cpu", "cuda"};
    platforms.insert(platforms.end(), choices.platforms.begin(), choices.platforms.end());
    m_python = new PythonForm(theme, platforms, form, this, PythonForm::Source::Asked);
    m_python->setShown(true);
    return page;
}

void GenerationForm::setRequest(const GenerationRequest &request)
{
    {
        const QSignalBlocker quiet(this);
        m_loading.cancel();
        m_base = request;
        m_suite->setText(exactPath(request.run.suite));
        m_tasks->setText(exactQt(request.run.taskFilter));
        m_store->setText(exactPath(request.run.store));
        m_name->setText(exactQt(request.run.name));
        m_resume->setChecked(request.run.resume);
        m_replay->setText(exactPath(request.replay));
        m_timing->setChecked(request.run.timing.enabled);
        m_python->setRequest(request.run);
        m_model->setFile(exactQt(request.profile.source));
        if (request.profile.text.empty()) {
            m_problem.clear();
            m_model->setChoices({});
            m_rounds->setChoices({});
        } else {
            take(request.profile);
        }
    }
    emit changed();
}

void GenerationForm::loadProfile(const QString &file)
{
    if (file.isEmpty()) { // what it said stays in the fields
        m_base.profile = {};
        m_problem.clear();
        emit changed();
        return;
    }
    m_loading.start([path = toPath(file)](const std::stop_token &) { return readProfile(path); },
                    [this](const Result<Profile> &profile) {
                        take(profile);
                        emit changed();
                    });
    emit changed();
}

void GenerationForm::take(const Result<Profile> &profile)
{
    const Result<ProfileChoices> choices
        = profile ? choicesOf(*profile) : Result<ProfileChoices>(profile.error());
    if (!choices) {
        m_problem = errorText(choices.error());
        if (!choices.error().detail.empty())
            m_problem += u"\n"_s + toQt(choices.error().detail);
        return;
    }
    m_problem.clear();
    m_base.profile = *profile;
    m_base.samples.reset();
    m_base.rounds.reset();
    m_model->setChoices(*choices);
    m_rounds->setChoices(*choices);
}

Result<GenerationRequest> GenerationForm::request() const
{
    GenerationRequest request = m_base;
    RunRequest &run = request.run;
    run.suite = toPath(m_suite->text().trimmed());
    run.taskFilter = toCore(m_tasks->text().trimmed());
    run.store = store();
    run.name = toCore(m_name->text().trimmed());
    run.resume = m_resume->isChecked();
    run.timing.enabled = m_timing->isChecked();
    m_python->fill(run);
    if (run.python.interpreter != m_base.run.python.interpreter)
        run.fromFile.namesInterpreter = false; // what was typed is the user's
    request.replay = toPath(m_replay->text().trimmed());
    if (!request.replay.empty())
        request.record.clear();
    ProfileChoices wanted;
    if (!m_base.profile.text.empty()) {
        if (const auto now = choicesOf(m_base.profile))
            wanted = *now;
    }
    m_model->fill(wanted);
    m_rounds->fill(wanted);
    auto profile = profileWith(m_base.profile, wanted);
    if (!profile)
        return profile.error();
    request.profile = std::move(*profile);
    return request;
}

std::filesystem::path GenerationForm::store() const
{
    return toPath(m_store->text().trimmed());
}

QString GenerationForm::missing() const
{
    if (isLoading())
        return tr("Reading the profile…");
    if (!m_problem.isEmpty())
        return u"▲ "_s + m_problem;
    if (m_store->text().trimmed().isEmpty())
        return tr("Choose the store that answers and results go to.");
    if (QString missing = m_model->missing(); !missing.isEmpty())
        return missing;
    return m_rounds->problem();
}

void GenerationForm::setChoices(const LaunchChoices &choices)
{
    m_python->setChoices(choices);
}

} // namespace loupe::ui
