// SPDX-License-Identifier: GPL-3.0-or-later
// Menus of the scope's drop-downs.
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/populationtext.h"
#include "core/model/filteredit.h"
#include "ui/pages/frame/scopebar.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebutton.h"

#include <QAction>
#include <QMenu>

#include <set>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int maxRounds = 12; ///< in the menu of attempts

/// Escapes ampersands, which would mark mnemonics.
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

} // namespace

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
            line
                = tr("%1   (%2 pairs)").arg(line, countText(static_cast<std::int64_t>(each.cells)));
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
    add(counted(static_cast<std::int64_t>(population->given), tr("%1 result in the store"),
                tr("%1 results in the store")));
    for (const LeftOutObservations &each : population->leftOut)
        add(toQt(text(each)));
    const std::size_t other = population->observations().size() - population->cells().size();
    if (other > 0)
        add(tr("%1 other attempts at the same tasks")
                .arg(countText(static_cast<std::int64_t>(other))));
    if (population->severalVersions > 0)
        add(tr("%1 task names with several versions, each counted as a task of its own")
                .arg(countText(static_cast<std::int64_t>(population->severalVersions))));
}

} // namespace loupe::ui
