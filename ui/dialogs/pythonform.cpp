// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pythonform.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Chooses the entry with that value, adding one for a value that the list lacks.
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
                       QFormLayout *form, QObject *parent)
    : QObject(parent)
    , m_form(form)
    , m_interpreter(new QLineEdit)
    , m_platform(new ChoiceBox(theme))
    , m_device(new ChoiceBox(theme))
    , m_judgedBy(new ChoiceBox(theme))
    , m_mode(new ChoiceBox(theme))
    , m_samples(new QSpinBox)
{
    m_interpreter->setPlaceholderText(tr("$KLOUPE_PYTHON, else python3"));
    m_platform->addItem(tr("what submissions name"), QString());
    for (const std::string &platform : platforms)
        m_platform->addItem(toQt(platform), toQt(platform));
    m_device->addItem(tr("a GPU if there is one"), QString());
    for (const QString &device : {u"cpu"_s, u"cuda:0"_s, u"cuda:1"_s})
        m_device->addItem(device, device);
    m_judgedBy->addItem(tr("the suite's rules and ours"), static_cast<int>(JudgedBy::Both));
    m_judgedBy->addItem(tr("the suite's rules"), static_cast<int>(JudgedBy::Suite));
    m_judgedBy->addItem(tr("our strict rules"), static_cast<int>(JudgedBy::Strict));
    m_mode->addItem(tr("as its code is shipped"), static_cast<int>(ProtocolMode::AsShipped));
    m_mode->addItem(tr("as its text means them"), static_cast<int>(ProtocolMode::AsIntended));
    m_samples->setRange(0, 100'000);
    m_samples->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_samples->setSpecialValueText(tr("all of each task"));

    const auto addRow = [&](const QString &text, QWidget *control, QWidget *row) {
        control->setAccessibleName(QString(text).remove(u'&'));
        auto *label = new QLabel(text);
        label->setBuddy(control);
        m_form->addRow(label, row);
        m_rows.push_back(row);
    };
    addRow(tr("P&ython"), m_interpreter, makeInterpreterRow(theme));
    addRow(tr("P&latform"), m_platform, m_platform);
    addRow(tr("&Device"), m_device, m_device);
    addRow(tr("&Judged by"), m_judgedBy, m_judgedBy);
    addRow(tr("S&uite's rules"), m_mode, m_mode);
    addRow(tr("Sam&ples"), m_samples, m_samples);
    connect(m_interpreter, &QLineEdit::textChanged, this, &PythonForm::changed);
    connect(m_samples, &QSpinBox::valueChanged, this, &PythonForm::changed);
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
}

QWidget *PythonForm::makeInterpreterRow(const Theme &theme)
{
    auto *box = new QWidget;
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme.unit());
    auto *browse = new QPushButton(tr("Browse…"));
    browse->setAccessibleName(tr("Browse for the Python interpreter"));
    row->addWidget(m_interpreter, 1);
    row->addWidget(browse);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen
            = QFileDialog::getOpenFileName(m_interpreter, {}, m_interpreter->text());
        if (!chosen.isEmpty())
            m_interpreter->setText(chosen);
    });
    return box;
}

void PythonForm::setRequest(const RunRequest &request)
{
    const QSignalBlocker quiet(this);
    const PythonRequest &python = request.python;
    m_interpreter->setText(pathText(python.interpreter));
    choose(m_platform, toQt(python.platform));
    choose(m_device, toQt(python.device));
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
    python.judgedBy = static_cast<JudgedBy>(m_judgedBy->currentData().toInt());
    python.mode = static_cast<ProtocolMode>(m_mode->currentData().toInt());
    request.samples = m_samples->value();
}

} // namespace loupe::ui
