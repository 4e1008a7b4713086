// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/taskfields.h"

#include "ui/dialogs/pythonform.h"
#include "ui/dialogs/shapesfield.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/input/pathrow.h"

#include <QCheckBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLabel>

namespace loupe::ui {

TaskFields::TaskFields(const Theme &theme, const RunChoices &choices, QWidget *parent)
    : QWidget(parent)
    , m_form(makeForm(theme, this))
    , m_suite(new QLineEdit)
    , m_tasks(new QLineEdit)
    , m_store(new QLineEdit)
    , m_name(new QLineEdit)
    , m_resume(new QCheckBox(tr("Resume the run of this name")))
    , m_timing(new QCheckBox(tr("Measure speed of correct kernels")))
    , m_theme(theme)
{
    QStringList suites;
    for (const std::string &suite : choices.suites)
        suites.append(exactQt(suite));
    m_suite->setCompleter(new QCompleter(suites, m_suite));
    m_suite->setPlaceholderText(tr("the shipped suite; or a folder, a checkout, a suite's name"));
    m_tasks->setPlaceholderText(tr("all, or for example category:Math softmax"));
    m_tasks->setFont(theme.codeFont());
    m_timing->setChecked(true);
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
    m_form->insertRow(m_nextRow++, QString(), m_resume);
    m_form->addRow(QString(), m_timing);
    std::vector<std::string> platforms{"cpu", "cuda"};
    platforms.insert(platforms.end(), choices.platforms.begin(), choices.platforms.end());
    m_python = new PythonForm(theme, platforms, m_form, this, PythonForm::Source::Asked);
    m_python->setShown(true);
    for (QLineEdit *line : {m_suite, m_tasks, m_store, m_name})
        connect(line, &QLineEdit::textChanged, this, &TaskFields::changed);
    for (QCheckBox *box : {m_resume, m_timing}) {
        box->setAccessibleName(box->text());
        connect(box, &QCheckBox::toggled, this, &TaskFields::changed);
    }
    connect(m_python, &PythonForm::changed, this, &TaskFields::changed);
}

void TaskFields::addRow(const QString &text, QWidget *control, QWidget *row)
{
    control->setAccessibleName(QString(text).remove(u'&'));
    m_form->insertRow(m_nextRow++, makeFormLabel(m_theme, text, control), row);
}

void TaskFields::setChoices(const LaunchChoices &choices)
{
    m_python->setChoices(choices);
}

void TaskFields::setRequest(const RunRequest &request)
{
    m_suite->setText(exactPath(request.suite));
    setFilter(exactQt(request.taskFilter));
    m_store->setText(exactPath(request.store));
    m_name->setText(exactQt(request.name));
    m_resume->setChecked(request.resume);
    m_timing->setChecked(request.timing.enabled);
    m_python->setRequest(request);
}

void TaskFields::fill(RunRequest &request) const
{
    const std::filesystem::path interpreter = request.python.interpreter;
    request.suite = toPath(m_suite->text().trimmed());
    request.taskFilter = toCore(m_tasks->text().trimmed());
    request.store = store();
    request.name = toCore(m_name->text().trimmed());
    request.resume = m_resume->isChecked();
    request.timing.enabled = m_timing->isChecked();
    m_python->fill(request);
    if (request.python.interpreter != interpreter)
        request.fromFile.namesInterpreter = false; // typed by the user
}

std::filesystem::path TaskFields::store() const
{
    return toPath(m_store->text().trimmed());
}

void TaskFields::setFilter(const QString &tasks)
{
    m_tasks->setText(tasks);
    m_tasks->setCursorPosition(0); // The start of a long text distinguishes it from others.
}

void TaskFields::replaceStore(const std::filesystem::path &before, const std::filesystem::path &now)
{
    if (store() == before)
        m_store->setText(exactPath(now));
}

QString TaskFields::missing() const
{
    return m_store->text().trimmed().isEmpty() ? tr("Choose a store for answers and results.")
                                               : m_python->shapes()->problem();
}

} // namespace loupe::ui
