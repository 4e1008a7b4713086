// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/roundfields.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int maxSamples = 10'000;
constexpr int maxRounds = 1000;

QLineEdit *makeLimit(const QString &name)
{
    auto *line = new QLineEdit;
    line->setPlaceholderText(RoundFields::tr("no limit"));
    line->setAccessibleName(name);
    return line;
}

/// Returns nothing for an empty field; sets `isRight` to false for an invalid number.
std::optional<std::int64_t> wholeOf(const QLineEdit &line, bool &isRight)
{
    const QString text = line.text().trimmed();
    if (text.isEmpty())
        return std::nullopt;
    bool isNumber = false;
    const qlonglong value = QLocale::c().toLongLong(text, &isNumber);
    isRight = isRight && isNumber && value >= 0;
    return isNumber ? std::optional<std::int64_t>(value) : std::nullopt;
}

std::optional<double> numberOf(const QLineEdit &line, bool &isRight)
{
    const QString text = line.text().trimmed();
    if (text.isEmpty())
        return std::nullopt;
    bool isNumber = false;
    const double value = QLocale::c().toDouble(text, &isNumber);
    isRight = isRight && isNumber && value >= 0;
    return isNumber ? std::optional(value) : std::nullopt;
}

QString limitText(const std::optional<std::int64_t> &limit)
{
    return limit ? QString::number(*limit) : QString();
}

/// Formats a limit with all digits, so that it is read back unchanged.
QString limitText(const std::optional<double> &limit)
{
    return limit ? QString::number(*limit, 'g', QLocale::FloatingPointShortest) : QString();
}

} // namespace

RoundFields::RoundFields(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_prompts(new ChoiceBox(theme))
    , m_strategy(new ChoiceBox(theme))
    , m_samples(makeCount(maxSamples, tr("Samples of each task")))
    , m_rounds(makeCount(maxRounds, tr("Rounds of each sample")))
    , m_width(makeCount(maxSamples, tr("Programs of a task that are continued")))
    , m_children(makeCount(maxSamples, tr("Children of each in a round")))
    , m_islands(makeCount(maxSamples, tr("Islands")))
    , m_parent(new ChoiceBox(theme))
    , m_told{{{new QCheckBox(tr("&Build errors, first cause first")), &ProfileChoices::tellsBuild},
              {new QCheckBox(tr("&Where values differ, how much")), &ProfileChoices::tellsCompare},
              {new QCheckBox(tr("Run-t&ime error")), &ProfileChoices::tellsRun},
              {new QCheckBox(tr("Ti&me vs reference")), &ProfileChoices::tellsTime},
              {new QCheckBox(tr("Distance &to the roofline")), &ProfileChoices::tellsRoofline},
              {new QCheckBox(tr("Kernels t&hat ran on the device")), &ProfileChoices::tellsDevice}}}
    , m_history(new ChoiceBox(theme))
    , m_requests(makeLimit(tr("Requests at most")))
    , m_tokens(makeLimit(tr("Tokens of answers at most")))
    , m_dollars(makeLimit(tr("Dollars at most")))
{
    fillLists();
    auto *form = m_form = makeForm(theme, this);
    const auto addRow = rowAdder(theme, form);
    addRow(tr("&Prompts"), m_prompts, m_prompts);
    addRow(tr("Strateg&y"), m_strategy, m_strategy);
    addRow(tr("&Samples"), m_samples, makeNumbers(theme));
    m_places = makePlaces(theme);
    addRow(tr("&Children"), m_children, m_places);
    addRow(tr("Continue from pro&gram"), m_parent, m_parent);
    addRow(tr("&Feedback"), m_told.front().box, makeTold(theme));
    addRow(tr("Hist&ory"), m_history, m_history);
    addRow(tr("B&udget"), m_requests, makeBudget(theme));
    auto *note = makeDim(
        tr("Seeds, inputs and values are never sent to the model. Requests stop before a limit."));
    note->setWordWrap(true);
    form->addRow(note);
    m_ofRounds.insert(m_ofRounds.end(), {m_parent, m_history});
    for (const Told &each : m_told)
        m_ofRounds.push_back(each.box);
    connectFields();
    setChoices({});
}

void RoundFields::fillLists()
{
    m_prompts->addItem(tr("Default prompts"), 0);
    m_prompts->addItem(tr("The suite's own, as published"), 1);
    m_prompts->setToolTip(tr("The prompts of the suite's own scripts, from its checkout. An answer "
                             "without a program is not requested again."));
    m_strategy->addItem(tr("Independent samples"), static_cast<int>(Strategy::Kind::Independent));
    m_strategy->addItem(tr("Refine each sample"), static_cast<int>(Strategy::Kind::Serial));
    m_strategy->addItem(tr("Best samples, then refine"),
                        static_cast<int>(Strategy::Kind::BestThenRefine));
    m_strategy->addItem(tr("Beam over all samples"), static_cast<int>(Strategy::Kind::Beam));
    m_strategy->addItem(tr("Evolve on islands"), static_cast<int>(Strategy::Kind::Evolve));
    m_strategy->setToolTip(tr("A beam continues from the best programs of a task so far. Evolution "
                              "draws one or two parents; better programs are more likely."));
    m_parent->addItem(tr("the last program"), static_cast<int>(Strategy::Parent::Last));
    m_parent->addItem(tr("the best program"), static_cast<int>(Strategy::Parent::Best));
    m_history->addItem(tr("nothing"), static_cast<int>(FeedbackRules::History::Last));
    m_history->addItem(tr("results and the best program"),
                       static_cast<int>(FeedbackRules::History::Best));
    m_history->addItem(tr("results and all programs"),
                       static_cast<int>(FeedbackRules::History::All));
}

void RoundFields::connectFields()
{
    for (QComboBox *box : {m_prompts, m_strategy, m_parent, m_history})
        connect(box, &QComboBox::currentIndexChanged, this, &RoundFields::changed);
    for (QSpinBox *box : {m_width, m_children, m_islands})
        connect(box, &QSpinBox::valueChanged, this, &RoundFields::countPlaces);
    for (QSpinBox *box : {m_samples, m_rounds, m_width, m_children, m_islands})
        connect(box, &QSpinBox::valueChanged, this, &RoundFields::changed);
    for (const Told &each : m_told) {
        each.box->setAccessibleName(each.box->text().remove(u'&'));
        connect(each.box, &QCheckBox::toggled, this, &RoundFields::changed);
    }
    for (QLineEdit *line : {m_requests, m_tokens, m_dollars})
        connect(line, &QLineEdit::textChanged, this, &RoundFields::changed);
    connect(m_strategy, &QComboBox::currentIndexChanged, this, &RoundFields::updateDependent);
}

QWidget *RoundFields::makeNumbers(const Theme &theme)
{
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    auto *rounds = makeFormLabel(theme, tr("× &rounds"), m_rounds);
    auto *width = makeFormLabel(theme, tr("best"), m_width);
    row->addWidget(m_samples, 1);
    row->addWidget(rounds);
    row->addWidget(m_rounds, 1);
    row->addWidget(width);
    row->addWidget(m_width, 1);
    m_ofRounds.insert(m_ofRounds.end(), {rounds, m_rounds});
    return box;
}

QWidget *RoundFields::makePlaces(const Theme &theme)
{
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    m_islandsLabel = makeFormLabel(theme, tr("on is&lands"), m_islands);
    row->addWidget(m_children, 1);
    row->addWidget(m_islandsLabel);
    row->addWidget(m_islands, 1);
    return box;
}

QWidget *RoundFields::makeTold(const Theme &theme)
{
    auto *box = new QWidget;
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(theme.unit());
    for (int place = 0; const Told &each : m_told) {
        grid->addWidget(each.box, place / 2, place % 2);
        ++place;
    }
    return box;
}

QWidget *RoundFields::makeBudget(const Theme &theme)
{
    auto *box = new QWidget;
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.unit());
    grid->setVerticalSpacing(theme.unit() / 2);
    grid->addWidget(m_requests, 0, 0);
    grid->addWidget(m_tokens, 0, 1);
    grid->addWidget(m_dollars, 0, 2);
    grid->addWidget(makeDim(tr("requests")), 1, 0);
    grid->addWidget(makeDim(tr("tokens of answers")), 1, 1);
    grid->addWidget(makeDim(tr("dollars, by the profile's prices")), 1, 2);
    return box;
}

Strategy::Kind RoundFields::kind() const
{
    return static_cast<Strategy::Kind>(m_strategy->currentData().toInt());
}

bool RoundFields::hasWidth() const
{
    return kind() == Strategy::Kind::BestThenRefine || kind() == Strategy::Kind::Beam;
}

bool RoundFields::isPooled() const
{
    return kind() == Strategy::Kind::Beam || kind() == Strategy::Kind::Evolve;
}

void RoundFields::updateDependent()
{
    for (QWidget *each : m_ofRounds)
        each->setEnabled(kind() != Strategy::Kind::Independent);
    m_parent->setEnabled(kind() != Strategy::Kind::Independent && !isPooled());
    m_samples->setEnabled(!isPooled());
    m_width->setEnabled(hasWidth());
    m_form->setRowVisible(m_places, isPooled());
    m_islandsLabel->setVisible(kind() == Strategy::Kind::Evolve);
    m_islands->setVisible(kind() == Strategy::Kind::Evolve);
    countPlaces();
}

/// Computes the number of samples per task of a pooled strategy.
void RoundFields::countPlaces()
{
    if (!isPooled())
        return;
    const QSignalBlocker quiet(m_samples);
    const QSpinBox *groups = kind() == Strategy::Kind::Beam ? m_width : m_islands;
    m_samples->setValue(groups->value() * m_children->value());
}

void RoundFields::setChoices(const ProfileChoices &choices)
{
    const QSignalBlocker quiet(this);
    const auto choose = [](QComboBox *box, auto value) {
        box->setCurrentIndex(box->findData(static_cast<int>(value)));
    };
    choose(m_prompts, choices.isPublished);
    choose(m_strategy, choices.strategy);
    m_samples->setValue(choices.samples);
    m_rounds->setValue(choices.rounds);
    m_width->setValue(choices.width);
    m_children->setValue(choices.children);
    m_islands->setValue(choices.islands);
    choose(m_parent, choices.parent);
    for (const Told &each : m_told)
        each.box->setChecked(choices.*each.isChosen);
    choose(m_history, choices.history);
    m_requests->setText(limitText(choices.requests));
    m_tokens->setText(limitText(choices.outputTokens));
    m_dollars->setText(limitText(choices.dollars));
    updateDependent();
}

void RoundFields::fill(ProfileChoices &choices) const
{
    choices.isPublished = m_prompts->currentData().toInt() == 1;
    choices.strategy = kind();
    choices.samples = m_samples->value();
    const bool isIndependent = choices.strategy == Strategy::Kind::Independent;
    choices.rounds = isIndependent ? 1 : m_rounds->value();
    choices.width = hasWidth() ? m_width->value() : choices.width;
    choices.children = isPooled() ? m_children->value() : choices.children;
    choices.islands
        = choices.strategy == Strategy::Kind::Evolve ? m_islands->value() : choices.islands;
    choices.parent = static_cast<Strategy::Parent>(m_parent->currentData().toInt());
    for (const Told &each : m_told)
        choices.*each.isChosen = each.box->isChecked();
    choices.history = static_cast<FeedbackRules::History>(m_history->currentData().toInt());
    bool isRight = true;
    choices.requests = wholeOf(*m_requests, isRight);
    choices.outputTokens = wholeOf(*m_tokens, isRight);
    choices.dollars = numberOf(*m_dollars, isRight);
}

QString RoundFields::problem() const
{
    bool isRight = true;
    static_cast<void>(wholeOf(*m_requests, isRight));
    static_cast<void>(wholeOf(*m_tokens, isRight));
    static_cast<void>(numberOf(*m_dollars, isRight));
    return isRight
        ? QString()
        : tr("A budget limit is not a number. Enter for example 1000 or 2.50, or leave it empty.");
}

} // namespace loupe::ui
