// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/runform.h"

#include "ui/dialogs/presetbar.h"
#include "ui/dialogs/pythonform.h"
#include "ui/dialogs/shapesfield.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/input/pathrow.h"
#include "ui/widgets/layout/parts.h"

#include <QAbstractSpinBox>
#include <QBoxLayout>
#include <QCheckBox>
#include <QCompleter>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace loupe::ui {

RunForm::RunForm(const Theme &theme, const RunChoices &choices, PresetBar *presets, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_suite(new QLineEdit)
    , m_candidates(new QListWidget)
    , m_remove(new QPushButton(tr("Remove")))
    , m_method(new QLineEdit)
    , m_tasks(new QLineEdit)
    , m_store(new QLineEdit)
    , m_name(new QLineEdit)
    , m_place(new QLineEdit)
    , m_resume(new QCheckBox(tr("Resume the run of this name")))
    , m_jobs(new QSpinBox)
    , m_timing(new QCheckBox(tr("Measure speed of correct kernels")))
{
    QStringList suites;
    for (const std::string &suite : choices.suites)
        suites.append(exactQt(suite));
    m_suite->setCompleter(new QCompleter(suites, m_suite));
    m_tasks->setPlaceholderText(tr("all, or for example category:Fusion softmax"));
    m_tasks->setFont(theme.codeFont());
    m_name->setPlaceholderText(tr("Automatic"));
    m_place->setPlaceholderText(tr("this machine, or ssh:HOST, or slurm:TEMPLATE.json"));
    m_jobs->setRange(0, 256);
    m_jobs->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_jobs->setSpecialValueText(tr("automatic"));
    m_jobs->setMinimumWidth(theme.unit() * 12);
    m_timing->setChecked(true);
    auto *form = makeForm(theme, this);
    const auto addRow = rowAdder(theme, form);
    if (presets != nullptr)
        form->addRow(makeFormLabel(theme, tr("Pr&eset"), presets->choice()), presets);
    addRow(tr("&Suite"), m_suite,
           makePathRow(theme, m_suite, tr("suite's folder"), [this](const QString &now) {
               return chooseFolder(this, tr("Choose a folder"), now);
           }));
    addRow(tr("&Candidates"), m_candidates, makeCandidates());
    addRow(tr("&Method name"), m_method, m_method);
    addRow(tr("&Tasks"), m_tasks, m_tasks);
    addRow(tr("St&ore"), m_store,
           makePathRow(theme, m_store, tr("store"), [this](const QString &now) {
               return chooseTarget(this, tr("Choose a store"), now, tr("Stores (*.kloupe)"),
                                   Replacing::IsUpToCaller);
           }));
    addRow(tr("&Run name"), m_name, m_name);
    addRow(tr("Run o&n"), m_place, m_place);
    form->addRow(QString(), m_resume);
    addRow(tr("&Parallel jobs"), m_jobs, m_jobs);
    form->addRow(QString(), m_timing);
    m_python = new PythonForm(theme, choices.platforms, form, this);
    m_resume->setAccessibleName(m_resume->text());
    m_timing->setAccessibleName(m_timing->text());
    for (QLineEdit *line : {m_suite, m_method, m_tasks, m_store, m_name, m_place})
        connect(line, &QLineEdit::textChanged, this, &RunForm::changed);
    connect(m_jobs, &QSpinBox::valueChanged, this, &RunForm::changed);
    for (QCheckBox *box : {m_resume, m_timing})
        connect(box, &QCheckBox::toggled, this, &RunForm::changed);
    connect(m_python, &PythonForm::changed, this, &RunForm::changed);
    connect(this, &RunForm::changed, this, &RunForm::updateDependent);
    expectSuite({});
    updateDependent();
}

QWidget *RunForm::makeCandidates()
{
    m_candidates->setFixedHeight(m_theme.unit() * 9);
    m_candidates->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_candidates->setTextElideMode(Qt::ElideLeft);
    auto *add = new QPushButton(tr("&Add folder…"));
    add->setAccessibleName(tr("Add a folder of candidates"));
    m_remove->setAccessibleName(tr("Remove the selected folders of candidates"));
    connect(add, &QPushButton::clicked, this, [this] {
        const QString folder = chooseFolder(this, tr("Add a folder of candidates"));
        if (!folder.isEmpty())
            addFolder(folder);
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        qDeleteAll(m_candidates->selectedItems());
        emit changed();
    });
    connect(m_candidates, &QListWidget::itemSelectionChanged, this, &RunForm::updateDependent);
    auto *box = new QWidget;
    auto *row = makeRow(m_theme.unit(), box);
    box->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto *buttons = makeColumn(m_theme.unit());
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    row->addWidget(m_candidates, 1, Qt::AlignTop);
    row->addLayout(buttons);
    return box;
}

void RunForm::addFolder(const QString &folder)
{
    auto *item = new QListWidgetItem(folder, m_candidates);
    item->setToolTip(folder);
    emit changed();
}

void RunForm::updateDependent()
{
    const bool isSingle = m_candidates->count() == 1;
    m_method->setEnabled(isSingle);
    m_method->setPlaceholderText(isSingle ? tr("name of the folder")
                                          : tr("name of each folder (editable for one folder)"));
    m_resume->setEnabled(!m_name->text().trimmed().isEmpty());
    m_remove->setEnabled(!m_candidates->selectedItems().isEmpty());
}

void RunForm::setRequest(const RunRequest &request)
{
    const QSignalBlocker quiet(this);
    m_base = request;
    m_suite->setText(exactPath(request.suite));
    m_candidates->clear();
    for (const auto &folder : request.candidates)
        addFolder(exactPath(folder));
    m_method->setText(exactQt(request.method));
    m_tasks->setText(exactQt(request.taskFilter));
    m_store->setText(exactPath(request.store));
    m_name->setText(exactQt(request.name));
    m_place->setText(exactQt(request.place));
    m_resume->setChecked(request.resume);
    m_jobs->setValue(request.jobs);
    m_timing->setChecked(request.timing.enabled);
    m_python->setRequest(request);
    updateDependent();
}

void RunForm::expectSuite(const QString &title)
{
    m_expectedSuite = title;
    m_suite->setPlaceholderText(title.isEmpty()
                                    ? tr("a folder of tasks, a checkout, or a suite's name")
                                    : tr("the folder of a checkout of %1").arg(title));
}

RunRequest RunForm::request() const
{
    RunRequest request = m_base;
    request.suite = toPath(m_suite->text().trimmed());
    request.candidates.clear();
    for (int i = 0; i < m_candidates->count(); ++i)
        request.candidates.push_back(toPath(m_candidates->item(i)->text()));
    request.method = m_method->isEnabled() ? toCore(m_method->text().trimmed()) : std::string();
    request.taskFilter = toCore(m_tasks->text().trimmed());
    request.store = toPath(m_store->text().trimmed());
    request.name = toCore(m_name->text().trimmed());
    request.place = toCore(m_place->text().trimmed());
    request.resume = m_resume->isEnabled() && m_resume->isChecked();
    request.jobs = m_jobs->value();
    request.timing.enabled = m_timing->isChecked();
    m_python->fill(request);
    if (request.suite != m_base.suite)
        request.layout.clear(); // belongs to the previous suite
    // An edited value comes from the user, not from the preset's file.
    if (request.python.interpreter != m_base.python.interpreter)
        request.fromFile.namesInterpreter = false;
    if (request.place != m_base.place)
        request.fromFile.namesPlace = false;
    return request;
}

void RunForm::replaceStore(const std::filesystem::path &before, const std::filesystem::path &now)
{
    if (toPath(m_store->text().trimmed()) == before)
        m_store->setText(exactPath(now));
}

QString RunForm::missing() const
{
    if (m_suite->text().trimmed().isEmpty())
        return m_expectedSuite.isEmpty() ? tr("Choose the suite.")
                                         : tr("Choose a checkout of %1.").arg(m_expectedSuite);
    if (m_candidates->count() == 0)
        return tr("Add candidates to see the plan.");
    if (m_store->text().trimmed().isEmpty())
        return tr("Choose a store for the results.");
    return m_python->shapes()->problem();
}

} // namespace loupe::ui
