// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the widgets of the page Audit.
#include "ui/models/suspicionmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/frame/pageframe.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"
#include "ui/widgets/verdictcolumns.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTextBrowser>

using namespace Qt::StringLiterals;

namespace loupe::ui {

AuditPage::AuditPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new SuspicionModel(this))
    , m_effectModel(new TextTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_effect(new ResultTable(bench.theme))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_effectNote(makeCaption(bench.theme))
    , m_rule(new ChoiceBox(bench.theme))
    , m_onlyUnreviewed(new QCheckBox(tr("Only not reviewed")))
    , m_evidence(new QTextBrowser)
    , m_reason(new QLineEdit)
    , m_clear(makeButton(tr("Accept")))
    , m_confirm(makeButton(tr("Exclude")))
    , m_reopen(makeButton(tr("Undo review")))
    , m_undo(makeButton(tr("Undo")))
    , m_toResults(makeButton(tr("Show in Results")))
    , m_audit(makeButton(tr("Audit the records")))
    , m_discard(makeButton(tr("Discard the audit")))
    , m_auditAction(new QAction(m_audit->text(), this))
    , m_status(new QLabel)
    , m_empty(new EmptyState(bench.theme))
    , m_steps(bench.services.person)
    , m_queue(bench.services.review,
              [this](const std::filesystem::path &store, const std::vector<Review> &reviews) {
                  if (store == m_bench.session.file())
                      m_stored.insert(m_stored.end(), reviews.begin(), reviews.end());
              })
{
    buildLayout();
    connectAll();
    say();
    refresh();
}

void AuditPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    auto *upper = makeSplitter(Qt::Horizontal, m_bench.theme);
    upper->addWidget(makeList());
    upper->addWidget(makeEvidence());
    upper->setStretchFactor(0, 1);
    upper->setSizes({unit * 105, unit * 48});
    auto *parts = makeSplitter(Qt::Vertical, m_bench.theme);
    parts->addWidget(upper);
    parts->addWidget(makeEffect());
    parts->setStretchFactor(0, 1);
    parts->setSizes({unit * 66, unit * 22});
    m_note->setProperty("tone", u"dim"_s);
    m_rule->setAccessibleName(tr("Rule"));
    m_rule->setMinimumContentsLength(26);
    m_onlyUnreviewed->setAccessibleName(m_onlyUnreviewed->text());
    m_audit->setToolTip(tr("Compares all stored results with each other and saves the findings, as "
                           "kloupe audit --keep does"));
    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_note, 1);
    head->addWidget(m_rule);
    head->addWidget(m_onlyUnreviewed);
    head->addWidget(m_discard);
    head->addWidget(m_audit);
    m_discard->hide();
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit);
    column->addLayout(head);
    column->addWidget(parts, 1);
    m_stack = fillPage(this, content, m_empty, m_bench.theme);
}

QWidget *AuditPage::makeList()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Suspicions and proofs"));
    m_table->setObjectName(u"auditTable"_s);
    m_table->setColumnCharacters({11, 14, 10, 18, 30, 12, 24, 12, 9, 60});
    fitVerdicts(*m_table, m_bench.theme, {SuspicionModel::VerdictColumn});
    return makePanelAround(m_table);
}

QWidget *AuditPage::makeEvidence()
{
    const int unit = m_bench.theme.unit();
    m_evidence->setAccessibleName(tr("Evidence"));
    m_evidence->setOpenLinks(false);
    m_evidence->setFrameShape(QFrame::NoFrame);
    m_evidence->setTabChangesFocus(true);
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("reason (required)"));
    m_status->setWordWrap(true);
    m_status->setTextFormat(Qt::PlainText);
    auto *decisions = makeRow(unit);
    for (QPushButton *button : {m_clear, m_confirm, m_reopen, m_undo})
        decisions->addWidget(button);
    m_clear->setToolTip(tr("Not cheating: the result counts again, unless there is a proof"));
    m_confirm->setToolTip(tr("Cheating: the result does not count as correct"));
    m_reopen->setToolTip(tr("Removes the decision"));
    m_undo->setToolTip(tr("Undoes the last decision of this session; both stay in the store"));
    auto *panel = makePanel();
    auto *column = qobject_cast<QVBoxLayout *>(panel->layout());
    column->setContentsMargins(unit, unit, unit, unit);
    column->setSpacing(unit / 2);
    column->addWidget(m_evidence, 1);
    column->addWidget(m_status);
    column->addWidget(m_reason);
    column->addLayout(decisions);
    column->addWidget(m_toResults);
    return panel;
}

QWidget *AuditPage::makeEffect()
{
    const int unit = m_bench.theme.unit();
    m_effect->setModel(m_effectModel);
    m_effect->setAccessibleName(tr("Headline numbers with and without excluded results"));
    m_effect->setSelectionMode(QAbstractItemView::SingleSelection);
    m_effect->setMinimumHeight(m_bench.theme.compactRowHeight() * 5);
    m_effectNote->setWordWrap(true);
    m_effectNote->setTextFormat(Qt::PlainText);
    m_effectNote->setContentsMargins(unit, unit / 2, unit, unit / 2);
    auto *panel = makePanel();
    auto *column = qobject_cast<QVBoxLayout *>(panel->layout());
    column->addWidget(m_effect, 1);
    column->addWidget(m_effectNote);
    return panel;
}

} // namespace loupe::ui
