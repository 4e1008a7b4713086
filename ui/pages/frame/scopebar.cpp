// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/scopebar.h"

#include "core/analysis/population/populationtext.h"
#include "core/model/filteredit.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebutton.h"
#include "ui/widgets/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

using State = PopulationCondition::State;
using Kind = ConditionRule::Kind;

constexpr int mostRounds = 12; ///< in the menu of attempts

QString captionOfCondition(GroupBy condition)
{
    switch (condition) {
    case GroupBy::Suite:
        return ScopeBar::tr("Suite");
    case GroupBy::Protocol:
        return ScopeBar::tr("Protocol");
    case GroupBy::Device:
        return ScopeBar::tr("Device");
    case GroupBy::Precision:
        return ScopeBar::tr("Precision");
    case GroupBy::SuiteVersion:
        return ScopeBar::tr("Suite version");
    case GroupBy::Clock:
        return ScopeBar::tr("Clock");
    default:
        return ScopeBar::tr("Baseline");
    }
}

/// Values are data: an ampersand in one is no key.
QString menuText(const QString &text)
{
    return QString(text).replace(u'&', u"&&"_s);
}

QAction *addChoice(QMenu &menu, const QString &text, bool isChosen)
{
    QAction *action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(isChosen);
    return action;
}

std::set<Name> methodsOf(const Population &population)
{
    std::set<Name> out;
    for (const MetricRow &row : population.cells())
        out.insert(row.method);
    return out;
}

} // namespace

ScopeBar::ScopeBar(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_methods(makeChoice(tr("Methods"), &ScopeBar::fillMethods))
    , m_attempt(makeChoice(tr("Attempt"), &ScopeBar::fillAttempts))
    , m_flagged(makeChoice(tr("Flagged results"), &ScopeBar::fillFlagged))
    , m_size(new QToolButton)
{
    setAccessibleName(tr("Scope"));
    for (const GroupBy condition : scopeConditions) {
        auto *button = new ChoiceButton(captionOfCondition(condition), bench.theme);
        auto *menu = new QMenu(button);
        button->setMenu(menu);
        connect(menu, &QMenu::aboutToShow, this,
                [this, menu, condition] { fillCondition(*menu, condition); });
        m_conditions.emplace(condition, button);
    }
    m_size->setProperty("look", u"flat"_s);
    m_size->setAccessibleName(tr("Size of the population"));
    m_size->setPopupMode(QToolButton::InstantPopup);
    // The choices come first; what does not fit of the size is in its tooltip.
    m_size->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_size->setMinimumWidth(bench.theme.unit() * 20);
    auto *leftOut = new QMenu(m_size);
    m_size->setMenu(leftOut);
    connect(leftOut, &QMenu::aboutToShow, this, [this, leftOut] { fillLeftOut(*leftOut); });
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(bench.theme.unit() * 3 / 4);
    row->addWidget(m_conditions.at(GroupBy::Suite));
    row->addWidget(m_conditions.at(GroupBy::SuiteVersion));
    row->addWidget(m_methods);
    for (const GroupBy condition : {GroupBy::Device, GroupBy::Baseline, GroupBy::Protocol,
                                    GroupBy::Precision, GroupBy::Clock})
        row->addWidget(m_conditions.at(condition));
    row->addWidget(m_attempt);
    row->addWidget(m_flagged);
    row->addWidget(m_size, 1);
    connect(&bench.session.population(), &ScopedPopulation::changed, this, &ScopeBar::update);
    connect(&bench.session, &StoreSession::scopeChanged, this, &ScopeBar::update);
    update();
}

ChoiceButton *ScopeBar::makeChoice(const QString &caption, void (ScopeBar::*fill)(QMenu &))
{
    auto *button = new ChoiceButton(caption, m_bench.theme);
    auto *menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, fill] {
        menu->clear();
        (this->*fill)(*menu);
    });
    return button;
}

void ScopeBar::update()
{
    const auto population = m_bench.session.population().value();
    setEnabled(population != nullptr);
    for (const auto &[which, button] : m_conditions) {
        if (population)
            sayCondition(population->condition(which));
        else
            button->setValue(u"–"_s, {}, false);
    }
    if (population)
        sayMethods(*population);
    else
        m_methods->setValue(u"–"_s, {}, false);
    sayAttempt();
    sayFlagged(population.get());
    saySize(population.get());
}

void ScopeBar::sayCondition(const PopulationCondition &condition)
{
    ChoiceButton *button = m_conditions.at(condition.condition);
    QString value = toQt(text(condition));
    if (condition.state == State::Largest)
        value = tr("1 of %1 · %2").arg(condition.values.size()).arg(toQt(condition.value));
    QString tooltip = toQt(text(condition));
    if (condition.state == State::Largest)
        tooltip = tr("The results have %1 different values here; the one with the most is shown. "
                     "Choose another one, or tell them apart.")
                      .arg(condition.values.size());
    button->setValue(value, tooltip,
                     condition.state == State::Largest || condition.state == State::Pooled);
    // Few stores record several of these: no place is kept for them.
    if (condition.condition == GroupBy::Precision || condition.condition == GroupBy::SuiteVersion
        || condition.condition == GroupBy::Clock)
        button->setVisible(condition.hasSeveral());
}

void ScopeBar::sayMethods(const Population &population)
{
    const std::set<Name> methods = methodsOf(population);
    const QString value = methods.size() == 1
        ? toQt(methods.begin()->text())
        : counted(static_cast<std::int64_t>(methods.size()), tr("%1 method"), tr("%1 methods"));
    m_methods->setValue(value, {}, false);
}

void ScopeBar::sayAttempt()
{
    const AttemptChoice &choice = m_bench.session.scope().choice;
    QString value;
    switch (choice.rule) {
    case AttemptRule::LastRound:
        value = tr("Last round");
        break;
    case AttemptRule::FirstRound:
        value = tr("First round");
        break;
    case AttemptRule::BestRound:
        value = tr("Best round");
        break;
    case AttemptRule::BestSample:
        value = tr("Best of all samples");
        break;
    case AttemptRule::AtRound:
        value = tr("Round %1").arg(choice.round);
        break;
    }
    m_attempt->setValue(
        value,
        tr("Of several attempts at a task %1 speaks for the method.").arg(toQt(sentenceOf(choice))),
        choice.rule != AttemptRule::LastRound);
}

void ScopeBar::sayFlagged(const Population *population)
{
    if (m_bench.session.scope().includeWithheld) {
        m_flagged->setValue(tr("Counted"),
                            tr("Results with a proof or an open suspicion are counted."), true);
        return;
    }
    std::size_t count = 0;
    if (population != nullptr) {
        const auto found = std::ranges::find(population->leftOut, LeftOutReason::Withheld,
                                             &LeftOutObservations::reason);
        count = found == population->leftOut.end() ? 0 : found->count;
    }
    m_flagged->setValue(tr("Excluded · %1").arg(countText(static_cast<std::int64_t>(count))),
                        tr("Results with a proof or an open suspicion are left out."), false);
}

void ScopeBar::saySize(const Population *population)
{
    m_size->setVisible(population != nullptr);
    if (population == nullptr)
        return;
    const QString sentence = toQt(sizeSentence(*population));
    m_size->setText(QString(sentence).remove(tr(", each counted once,")).replace(u": "_s, u"\n"_s));
    m_size->setAccessibleName(sentence);
    m_size->setToolTip(toQt(captionOf(*population)));
}

void ScopeBar::fillCondition(QMenu &menu, GroupBy which)
{
    menu.clear();
    const auto population = m_bench.session.population().value();
    if (!population)
        return;
    const PopulationCondition &condition = population->condition(which);
    for (const ConditionValue &each : condition.values) {
        const bool isChosen = condition.value == each.value;
        QString line = toQt(each.value);
        if (condition.hasSeveral())
            line
                = tr("%1   (%2 cells)").arg(line, countText(static_cast<std::int64_t>(each.cells)));
        QAction *action = addChoice(menu, menuText(line), isChosen);
        connect(action, &QAction::triggered, this, [this, which, value = each.value] {
            choose(which, {Kind::Only, value});
        });
    }
    if (condition.values.empty())
        menu.addAction(tr("not recorded"))->setEnabled(false);
    menu.addSeparator();
    const ConditionRule rule = m_bench.session.scope().rule(which);
    const auto addRule = [&](const QString &line, Kind kind) {
        connect(addChoice(menu, line, rule.kind == kind), &QAction::triggered, this,
                [this, which, kind] {
                    choose(which, {kind, {}});
                });
    };
    addRule(tr("The one with the most results"), Kind::Largest);
    if (condition.hasSeveral()) {
        addRule(tr("Tell all of them apart"), Kind::Split);
        addRule(tr("Count all of them together"), Kind::Pool);
    }
}

void ScopeBar::fillMethods(QMenu &menu)
{
    const auto population = m_bench.session.population().value();
    if (!population)
        return;
    for (const Name method : methodsOf(*population)) {
        const bool isAsked = asksFor(m_bench.session.filter(), "method", method.text());
        QAction *action = addChoice(menu, menuText(toQt(method.text())), isAsked);
        connect(action, &QAction::triggered, this, [this, method](bool isOn) {
            const Filter &now = m_bench.session.filter();
            const Filter next = isOn ? asking(now, "method", method.text())
                                     : forgetting(now, "method", method.text());
            static_cast<void>(m_bench.session.setFilter(exactQt(text(next))));
        });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("All methods")), &QAction::triggered, this, [this] {
        const Filter next = withoutField(m_bench.session.filter(), "method");
        static_cast<void>(m_bench.session.setFilter(exactQt(text(next))));
    });
}

void ScopeBar::fillAttempts(QMenu &menu)
{
    const AttemptChoice now = m_bench.session.scope().choice;
    const auto add = [&](const QString &line, const AttemptChoice &choice) {
        connect(addChoice(menu, line, choice == now), &QAction::triggered, this,
                [this, choice] { choose(choice); });
    };
    add(tr("Last round"), {AttemptRule::LastRound, 0});
    add(tr("First round"), {AttemptRule::FirstRound, 0});
    add(tr("Best round"), {AttemptRule::BestRound, 0});
    add(tr("Best of all samples"), {AttemptRule::BestSample, 0});
    std::set<int> rounds;
    if (const auto population = m_bench.session.population().value()) {
        for (const MetricRow &row : population->observations())
            rounds.insert(row.round);
    }
    if (rounds.size() < 2 && now.rule != AttemptRule::AtRound)
        return;
    menu.addSeparator();
    int listed = 0;
    for (const int round : rounds) {
        if (++listed <= mostRounds)
            add(tr("Round %1").arg(round), {AttemptRule::AtRound, round});
    }
}

void ScopeBar::fillFlagged(QMenu &menu)
{
    const auto add = [&](const QString &line, bool isIncluded) {
        const bool isChosen = m_bench.session.scope().includeWithheld == isIncluded;
        connect(addChoice(menu, line, isChosen), &QAction::triggered, this, [this, isIncluded] {
            Scope scope = m_bench.session.scope();
            scope.includeWithheld = isIncluded;
            m_bench.session.setScope(scope);
        });
    };
    add(tr("Exclude flagged results"), false);
    add(tr("Count flagged results"), true);
}

void ScopeBar::fillLeftOut(QMenu &menu)
{
    menu.clear();
    const auto population = m_bench.session.population().value();
    if (!population)
        return;
    const auto add
        = [&menu](const QString &line) { menu.addAction(menuText(line))->setEnabled(false); };
    add(tr("%1 results under the filter")
            .arg(countText(static_cast<std::int64_t>(population->given))));
    for (const LeftOutObservations &each : population->leftOut)
        add(tr("Left out: %1").arg(toQt(text(each))));
    const std::size_t other = population->observations().size() - population->cells().size();
    if (other > 0)
        add(tr("%1 other attempts at what is counted")
                .arg(countText(static_cast<std::int64_t>(other))));
    if (population->severalVersions > 0)
        add(tr("%1 names of tasks with several contents, each a task of its own")
                .arg(countText(static_cast<std::int64_t>(population->severalVersions))));
}

void ScopeBar::choose(GroupBy condition, const ConditionRule &rule)
{
    Scope scope = m_bench.session.scope();
    if (rule.kind == Kind::Largest)
        scope.rules.erase(condition);
    else
        scope.rules[condition] = rule;
    m_bench.session.setScope(scope);
}

void ScopeBar::choose(const AttemptChoice &choice)
{
    Scope scope = m_bench.session.scope();
    scope.choice = choice;
    m_bench.session.setScope(scope);
}

} // namespace loupe::ui
