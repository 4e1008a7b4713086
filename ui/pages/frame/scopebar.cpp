// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/scopebar.h"

#include "core/analysis/population/countedresults.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/populationtext.h"
#include "core/model/saved/filteredit.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebutton.h"
#include "ui/widgets/layout/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

using State = PopulationCondition::State;

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

/// Few stores have several values of these, so their buttons are hidden otherwise.
constexpr std::array rareConditions{GroupBy::Precision, GroupBy::SuiteVersion, GroupBy::Clock};

constexpr int maxRounds = 12; ///< in the menu of attempts

/// Escapes ampersands, which would mark mnemonics.
QString menuText(const QString &text)
{
    return QString(text).replace(u'&', u"&&"_s);
}

/// Returns "986 of 1 000 task × method pairs", or "986 of 1 000 pairs".
QString pairsText(const PopulationSize &size, bool isShort)
{
    const auto pairs = static_cast<std::int64_t>(size.pairs);
    if (size.baselines > 0)
        return counted(pairs, ScopeBar::tr("%1 combination"), ScopeBar::tr("%1 combinations"));
    if (size.pairs >= size.allPairs)
        return isShort ? counted(pairs, ScopeBar::tr("%1 pair"), ScopeBar::tr("%1 pairs"))
                       : counted(pairs, ScopeBar::tr("%1 task × method pair"),
                                 ScopeBar::tr("%1 task × method pairs"));
    const QString text
        = isShort ? ScopeBar::tr("%1 of %2 pairs") : ScopeBar::tr("%1 of %2 task × method pairs");
    return text.arg(countText(pairs), countText(size.allPairs));
}

QAction *addChoice(QMenu &menu, const QString &text, bool isChosen)
{
    QAction *action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(isChosen);
    return action;
}

} // namespace

ScopeBar::ScopeBar(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_methods(makeChoice(tr("Methods"), &ScopeBar::fillMethods))
    , m_attempt(makeChoice(tr("Attempt"), &ScopeBar::fillAttempts))
    , m_flagged(makeChoice(tr("Flagged results"), &ScopeBar::fillFlagged))
    , m_more(makeChoice(tr("More"), &ScopeBar::fillMore))
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
    m_folding = {m_conditions.at(GroupBy::Protocol), m_conditions.at(GroupBy::Precision),
                 m_conditions.at(GroupBy::Clock), m_attempt, m_flagged};
    buildLayout();
    connect(&bench.session.population(), &ScopedPopulation::changed, this, &ScopeBar::update);
    connect(&bench.session, &StoreSession::scopeChanged, this, &ScopeBar::update);
    update();
}

void ScopeBar::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_size->setProperty("look", u"flat"_s);
    m_size->setAccessibleName(tr("Size of the population"));
    m_size->setPopupMode(QToolButton::InstantPopup);
    // The choices have priority; the size is shortened and has a tooltip.
    m_size->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_size->setMinimumWidth(unit * 20);
    auto *leftOut = new QMenu(m_size);
    m_size->setMenu(leftOut);
    connect(leftOut, &QMenu::aboutToShow, this, [this, leftOut] { fillLeftOut(*leftOut); });
    auto *row = makeRow(unit * 3 / 4, this);
    row->addWidget(m_conditions.at(GroupBy::Suite));
    row->addWidget(m_conditions.at(GroupBy::SuiteVersion));
    row->addWidget(m_methods);
    for (const GroupBy condition : {GroupBy::Device, GroupBy::Baseline, GroupBy::Protocol,
                                    GroupBy::Precision, GroupBy::Clock})
        row->addWidget(m_conditions.at(condition));
    row->addWidget(m_attempt);
    row->addWidget(m_flagged);
    row->addWidget(m_more);
    row->addWidget(m_size, 1);
    m_more->hide();
}

void ScopeBar::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_bench.session.population().want();
}

void ScopeBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int foldedBelow = 129; // in units: a window of 1200 px, without side bar and margins
    m_isNarrow = width() < foldedBelow * m_bench.theme.unit();
    fold();
}

int ScopeBar::unfoldedWidth() const
{
    const auto population = m_bench.session.population().value();
    int out = 0;
    const auto add = [&](const ChoiceButton *button) {
        out += button->sizeHint().width() + layout()->spacing();
    };
    for (const auto &[condition, button] : m_conditions) {
        const bool isRare = std::ranges::find(rareConditions, condition) != rareConditions.end();
        if (!isRare || (population && population->condition(condition).hasSeveral()))
            add(button);
    }
    for (const ChoiceButton *button : {m_methods, m_attempt, m_flagged})
        add(button);
    return out + m_size->sizeHint().width();
}

void ScopeBar::fold()
{
    // The width is only valid after the first layout. The number of attempts gives way to choices.
    const auto isTooWide = [this] { return isVisible() && unfoldedWidth() > width(); };
    const auto shown = m_bench.session.population().value();
    saySize(shown.get(), m_isNarrow ? SizeText::WithoutAttempts : SizeText::Whole);
    if (!m_isNarrow && isTooWide())
        saySize(shown.get(), SizeText::WithoutAttempts);
    m_isFolded = m_isNarrow || isTooWide();
    // Each is shown or hidden once: a button that is shown for a moment moves its neighbours.
    std::map<ChoiceButton *, bool> visible;
    for (ChoiceButton *button : m_folding)
        visible[button] = !m_isFolded;
    for (const GroupBy condition : rareConditions) {
        bool &isVisible = visible.try_emplace(m_conditions.at(condition), true).first->second;
        isVisible = isVisible && shown && shown->condition(condition).hasSeveral();
    }
    for (const auto &[button, isVisible] : visible)
        button->setVisible(isVisible);
    m_more->setVisible(m_isFolded);
    if (isVisible() && widthForSize() < m_size->sizeHint().width())
        saySize(shown.get(), SizeText::Shortest);
}

/// Returns the width that the visible choices leave.
int ScopeBar::widthForSize() const
{
    int left = width();
    for (const auto *button : findChildren<ChoiceButton *>(Qt::FindDirectChildrenOnly)) {
        if (!button->isHidden())
            left -= button->sizeHint().width() + layout()->spacing();
    }
    return left;
}

void ScopeBar::sayMore()
{
    QStringList values;
    for (const ChoiceButton *button : m_folding)
        values.append(tr("%1: %2").arg(button->caption(), button->value()));
    const bool isNotable = std::ranges::any_of(
        m_folding, [](const ChoiceButton *button) { return button->isNotable(); });
    m_more->setValue(m_attempt->value(), values.join(u'\n'), isNotable);
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
    sayAttempt(population.get());
    sayFlagged(population.get());
    fold();
    sayMore();
}

void ScopeBar::sayCondition(const PopulationCondition &condition)
{
    ChoiceButton *button = m_conditions.at(condition.condition);
    const bool isUnknown = condition.value.empty()
        && (condition.state == State::Only || condition.state == State::Single);
    const QString known = isUnknown ? tr("not recorded") : toQt(text(condition));
    QString value = known;
    if (condition.state == State::Largest)
        value = tr("1 of %1 · %2").arg(condition.values.size()).arg(toQt(condition.value));
    QString tooltip = known;
    if (condition.state == State::Largest)
        tooltip = tr("The results have %1 values here; the most frequent one is shown. Choose "
                     "another one, or split by them.")
                      .arg(condition.values.size());
    if (condition.state == State::Unasked)
        tooltip
            = tr("All are counted: there are no speedups here, and verdicts do not depend on it.");
    button->setValue(value, tooltip,
                     condition.state == State::Largest || condition.state == State::Pooled);
}

void ScopeBar::sayMethods(const Population &population)
{
    std::set<Name> methods;
    for (const MetricRow &row : population.cells())
        methods.insert(row.method);
    const QString value = methods.size() == 1
        ? toQt(methods.begin()->text())
        : counted(methods.size(), tr("%1 method"), tr("%1 methods"));
    m_methods->setValue(value, {}, false);
}

void ScopeBar::sayAttempt(const Population *population)
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
        value, population == nullptr ? QString() : toQt(choiceSentence(*population)), false);
}

void ScopeBar::sayFlagged(const Population *population)
{
    if (m_bench.session.scope().includeWithheld) {
        m_flagged->setValue(tr("Counted"), tr("Flagged results count as correct."), false);
        return;
    }
    const std::ptrdiff_t count = population == nullptr
        ? 0
        : std::ranges::count(population->cells(), Verdict::Flagged, &MetricRow::verdict);
    m_flagged->setValue(tr("Not correct · %1").arg(countText(count)),
                        tr("Correct results with a finding of cheating that is confirmed or not "
                           "reviewed. They stay in the denominator and do not count as correct."),
                        false);
}

void ScopeBar::saySize(const Population *population, SizeText wanted)
{
    m_size->setVisible(population != nullptr);
    if (population == nullptr)
        return;
    const PopulationSize size = sizeOf(*population);
    QString whole = tr("%1 × %2").arg(counted(size.tasks, tr("%1 task"), tr("%1 tasks")),
                                      counted(size.methods, tr("%1 method"), tr("%1 methods")));
    if (size.baselines > 0)
        whole = tr("%1 × %2").arg(whole,
                                  counted(size.baselines, tr("%1 baseline"), tr("%1 baselines")));
    const QString pairs = pairsText(size, wanted == SizeText::Shortest);
    const QString parts = counted(size.attempts, tr("%1 attempt"), tr("%1 attempts"));
    const QString attempts = tr("%1 (%2)").arg(pairsText(size, false), parts);
    // The tooltip has the number of attempts.
    m_size->setText(whole + u'\n' + (wanted == SizeText::Whole ? attempts : pairs));
    m_size->setAccessibleName(tr("%1: %2").arg(whole, attempts));
    m_size->setToolTip(toQt(captionOf(*population)));
}

void ScopeBar::choose(GroupBy condition, const ConditionRule &rule)
{
    Scope scope = m_bench.session.scope();
    if (rule.kind == ConditionRule::Kind::Largest)
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

void ScopeBar::fillMore(QMenu &menu)
{
    for (const ChoiceButton *button : m_folding) {
        button->menu()->setTitle(menuText(tr("%1: %2").arg(button->caption(), button->value())));
        menu.addMenu(button->menu());
    }
}

void ScopeBar::fillCondition(QMenu &menu, GroupBy which)
{
    menu.clear();
    qDeleteAll(menu.findChildren<QMenu *>(Qt::FindDirectChildrenOnly));
    const auto population = m_bench.session.population().value();
    if (!population)
        return;
    const PopulationCondition &condition = population->condition(which);
    for (const ConditionValue &each : condition.values) {
        const bool isChosen = condition.value == each.value;
        QString line = toQt(each.value);
        if (condition.hasSeveral())
            line = tr("%1   (%2)").arg(line, counted(each.cells, tr("%1 pair"), tr("%1 pairs")));
        QAction *action = addChoice(menu, menuText(line), isChosen);
        connect(action, &QAction::triggered, this, [this, which, value = each.value] {
            choose(which, {ConditionRule::Kind::Only, value});
        });
    }
    if (condition.values.empty())
        menu.addAction(tr("not recorded"))->setEnabled(false);
    menu.addSeparator();
    const ConditionRule rule = m_bench.session.scope().rule(which);
    const auto addRule = [&](const QString &line, ConditionRule::Kind kind) {
        connect(addChoice(menu, line, rule.kind == kind), &QAction::triggered, this,
                [this, which, kind] {
                    choose(which, {kind, {}});
                });
    };
    addRule(tr("Automatic (most results)"), ConditionRule::Kind::Largest);
    if (condition.hasSeveral() && condition.state != PopulationCondition::State::Unasked) {
        addRule(tr("Split"), ConditionRule::Kind::Split);
        addRule(tr("Pool"), ConditionRule::Kind::Pool);
    }
    if (which == GroupBy::Protocol)
        fillVerdicts(menu);
    if (which == GroupBy::Baseline)
        fillBaselineMethods(menu, *population);
}

void ScopeBar::fillBaselineMethods(QMenu &menu, const Population &population)
{
    const auto chosen = baselineMethod(m_bench.session.scope());
    QMenu *methods = menu.addMenu(tr("Method"));
    methods->setEnabled(!population.methodsInScope.empty());
    for (const Name method : population.methodsInScope) {
        QAction *action
            = addChoice(*methods, menuText(toQt(method.text())), chosen == method.text());
        connect(action, &QAction::triggered, this,
                [this, method] { choose(GroupBy::Baseline, overMethod(method.text())); });
    }
}

void ScopeBar::fillVerdicts(QMenu &menu)
{
    menu.addSeparator();
    const auto add = [&](const QString &line, CountedVerdict verdict) {
        const bool isChosen = m_bench.session.scope().verdict == verdict;
        connect(addChoice(menu, line, isChosen), &QAction::triggered, this, [this, verdict] {
            Scope scope = m_bench.session.scope();
            // A selected strict protocol does not apply to the verdicts of the runs.
            if (verdict == CountedVerdict::OfRun
                && scope.rule(GroupBy::Protocol).kind == ConditionRule::Kind::Only)
                scope.rules.erase(GroupBy::Protocol);
            scope.verdict = verdict;
            m_bench.session.setScope(scope);
        });
    };
    add(tr("Count the runs' own verdicts"), CountedVerdict::OfRun);
    add(tr("Count the strict verdicts"), CountedVerdict::Strict);
}

void ScopeBar::fillMethods(QMenu &menu)
{
    const auto population = m_bench.session.population().value();
    if (!population)
        return;
    for (const Name method : population->methodsInScope) {
        const bool isAsked = includesValue(m_bench.session.filter(), "method", method.text());
        QAction *action = addChoice(menu, menuText(toQt(method.text())), isAsked);
        connect(action, &QAction::triggered, this, [this, method](bool isOn) {
            const Filter &now = m_bench.session.filter();
            const Filter next = isOn ? includingValue(now, "method", method.text())
                                     : withoutValue(now, "method", method.text());
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
        if (++listed <= maxRounds)
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
    add(tr("Flagged results do not count as correct"), false);
    add(tr("Flagged results count as correct"), true);
}

void ScopeBar::fillLeftOut(QMenu &menu)
{
    menu.clear();
    const auto population = m_bench.session.population().value();
    if (!population)
        return;
    const auto add
        = [&menu](const QString &line) { menu.addAction(menuText(line))->setEnabled(false); };
    add(counted(population->given, tr("%1 result in the store"), tr("%1 results in the store")));
    for (const LeftOutObservations &each : population->leftOut)
        add(toQt(text(each)));
    const std::size_t other
        = countResults(population->observations()) - countResults(population->cells());
    if (other > 0)
        add(counted(other, tr("%1 other attempt at the same tasks"),
                    tr("%1 other attempts at the same tasks")));
    if (population->severalVersions > 0)
        add(counted(population->severalVersions,
                    tr("%1 task name with several versions, each counted as a task of its own"),
                    tr("%1 task names with several versions, each counted as a task of its own")));
}

} // namespace loupe::ui
