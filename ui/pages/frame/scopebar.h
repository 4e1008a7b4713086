// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "ui/shell/session/workbench.h"

#include <QWidget>

#include <map>
#include <set>
#include <vector>

class QMenu;
class QToolButton;

namespace loupe::ui {

class ChoiceButton;

/// What the pages of a window that count are about, as drop-downs: suite, methods, device,
/// baseline, protocol, attempt, flagged results; at the right end how many tasks and methods that
/// is, and what was left out. While it is shown it wants the population. Where it is narrow, the
/// last drop-downs fold into one.
class ScopeBar final : public QWidget
{
    Q_OBJECT
public:
    explicit ScopeBar(const Workbench &bench, QWidget *parent = nullptr);

    ChoiceButton *condition(GroupBy which) const { return m_conditions.at(which); }
    ChoiceButton *methods() const { return m_methods; }
    ChoiceButton *attempt() const { return m_attempt; }
    ChoiceButton *flagged() const { return m_flagged; }
    /// Has the choices that do not fit, as menus of its own.
    ChoiceButton *more() const { return m_more; }
    bool isFolded() const { return m_isFolded; }
    /// "206 tasks × 4 methods …"; its menu lists what was left out.
    QToolButton *size() const { return m_size; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildLayout();
    int unfoldedWidth() const; ///< that all of it takes, the size in words as well
    void fold();
    void sayMore();
    void update();
    void sayCondition(const PopulationCondition &condition);
    static std::set<Name> methodsOf(const Population &population);
    void sayMethods(const Population &population);
    void sayAttempt(const Population *population);
    void sayFlagged(const Population *population);
    void saySize(const Population *population);
    void fillCondition(QMenu &menu, GroupBy which);
    void fillVerdicts(QMenu &menu);
    void fillMethods(QMenu &menu);
    void fillAttempts(QMenu &menu);
    void fillFlagged(QMenu &menu);
    void fillMore(QMenu &menu);
    void fillLeftOut(QMenu &menu);
    void choose(GroupBy condition, const ConditionRule &rule);
    void choose(const AttemptChoice &choice);
    ChoiceButton *makeChoice(const QString &caption, void (ScopeBar::*fill)(QMenu &));

    const Workbench m_bench;
    std::map<GroupBy, ChoiceButton *> m_conditions;
    ChoiceButton *m_methods;
    ChoiceButton *m_attempt;
    ChoiceButton *m_flagged;
    ChoiceButton *m_more;
    QToolButton *m_size;
    std::vector<ChoiceButton *> m_folding; ///< what `m_more` takes in
    bool m_isNarrow = false;               ///< below the width at which it always folds
    bool m_isFolded = false;
};

} // namespace loupe::ui
