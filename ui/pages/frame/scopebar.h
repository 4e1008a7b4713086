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

/// Drop-downs for the scope of the counting pages: suite, methods, device, baseline, protocol,
/// attempt, flagged results. Shows the number of tasks and methods at the right end, and what is
/// excluded. While visible it requests the population. If it is narrow, the last drop-downs fold
/// into one.
class ScopeBar final : public QWidget
{
    Q_OBJECT
public:
    explicit ScopeBar(const Workbench &bench, QWidget *parent = nullptr);

    ChoiceButton *condition(GroupBy which) const { return m_conditions.at(which); }
    ChoiceButton *methods() const { return m_methods; }
    ChoiceButton *attempt() const { return m_attempt; }
    ChoiceButton *flagged() const { return m_flagged; }
    /// Returns the button whose menus are the folded choices.
    ChoiceButton *more() const { return m_more; }
    bool isFolded() const { return m_isFolded; }
    /// Returns the button "206 tasks × 4 methods …"; its menu lists the excluded results.
    QToolButton *size() const { return m_size; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildLayout();
    int unfoldedWidth() const; ///< width of all widgets, including the size text
    void fold();
    void sayMore();
    void update();
    void sayCondition(const PopulationCondition &condition);
    void sayMethods(const Population &population);
    void sayAttempt(const Population *population);
    void sayFlagged(const Population *population);
    enum class SizeText { Whole, WithoutAttempts, Shortest };
    void saySize(const Population *population, SizeText wanted);
    int widthForSize() const;
    void fillCondition(QMenu &menu, GroupBy which);
    void fillBaselineMethods(QMenu &menu, const Population &population);
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
    std::vector<ChoiceButton *> m_folding; ///< folded into `m_more`
    bool m_isNarrow = false;               ///< below the width at which it always folds
    bool m_isFolded = false;
};

} // namespace loupe::ui
