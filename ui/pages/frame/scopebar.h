// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "ui/shell/session/workbench.h"

#include <QWidget>

#include <map>

class QMenu;
class QToolButton;

namespace loupe::ui {

class ChoiceButton;

/// What a page that keeps to the scope is about, as drop-downs: suite, methods, device, baseline,
/// protocol, attempt, flagged results; at the right end how many tasks and methods that is, and
/// what was left out.
class ScopeBar final : public QWidget
{
    Q_OBJECT
public:
    explicit ScopeBar(const Workbench &bench, QWidget *parent = nullptr);

    ChoiceButton *condition(GroupBy which) const { return m_conditions.at(which); }
    ChoiceButton *methods() const { return m_methods; }
    ChoiceButton *attempt() const { return m_attempt; }
    ChoiceButton *flagged() const { return m_flagged; }
    /// "206 tasks × 4 methods …"; its menu lists what was left out.
    QToolButton *size() const { return m_size; }

private:
    void update();
    void sayCondition(const PopulationCondition &condition);
    void sayMethods(const Population &population);
    void sayAttempt();
    void sayFlagged(const Population *population);
    void saySize(const Population *population);
    void fillCondition(QMenu &menu, GroupBy which);
    void fillMethods(QMenu &menu);
    void fillAttempts(QMenu &menu);
    void fillFlagged(QMenu &menu);
    void fillLeftOut(QMenu &menu);
    void choose(GroupBy condition, const ConditionRule &rule);
    void choose(const AttemptChoice &choice);
    ChoiceButton *makeChoice(const QString &caption, void (ScopeBar::*fill)(QMenu &));

    const Workbench m_bench;
    std::map<GroupBy, ChoiceButton *> m_conditions;
    ChoiceButton *m_methods;
    ChoiceButton *m_attempt;
    ChoiceButton *m_flagged;
    QToolButton *m_size;
};

} // namespace loupe::ui
