// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/candidatemodel.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/pages/triage/failurecauses.h"
#include "ui/shell/marks/triagemarks.h"

#include <QLabel>

#include <memory>

class QStackedLayout;

namespace loupe::ui {

class CauseModel;
class ElidedLabel;
class EmptyState;
class ResultTable;

/// Failed cells of the scope by cause, each next to its reference, with their reviews. Can be used
/// with the keyboard alone.
class TriagePage final : public Page
{
    Q_OBJECT
public:
    explicit TriagePage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override { returnToList(); }
    bool canUndo() const override { return m_marks->canUndo(); }
    void undo() override { m_marks->undo(); }
    bool canRedo() const override { return m_marks->canRedo(); }
    void redo() override { m_marks->redo(); }
    bool canTag() const override { return hasCandidate(); }
    void focusTag() override;
    RowId kernel() const override { return m_view->current(); }
    DiffView *diff() const override { return m_view->diff(); }
    KernelFrame *kernelFrame() const override { return m_splitter; }
    CandidateView *candidate() const override { return hasCandidate() ? m_view : nullptr; }
    RoundStrip *rounds() const override { return hasCandidate() ? m_view->rounds() : nullptr; }

    /// Set the state of the current candidate, or of all candidates of its cause.
    void markCurrent(TriageState state);
    void markCause(TriageState state);
    void addTag(const QString &tag);
    void addNote(const QString &note);
    /// Goes to the next new candidate of the cause, then of the next cause.
    void goToNextNew();
    bool hasCandidate() const { return bool(m_view->current()); }
    /// Returns the failures to annotate together: the selected ones, else the displayed one.
    std::vector<RowId> targets() const;

    ResultTable *causeTable() const { return m_causeTable; }
    ResultTable *candidateTable() const { return m_candidateTable; }
    CauseModel *causeModel() const { return m_causeModel; }
    CandidateModel *candidateModel() const { return m_candidateModel; }
    CandidateView *view() const { return m_view; }
    TriageMarks *marks() const { return m_marks; }
    KernelFrame *splitter() const { return m_splitter; }
    QString heading() const { return m_heading->text(); }

protected:
    void reload() override;

private:
    struct Found {
        FailureCauses causes;
        TriageMarks::Events events;      ///< of annotated failures
        std::vector<Annotation> history; ///< recent annotations by this user
    };
    /// Request for a worker.
    struct Wanted {
        Filter filter;
        std::vector<RowId> selected; ///< if not empty, shown regardless of the scope
        std::shared_ptr<const Population> population;
        std::string historyOf;
    };
    /// Restricts the causes to the requested ones and counts their cells.
    static Status count(StoreReader &reader, const Wanted &wanted, const std::stop_token &stop,
                        FailureCauses &causes);
    static Result<Found> find(StoreReader &reader, const Wanted &wanted,
                              const std::stop_token &stop);
    QWidget *makeLists();
    void connectAll();
    void deliver(const Result<Found> &result);
    void showCause(int row);
    void showCandidate(int row);
    /// Shows this evaluation if the page is open next to the one that selected it.
    void follow(RowId id);
    /// Returns false if it is not among the failures.
    bool selectFailure(RowId id);
    void candidateLoaded();
    /// Focuses the list, or the kernel if it fills the page.
    void returnToList();
    void say();
    void sayCounts();
    void showMarks(const std::vector<RowId> &ids);
    void countReviewed();

    TriageMarks *m_marks;
    CauseModel *m_causeModel;
    CandidateModel *m_candidateModel;
    ResultTable *m_causeTable;
    ResultTable *m_candidateTable;
    CandidateView *m_view;
    KernelFrame *m_splitter = nullptr;
    QLabel *m_heading;
    ElidedLabel *m_note;
    QLabel *m_methods;
    QStackedLayout *m_stack = nullptr;
    EmptyState *m_empty;
    FailureCauses m_causes;
    QString m_error;
    bool m_isFilling = false; ///< the page itself selects rows
    PageStudy<Found> m_reading{[this] { invalidate(); }};
};

} // namespace loupe::ui
