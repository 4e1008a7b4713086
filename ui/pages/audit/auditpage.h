// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/suspicions.h"
#include "ui/async/latestjob.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/marks/reviewsteps.h"
#include "ui/shell/session/writequeue.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/tables/resulttable.h"

#include <QLabel>
#include <QTextBrowser>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QStackedLayout;

namespace loupe::ui {

class ElidedLabel;
class EmptyState;
class SuspicionModel;
class TextTableModel;

/// Results with integrity findings: the evidence, the limits of the rule, and the user's decisions,
/// with their effect on the headline numbers.
class AuditPage final : public Page
{
    Q_OBJECT
public:
    explicit AuditPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override { m_table->setFocus(); }

    /// Records this decision for the selected results; requires a reason.
    void decide(ReviewDecision decision);
    bool canUndo() const override { return m_steps.canUndo(); }
    void undo() override;
    /// Audits all records in the background, or cancels a running audit. If it would flag results,
    /// it shows them first, and the next call saves the audit.
    void auditRecords();
    /// Starts an audit unless one runs or waits for a decision.
    void startAudit();
    /// Discards the displayed audit.
    void discardAudit();
    /// Returns the queue of decisions to store.
    WriteQueue &queue() { return m_queue; }

    ResultTable *table() const { return m_table; }
    ResultTable *effectTable() const { return m_effect; }
    QComboBox *ruleBox() const { return m_rule; }
    QCheckBox *onlyUnreviewed() const { return m_onlyUnreviewed; }
    QLineEdit *reasonEdit() const { return m_reason; }
    QPushButton *resultsButton() const { return m_toResults; }
    QString heading() const { return m_heading->text(); }
    QString evidence() const { return m_evidence->toPlainText(); }
    /// Returns the message about the last decision or audit.
    QString status() const { return m_status->text(); }

protected:
    void reload() override;

private:
    using Overview = std::shared_ptr<const AuditOverview>;
    void buildLayout();
    QWidget *makeList();
    QWidget *makeEvidence();
    QWidget *makeEffect();
    /// Gives the headline numbers their least height for the size of the text.
    void fitHeights();
    void connectAll();
    void deliver(const Result<Overview> &result);
    void fillRules();
    void pickRows();
    void restoreRow(RowId evaluation, const std::string &rule);
    void showEvidence();
    std::vector<SuspiciousResult> selectedResults() const;
    /// Adds decisions made since the results were read.
    static void applyReviews(const std::vector<Review> &reviews,
                             std::vector<SuspiciousResult> &results);
    void say(const std::vector<Review> &reviews, const QString &decided);
    void reviewsMoved();
    void showInResults();
    void say();
    void take(Result<AuditSummary> found);
    void showPreview();
    void keepPreviewed();
    void report(const QString &text, bool isError);
    void refresh();

    SuspicionModel *m_model;
    TextTableModel *m_effectModel;
    ResultTable *m_table;
    ResultTable *m_effect;
    QLabel *m_heading;
    ElidedLabel *m_note;
    QLabel *m_effectNote;
    ChoiceBox *m_rule;
    QCheckBox *m_onlyUnreviewed;
    QTextBrowser *m_evidence;
    QLineEdit *m_reason;
    QPushButton *m_clear;
    QPushButton *m_confirm;
    QPushButton *m_reopen;
    QPushButton *m_undo;
    QPushButton *m_toResults;
    QPushButton *m_audit;
    QPushButton *m_discard;
    QAction *m_auditAction;
    QLabel *m_status;
    QStackedLayout *m_stack = nullptr;
    EmptyState *m_empty;

    Overview m_overview;
    std::optional<RateRow> m_before; ///< counts before any decision on this page
    ReviewSteps m_steps;
    QString m_error;
    PageStudy<Overview> m_reading{[this] { invalidate(); }};
    EventQueue<Review> m_queue;
    std::vector<Review> m_stored; ///< not in the overview yet
    QString m_decided;            ///< message to show once all decisions are stored
    LatestJob<Result<AuditSummary>> m_auditing;
    std::optional<AuditSummary> m_previewed; ///< audit that would flag results, not saved yet
    LatestJob<Status> m_keeping;
};

} // namespace loupe::ui
