// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/figurespec.h"
#include "ui/pages/compare/sidesstudy.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include <optional>
#include <vector>

namespace loupe::ui {

class EmptyState;
class KernelPairDialog;
class RefusalView;
class RunComparisonView;
class SideButton;
class SidesView;

/// Compares A and B: methods, runs, devices, rounds, baselines or filters, within the window's
/// filter and scope. Every number equals that of `kloupe compare --a --b`. A button switches to
/// runs against a baseline, attempt by attempt.
class ComparePage final : public Page
{
    Q_OBJECT
public:
    explicit ComparePage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;

    void setSides(const ComparedSide &first, const ComparedSide &second);
    /// Returns nothing until A and B are known.
    const std::optional<SidePair> &sides() const { return m_shown; }
    bool canSwap() const { return m_shown.has_value() && !showsRuns(); }
    void swap();
    void showRuns(bool on);
    bool showsRuns() const { return m_runsButton->isChecked(); }

    SideButton *firstSide() const { return m_first; }
    SideButton *secondSide() const { return m_second; }
    SidesView *view() const { return m_view; }
    RefusalView *refusal() const { return m_refusal; }
    RunComparisonView *runs() const { return m_runs; }
    KernelPairDialog *kernels() const { return m_kernels; }
    /// Describes how A and B override the window's scope; empty if they do not.
    QString overrides() const { return m_overrides->text(); }
    QPushButton *swapButton() const { return m_swap; }
    QPushButton *filterButton() const { return m_asFilter; }
    QPushButton *figureButton() const { return m_makeFigure; }
    /// Returns the available values of a kind.
    std::vector<ConditionValue> valuesOf(SideKind kind) const
    {
        return m_study ? m_study->choices.of(kind) : std::vector<ConditionValue>();
    }
    /// Returns the summary of the comparison; empty if there is none.
    QString sentence() const;

signals:
    void figureRequested(const loupe::FigureSpec &spec);

protected:
    void reload() override;

private:
    enum class Part { Sides, Refused, Runs, Empty };
    QWidget *makeHead();
    void connectAll();
    void forget();
    void deliver(const Result<SharedStudy> &study);
    void showStudy();
    void showSides();
    void showOverrides();
    void sayEmpty();
    void take(const SideWay &way);
    void openPair(const ComparedPair &pair);
    void showResults(const std::vector<RowId> &ids, const QString &text);
    /// Returns nothing if no filter covers both A and B.
    std::optional<Filter> filterOfBoth() const;
    void showAsFilter();
    FigureSpec figureSpec() const;
    Part part() const { return static_cast<Part>(m_stack->currentIndex()); }
    void show(Part part) { m_stack->setCurrentIndex(static_cast<int>(part)); }
    using Page::show;

    SideButton *m_first;
    SideButton *m_second;
    QPushButton *m_swap;
    QPushButton *m_asFilter;
    QPushButton *m_makeFigure;
    QPushButton *m_runsButton;
    QLabel *m_hint;
    QLabel *m_overrides;
    QWidget *m_head = nullptr;
    QStackedWidget *m_stack;
    SidesView *m_view;
    RefusalView *m_refusal;
    RunComparisonView *m_runs;
    EmptyState *m_empty;
    KernelPairDialog *m_kernels;

    std::optional<SidePair> m_chosen; ///< selected by the user
    std::optional<SidePair> m_shown;
    std::optional<SpeedMeasure> m_measure;
    bool m_allowsChangedTasks = false;
    SharedStudy m_study;
    QString m_error;
    PageStudy<SharedStudy> m_reading{[this] { invalidate(); }};
};

} // namespace loupe::ui
