// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pythonform.h"

#include "ui/dialogs/baselinefields.h"
#include "ui/dialogs/precisionfields.h"
#include "ui/dialogs/shapesfield.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Selects the entry with that value, and adds a missing one.
void choose(QComboBox *box, const QVariant &value)
{
    int index = box->findData(value);
    if (index < 0) {
        box->addItem(value.toString(), value);
        index = box->count() - 1;
    }
    box->setCurrentIndex(index);
}

} // namespace

PythonForm::PythonForm(const Theme &theme, const std::vector<std::string> &platforms,
                       QFormLayout *form, QObject *parent, Source source)
    : QObject(parent)
    , m_form(form)
    , m_note(
          makeDim(tr("For a suite in Python, its Python, device, precision, baselines, gradients "
                     "and shapes appear here as soon as candidates are added.")))
    , m_interpreter(new QLineEdit)
    , m_offer(new QPushButton(tr("Found ▾")))
    , m_found(new QMenu(m_offer))
    , m_platform(new ChoiceBox(theme))
    , m_device(new ChoiceBox(theme))
    , m_precisions(new PrecisionFields(theme))
    , m_baselines(new BaselineFields(theme))
    , m_backward(new QCheckBox(tr("judge and time &backward too")))
    , m_shapes(new ShapesField(theme))
    , m_judgedBy(new ChoiceBox(theme))
    , m_mode(new ChoiceBox(theme))
    , m_samples(new QSpinBox)
{
    m_note->setWordWrap(true);
    m_form->addRow(QString(), m_note);
    m_interpreter->setPlaceholderText(tr("$KLOUPE_PYTHON, else python3"));
    m_platform->addItem(source == Source::Asked ? tr("the suite's language") : tr("As declared"),
                        QString());
    for (const std::string &platform : platforms)
        m_platform->addItem(toQt(platform), toQt(platform));
    m_device->addItem(tr("a GPU if there is one"), QString());
    m_device->addItem(u"cpu"_s, u"cpu"_s);
    m_judgedBy->addItem(tr("the suite's rules and ours"), static_cast<int>(JudgedBy::Both));
    m_judgedBy->addItem(tr("the suite's rules"), static_cast<int>(JudgedBy::Suite));
    m_judgedBy->addItem(tr("our strict rules"), static_cast<int>(JudgedBy::Strict));
    m_mode->addItem(tr("As implemented upstream"), static_cast<int>(ProtocolMode::AsShipped));
    m_mode->addItem(tr("As intended by its text"), static_cast<int>(ProtocolMode::AsIntended));
    m_samples->setRange(0, 100'000);
    m_samples->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_samples->setSpecialValueText(tr("all samples"));

    const auto addRow = [&](const QString &text, QWidget *control, QWidget *row) {
        control->setAccessibleName(QString(text).remove(u'&'));
        m_form->addRow(makeFormLabel(theme, text, control), row);
        m_rows.push_back(row);
    };
    addRow(tr("P&ython"), m_interpreter, makeInterpreterRow(theme));
    addRow(source == Source::Asked ? tr("&Written in") : tr("P&latform"), m_platform, m_platform);
    addRow(tr("&Device"), m_device, m_device);
    addRow(tr("Precisio&n"), m_precisions->first(), m_precisions);
    addRow(tr("&Baselines"), m_baselines->own(), m_baselines);
    addRow(tr("Gradients"), m_backward, m_backward);
    addRow(tr("Shapes"), m_shapes->line(), m_shapes);
    addRow(tr("&Judged by"), m_judgedBy, m_judgedBy);
    addRow(tr("S&uite's rules"), m_mode, m_mode);
    addRow(tr("Sam&ples"), m_samples, m_samples);
    if (source == Source::Asked) { // Prompts ask for one precision. The others keep the values of
                                   // the request.
        m_precisions->offerOne();
        for (QWidget *row : std::initializer_list<QWidget *>{m_judgedBy, m_mode, m_samples}) {
            m_form->setRowVisible(row, false);
            std::erase(m_rows, row);
        }
    }
    connect(m_interpreter, &QLineEdit::textChanged, this, &PythonForm::changed);
    connect(m_baselines, &BaselineFields::changed, this, &PythonForm::changed);
    connect(m_precisions, &PrecisionFields::changed, this, &PythonForm::changed);
    connect(m_shapes, &ShapesField::changed, this, &PythonForm::changed);
    connect(m_samples, &QSpinBox::valueChanged, this, &PythonForm::changed);
    connect(m_backward, &QCheckBox::toggled, this, &PythonForm::changed);
    for (QComboBox *box : {m_platform, m_device, m_judgedBy, m_mode})
        connect(box, &QComboBox::currentIndexChanged, this, &PythonForm::changed);
    setShown(false);
}

void PythonForm::setShown(bool shown)
{
    if (shown == m_isShown)
        return;
    m_isShown = shown;
    for (QWidget *row : m_rows)
        m_form->setRowVisible(row, shown);
    m_form->setRowVisible(m_note, !shown);
}

QWidget *PythonForm::makeInterpreterRow(const Theme &theme)
{
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    auto *browse = new QPushButton(tr("Browse…"));
    browse->setAccessibleName(tr("Browse for the Python interpreter"));
    m_offer->setAccessibleName(tr("Interpreters found on this machine"));
    m_offer->setMenu(m_found);
    m_offer->setEnabled(false);
    row->addWidget(m_interpreter, 1);
    row->addWidget(m_offer);
    row->addWidget(browse);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen
            = chooseFile(m_interpreter, tr("Choose a Python interpreter"), m_interpreter->text());
        if (!chosen.isEmpty())
            m_interpreter->setText(chosen);
    });
    return box;
}

void PythonForm::setChoices(const LaunchChoices &choices)
{
    QStringList pythons;
    for (const auto &python : choices.pythons)
        pythons.append(exactPath(python));
    auto *completer = new QCompleter(pythons, m_interpreter);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_interpreter->setCompleter(completer);
    m_found->clear();
    for (const QString &python : pythons)
        connect(m_found->addAction(python), &QAction::triggered, m_interpreter,
                [this, python] { m_interpreter->setText(python); });
    m_offer->setEnabled(!pythons.isEmpty());
    const QSignalBlocker quiet(m_device);
    const QVariant chosen = m_device->currentData();
    m_device->clear();
    m_device->addItem(tr("a GPU if there is one"), QString());
    for (const DeviceChoice &each : choices.devices)
        m_device->addItem(tr("%1 – %2").arg(toQt(each.device), toQt(each.name)), toQt(each.device));
    choose(m_device, chosen);
}

void PythonForm::setRequest(const RunRequest &request)
{
    const QSignalBlocker quiet(this);
    const PythonRequest &python = request.python;
    m_interpreter->setText(exactPath(python.interpreter));
    choose(m_platform, toQt(python.platform));
    choose(m_device, toQt(python.device));
    m_precisions->setRequest(python);
    m_baselines->setRequest(python);
    m_backward->setChecked(python.backward);
    m_shapes->setRequest(python);
    choose(m_judgedBy, static_cast<int>(python.judgedBy));
    choose(m_mode, static_cast<int>(python.mode));
    m_samples->setValue(request.samples);
}

void PythonForm::fill(RunRequest &request) const
{
    PythonRequest &python = request.python;
    python.interpreter = toPath(m_interpreter->text().trimmed());
    python.platform = toCore(m_platform->currentData().toString());
    python.device = toCore(m_device->currentData().toString());
    m_precisions->fill(python);
    m_baselines->fill(python);
    python.backward = m_backward->isChecked();
    m_shapes->fill(python);
    python.judgedBy = static_cast<JudgedBy>(m_judgedBy->currentData().toInt());
    python.mode = static_cast<ProtocolMode>(m_mode->currentData().toInt());
    request.samples = m_samples->value();
}

} // namespace loupe::ui
