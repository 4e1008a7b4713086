// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/agentfields.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int maxVerdicts = 100'000;
constexpr double maxMinutes = 100'000;
constexpr double maxDollars = 1'000'000;
constexpr int maxAtOnce = 64;

/// Quotes words so that QProcess::splitCommand() splits them again.
QString joined(const std::vector<std::string> &words)
{
    QStringList out;
    for (const std::string &each : words) {
        QString word = exactQt(each);
        const bool isPlain = !word.isEmpty()
            && std::none_of(word.begin(), word.end(),
                            [](QChar sign) { return sign.isSpace() || sign == u'"'; });
        word.replace(u'"', u"\"\"\""_s);
        out.append(isPlain ? word : u'"' + word + u'"');
    }
    return out.join(u' ');
}

std::vector<std::string> wordsOf(const QLineEdit &line)
{
    std::vector<std::string> out;
    for (const QString &word : QProcess::splitCommand(line.text()))
        out.push_back(toCore(word));
    return out;
}

QDoubleSpinBox *makeAmountBox(double most, const QString &name)
{
    auto *box = new QDoubleSpinBox;
    box->setRange(0, most);
    box->setDecimals(2);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAccessibleName(name);
    return box;
}

} // namespace

AgentFields::AgentFields(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_command(new QLineEdit)
    , m_method(new QLineEdit)
    , m_environment(new QLineEdit)
    , m_readable(new QLineEdit)
    , m_network(new QCheckBox(tr("Net&work access")))
    , m_verdicts(makeCount(maxVerdicts, tr("Verdicts of a task at most")))
    , m_minutes(makeAmountBox(maxMinutes, tr("Minutes of a task at most")))
    , m_dollars(makeAmountBox(maxDollars, tr("Dollars of a task at most")))
    , m_atOnce(makeCount(maxAtOnce, tr("Agents at the same time")))
{
    m_command->setPlaceholderText(u"python3 /home/me/agent/main.py"_s);
    m_command->setFont(theme.codeFont());
    m_command->setToolTip(tr("Started once for each task, in a sandbox, in a folder with the task. "
                             "Put \"double quotes\" round names with spaces."));
    m_method->setPlaceholderText(tr("method name in the store"));
    m_environment->setPlaceholderText(tr("none: names of variables, with spaces between"));
    m_environment->setToolTip(
        tr("Names of variables, for example of its API key. Their values are not stored."));
    m_readable->setPlaceholderText(tr("none (a file or folder outside the system's own)"));
    m_network->setAccessibleName(QString(m_network->text()).remove(u'&'));
    m_minutes->setMinimum(0.01);
    m_dollars->setSpecialValueText(tr("any"));
    auto *form = makeForm(theme, this);
    const auto addRow = rowAdder(theme, form);
    addRow(tr("&Command"), m_command, m_command);
    addRow(tr("&Method"), m_method, m_method);
    addRow(tr("&Variables"), m_environment, m_environment);
    addRow(tr("Can rea&d"), m_readable, m_readable);
    form->addRow(QString(), m_network);
    addRow(tr("Each task, &verdicts"), m_verdicts, makeLimits(theme));
    addRow(tr("A&gents at once"), m_atOnce, m_atOnce);
    auto *note
        = makeDim(tr("The agent can write only to its own folder. It can read the system and what "
                     "is named here. Dollar limits use the costs that it reports. Each program and "
                     "its verdict are stored before the agent gets the verdict."));
    note->setWordWrap(true);
    form->addRow(note);
    for (QLineEdit *line : {m_command, m_method, m_environment, m_readable})
        connect(line, &QLineEdit::textChanged, this, &AgentFields::changed);
    connect(m_network, &QCheckBox::toggled, this, &AgentFields::changed);
    for (QSpinBox *box : {m_verdicts, m_atOnce})
        connect(box, &QSpinBox::valueChanged, this, &AgentFields::changed);
    for (QDoubleSpinBox *box : {m_minutes, m_dollars})
        connect(box, &QDoubleSpinBox::valueChanged, this, &AgentFields::changed);
}

QWidget *AgentFields::makeLimits(const Theme &theme)
{
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    row->addWidget(m_verdicts, 1);
    row->addWidget(makeFormLabel(theme, tr("m&inutes"), m_minutes));
    row->addWidget(m_minutes, 1);
    row->addWidget(makeFormLabel(theme, tr("do&llars"), m_dollars));
    row->addWidget(m_dollars, 1);
    return box;
}

void AgentFields::setRequest(const AgentRunRequest &request)
{
    m_command->setText(joined(request.command.argv));
    m_method->setText(exactQt(request.method));
    m_environment->setText(joined(request.command.environment));
    std::vector<std::string> readable;
    for (const std::filesystem::path &path : request.command.readOnly)
        readable.push_back(path.string());
    m_readable->setText(joined(readable));
    m_network->setChecked(request.command.hasNetwork);
    m_verdicts->setValue(request.limits.verdicts);
    m_minutes->setValue(request.limits.seconds / 60);
    m_dollars->setValue(request.limits.dollars.value_or(0));
    m_atOnce->setValue(request.atOnce);
}

void AgentFields::fill(AgentRunRequest &request) const
{
    request.command.argv = wordsOf(*m_command);
    request.method = toCore(m_method->text().trimmed());
    request.command.environment = wordsOf(*m_environment);
    request.command.readOnly.clear();
    for (const std::string &path : wordsOf(*m_readable))
        request.command.readOnly.emplace_back(path);
    request.command.hasNetwork = m_network->isChecked();
    request.limits.verdicts = m_verdicts->value();
    request.limits.seconds = m_minutes->value() * 60;
    request.limits.dollars.reset();
    if (m_dollars->value() > 0)
        request.limits.dollars = m_dollars->value();
    request.atOnce = m_atOnce->value();
}

QString AgentFields::missing() const
{
    if (wordsOf(*m_command).empty())
        return tr("Enter the command that searches for kernels.");
    if (m_method->text().trimmed().isEmpty())
        return tr("Enter a method name. Results are stored under it.");
    return {};
}

} // namespace loupe::ui
