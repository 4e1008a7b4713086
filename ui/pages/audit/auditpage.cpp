// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit/auditpage.h"

#include "core/integrity/rulewords.h"
#include "core/model/verdict/ruletitle.h"
#include "ui/models/suspicionmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Formats a finding as a paragraph with its evidence and the limits of its rule.
QString findingHtml(const Finding &finding)
{
    const auto escaped = [](std::string_view text) { return toQt(text).toHtmlEscaped(); };
    QString html
        = AuditPage::tr("<p><b>%1</b> (%2) · %3, %4%5<br>%6</p>")
              .arg(escaped(ruleTitle(finding.rule)), escaped(finding.rule),
                   severityText(finding.severity), escaped(layerName(finding.layer)),
                   finding.line > 0 ? AuditPage::tr(", line %1").arg(finding.line) : QString(),
                   escaped(finding.message));
    if (const auto words = ruleWords(finding.rule))
        html += AuditPage::tr("<p>Shows: %1<br>Cannot show: %2</p>")
                    .arg(escaped(words->proves), escaped(words->cannotSee));
    return html;
}

QString auditText(const AuditSummary &summary)
{
    QString text = AuditPage::tr("Audit saved %1.")
                       .arg(counted(summary.findings, AuditPage::tr("%1 finding"),
                                    AuditPage::tr("%1 findings")));
    if (summary.unreadSources > 0)
        text += AuditPage::tr(" Not inspected: %1 (%2).")
                    .arg(counted(summary.unreadSources, AuditPage::tr("%1 imported source"),
                                 AuditPage::tr("%1 imported sources")),
                         toQt(summary.whyUnread));
    return text;
}

} // namespace

void AuditPage::connectAll()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::opened, this, &AuditPage::invalidate);
    connect(&session, &StoreSession::closed, this, [this] {
        refresh();
        say();
    });
    connect(&session, &StoreSession::leaving, this, [this] {
        m_reading.cancel();
        m_overview.reset();
        m_model->setOverview(m_overview);
        m_before.reset();
        m_steps.clear(); // queued decisions still go to their own store
        m_stored.clear();
        m_decided.clear();
        m_auditing.cancel();
        m_keeping.cancel(); // what is being saved still goes to its own store
        m_previewed.reset();
        report({}, false);
        refresh();
    });
    for (const auto signal : {&StoreSession::filterChanged, &StoreSession::scopeChanged})
        connect(&session, signal, this, [this] {
            m_before.reset(); // Counts of other results cannot be compared.
            invalidate();
        });
    reloadWithPopulation();
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(&m_bench.theme, &Theme::changed, this, &AuditPage::fitHeights);
    connect(m_rule, &QComboBox::currentIndexChanged, this, &AuditPage::pickRows);
    connect(m_onlyUnreviewed, &QCheckBox::toggled, this, &AuditPage::pickRows);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AuditPage::showEvidence);
    connect(m_table, &ResultTable::openRequested, m_reason, [this] { m_reason->setFocus(); });
    connect(m_clear, &QPushButton::clicked, this, [this] { decide(ReviewDecision::Cleared); });
    connect(m_confirm, &QPushButton::clicked, this, [this] { decide(ReviewDecision::Confirmed); });
    connect(m_reopen, &QPushButton::clicked, this, [this] { decide(ReviewDecision::Reopened); });
    connect(m_undo, &QPushButton::clicked, this, &AuditPage::undo);
    connect(m_toResults, &QPushButton::clicked, this, &AuditPage::showInResults);
    connect(&m_queue, &WriteQueue::changed, this, &AuditPage::reviewsMoved);
    connect(&m_queue, &WriteQueue::refused, this,
            [this](const std::filesystem::path &store, int, const QString &problem) {
                if (store != m_bench.session.file())
                    return;
                m_steps.clear(); // A rejected decision cannot be undone.
                m_decided.clear();
                report(problem, true);
            });
    connect(m_audit, &QPushButton::clicked, m_auditAction, &QAction::trigger);
    connect(m_auditAction, &QAction::triggered, this, &AuditPage::auditRecords);
    connect(m_discard, &QPushButton::clicked, this, &AuditPage::discardAudit);
}

bool AuditPage::isLoading() const
{
    const bool waits = isVisible() && m_bench.session.population().isRunning();
    return Page::isLoading() || m_reading.isRunning() || m_queue.isWriting()
        || m_auditing.isRunning() || waits;
}

void AuditPage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool) {
        say();
        return;
    }
    m_table->setStale(true);
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    if (population.isRunning())
        return; // changed() calls this again
    if (!population.value()) {
        if (population.error())
            deliver(*population.error());
        return;
    }
    m_reading.read(
        pool,
        [filter = m_bench.session.filter(), shown = population.value()](
            StoreReader &reader, const std::stop_token &stop) -> Result<Overview> {
            auto overview = auditOverview(reader, filter, *shown, stop);
            if (!overview)
                return std::move(overview).error();
            return Overview(std::make_shared<const AuditOverview>(std::move(*overview)));
        },
        [this](const Result<Overview> &result) { deliver(result); });
}

void AuditPage::deliver(const Result<Overview> &result)
{
    m_table->setStale(false);
    m_error = problemOf(result);
    if (!result) {
        say();
        return;
    }
    const int row = m_table->currentIndex().row();
    const RowId current = row < 0 ? RowId() : m_model->resultAt(row).row.id;
    const std::string rule = row < 0 ? std::string() : m_model->findingAt(row).rule;
    m_overview = *result;
    if (m_queue.waitingCount() == 0 && !m_reading.isOutdated())
        m_stored.clear(); // now part of the overview
    if (!m_before)
        m_before = m_overview->counted;
    m_model->setOverview(m_overview);
    fillRules();
    restoreRow(current, rule);
    m_effectModel->setTable(headlineEffectTable(*m_overview, m_before));
    m_effectNote->setText(toQt(m_effectModel->table().caption));
    say();
    emit countChanged(m_overview->unreviewed);
    emit statusChanged();
}

void AuditPage::fillRules()
{
    const QVariant before = m_rule->currentData();
    {
        const QSignalBlocker quiet(m_rule);
        m_rule->clear();
        m_rule->addItem(tr("All rules"), QString());
        for (const auto &[rule, results] : m_overview->byRule)
            m_rule->addItem(tr("%1 (%2)").arg(lineText(ruleTitle(rule)), countText(results)),
                            toQt(rule));
        m_rule->setCurrentIndex(std::max(0, m_rule->findData(before)));
    }
    pickRows();
}

void AuditPage::pickRows()
{
    m_model->setFilter(toCore(m_rule->currentData().toString()), m_onlyUnreviewed->isChecked());
    restoreRow({}, {});
}

void AuditPage::restoreRow(RowId evaluation, const std::string &rule)
{
    if (m_model->rowCount() > 0)
        m_table->selectRow(std::max(0, m_model->rowOf(evaluation, rule)));
    showEvidence();
}

std::vector<SuspiciousResult> AuditPage::selectedResults() const
{
    std::vector<SuspiciousResult> out;
    std::set<RowId> seen; // A result has one row per finding.
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows()) {
        const SuspiciousResult &result = m_model->resultAt(index.row());
        if (seen.insert(result.row.id).second)
            out.push_back(result);
    }
    applyReviews(m_stored, out);
    return out;
}

void AuditPage::applyReviews(const std::vector<Review> &reviews,
                             std::vector<SuspiciousResult> &results)
{
    for (const Review &review : reviews) {
        for (SuspiciousResult &result : results) {
            if (result.row.id == review.evaluation)
                result.review = review;
        }
    }
}

void AuditPage::showEvidence()
{
    const std::vector<SuspiciousResult> selected = selectedResults();
    QString html;
    if (selected.size() > 1)
        html = tr("<p><b>%1 results are selected.</b> A decision applies to all of them.</p>")
                   .arg(countText(selected.size()));
    if (!selected.empty()) {
        const SuspiciousResult &result = selected.front();
        html += tr("<p><b>%1</b> · %2<br>%3 · %4</p>")
                    .arg(toQt(result.row.task.text()).toHtmlEscaped(),
                         toQt(result.row.method.text()).toHtmlEscaped(),
                         verdictText(result.row.verdict), speedupText(result.row.speedup));
        const bool isFlagged
            = result.row.isWithheld && outcomeOf(result.row.verdict) == Outcome::Correct;
        html += tr("<p>%1 · %2</p>")
                    .arg(isFlagged ? tr("Flagged: not counted as correct")
                                   : tr("Counts as any other result"),
                         decisionText(result).toHtmlEscaped());
        if (result.review)
            html += tr("<p>%1: %2</p>")
                        .arg(timeText(result.review->decidedAt),
                             toQt(result.review->reason).toHtmlEscaped());
        for (const Finding &finding : result.findings)
            html += findingHtml(finding);
    }
    m_evidence->setHtml(html);
    refresh();
}

void AuditPage::auditRecords()
{
    if (!m_bench.session.isOpen() || !m_bench.services.auditRecords || m_keeping.isRunning())
        return;
    if (m_auditing.isRunning()) {
        m_auditing.cancel();
        report(tr("Audit stopped."), false);
        refresh();
        return;
    }
    if (m_previewed) {
        keepPreviewed();
        return;
    }
    report(tr("Auditing all records…"), false);
    m_auditing.start([audit = m_bench.services.auditRecords, file = m_bench.session.file()](
                         const std::stop_token &stop) { return audit(file, stop); },
                     [this](Result<AuditSummary> found) { take(std::move(found)); });
    say();
    refresh();
}

void AuditPage::startAudit()
{
    if (!m_auditing.isRunning() && !m_previewed)
        auditRecords();
}

void AuditPage::take(Result<AuditSummary> found)
{
    if (!found) {
        report(errorText(found.error()), true);
    } else {
        m_previewed = std::move(*found);
        if (m_previewed->preview.results.empty())
            keepPreviewed();
        else
            showPreview();
    }
    say();
    refresh();
}

void AuditPage::showPreview()
{
    const AuditPreview &preview = m_previewed->preview;
    report(capitalized(toQt(text(preview))) + u'.', false);
    constexpr std::size_t maxShown = 50;
    QString html;
    for (std::size_t i = 0; i < std::min(preview.results.size(), maxShown); ++i) {
        const FlaggedResult &each = preview.results[i];
        html += tr("<p><b>%1</b> · %2 · %3<br>%4")
                    .arg(toQt(each.task).toHtmlEscaped(), toQt(each.method).toHtmlEscaped(),
                         each.isCorrect ? tr("correct") : tr("failed"),
                         toQt(each.finding.message).toHtmlEscaped());
        if (!each.sourceLine.empty())
            html += tr("<br><code>line %1: %2</code>")
                        .arg(each.finding.line)
                        .arg(toQt(each.sourceLine).toHtmlEscaped());
        html += u"</p>"_s;
    }
    m_evidence->setHtml(html);
}

void AuditPage::keepPreviewed()
{
    m_keeping.start(
        [keep = m_previewed->keep](const std::stop_token &) { return keep ? keep() : Status(); },
        [this](const Status &kept) {
            if (kept)
                report(auditText(*m_previewed), false);
            else
                report(errorText(kept.error()), true);
            if (kept)
                m_previewed.reset();
            m_bench.session.poll();
            say();
            refresh();
        });
    refresh();
}

void AuditPage::discardAudit()
{
    m_previewed.reset();
    report(tr("The audit was discarded. Nothing is flagged by it."), false);
    showEvidence();
}

void AuditPage::showInResults()
{
    std::vector<RowId> ids;
    for (const SuspiciousResult &result : selectedResults())
        ids.push_back(result.row.id);
    const QString what = counted(ids.size(), tr("%1 result"), tr("%1 results"));
    m_bench.selection.set(std::move(ids), tr("%1 selected: under suspicion").arg(what));
    m_bench.commands.action(u"page.results"_s)->trigger();
}

void AuditPage::report(const QString &text, bool isError)
{
    m_status->setText(text);
    setTone(*m_status, isError);
    m_status->setVisible(!text.isEmpty());
}

void AuditPage::refresh()
{
    const bool canDecide = m_table->selectionModel()->hasSelection();
    for (QPushButton *button : {m_clear, m_confirm, m_reopen})
        button->setEnabled(canDecide);
    m_toResults->setEnabled(m_table->selectionModel()->hasSelection());
    m_undo->setEnabled(m_steps.canUndo());
    const bool canAudit
        = m_bench.session.isOpen() && bool(m_bench.services.auditRecords) && !m_keeping.isRunning();
    m_discard->setVisible(m_previewed.has_value() && !m_keeping.isRunning());
    if (m_auditing.isRunning())
        m_audit->setText(tr("Stop the audit"));
    else
        m_audit->setText(m_previewed ? tr("Flag these results") : tr("Audit the records"));
    m_audit->setEnabled(canAudit);
    m_auditAction->setEnabled(canAudit);
}

void AuditPage::say()
{
    const bool isNothing = !m_overview || m_overview->results.empty();
    if (!isNothing) {
        m_heading->setText(counted(m_overview->results.size(), tr("%1 attempt with findings"),
                                   tr("%1 attempts with findings")));
        m_note->setText(tr("%1 not reviewed · %2 of %3 task × method pairs flagged: not counted as "
                           "correct")
                            .arg(countText(m_overview->unreviewed),
                                 countText(m_overview->flagged.count),
                                 countText(m_overview->flagged.of)));
    }
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to see suspicious results."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The suspicions could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (m_auditing.isRunning())
        m_empty->say(tr("Auditing all records…"), {}, nullptr);
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No suspicious result matches the filter."),
                     tr("No findings for results that match %1").arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else
        m_empty->say(m_status->text().isEmpty() ? tr("Not audited since the store was opened")
                                                : tr("No suspicious results found"),
                     m_status->text().isEmpty()
                         ? tr("No suspicious results. Runs inspect their results as they are "
                              "measured. Imported results are inspected by an audit, which also "
                              "compares all results and saves its findings.")
                         : m_status->text(),
                     m_auditAction);
    m_stack->setCurrentIndex(isNothing || !m_error.isEmpty() ? 1 : 0);
}

QString AuditPage::keys() const
{
    return tr("J/K next · Enter writes the reason · Ctrl+Z undoes the last decision");
}

void AuditPage::decide(ReviewDecision decision)
{
    std::vector<SuspiciousResult> selected = selectedResults();
    // Queued decisions are stored before this one, so undo must return to them.
    applyReviews(m_queue.waiting(m_bench.session.file()), selected);
    const QString reason = m_reason->text().trimmed();
    if (selected.empty())
        return;
    if (reason.isEmpty()) {
        report(tr("Enter a reason first; a decision needs one."), true);
        m_reason->setFocus();
        return;
    }
    m_steps.add(selected);
    m_reason->clear();
    const QString what = counted(selected.size(), tr("%1 result"), tr("%1 results"));
    say(m_steps.decide(selected, decision, toCore(reason)),
        tr("%1: %2").arg(what, toQt(decisionName(decision))));
}

void AuditPage::say(const std::vector<Review> &reviews, const QString &decided)
{
    m_decided = decided;
    report({}, false);
    m_queue.add(m_bench.session.file(), reviews);
}

void AuditPage::undo()
{
    if (!m_steps.canUndo())
        return;
    const std::vector<Review> back = m_steps.takeBack(m_steps.last());
    m_steps.dropLast();
    say(back, tr("The last decision was undone."));
}

void AuditPage::reviewsMoved()
{
    const bool waits = m_queue.waitingCount() > 0 && !m_queue.problem().isEmpty();
    if (m_queue.waitingCount() == 0) {
        if (!m_decided.isEmpty())
            report(std::exchange(m_decided, {}), false);
        m_bench.session.poll();
    }
    if (waits)
        report(
            tr("%1 not saved yet; retrying: %2")
                .arg(counted(m_queue.waitingCount(), tr("%1 decision is"), tr("%1 decisions are")),
                     m_queue.problem()),
            true);
    showEvidence();
    emit statusChanged();
}

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
    fitHeights();
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
    m_rule->setMinimumContentsLength(20);
    m_onlyUnreviewed->setAccessibleName(m_onlyUnreviewed->text());
    m_audit->setToolTip(tr("Compares all stored results with each other, and saves the findings"));
    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_note, 1);
    head->addWidget(m_rule);
    head->addWidget(m_onlyUnreviewed);
    head->addWidget(m_discard);
    head->addWidget(m_audit);
    m_discard->hide();
    auto *content = new QWidget;
    auto *column = makeColumn(unit, content);
    column->addLayout(head);
    column->addWidget(parts, 1);
    m_stack = fillPage(this, content, m_empty, m_bench.theme);
}

QWidget *AuditPage::makeList()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Suspicions and proofs"));
    m_table->setObjectName(u"auditTable"_s);
    (new FittedColumns(*m_table, m_bench.theme, FittedColumns::noColumn))
        ->set({{}, {16, 0}, {}, {18, 0}, {20, 0}, {13, 0}, {14, 0}});
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
    (new FittedColumns(*m_effect, m_bench.theme, FittedColumns::noColumn))->set();
    m_effect->setAccessibleName(tr("Headline numbers with and without excluded results"));
    m_effect->setSelectionMode(QAbstractItemView::SingleSelection);
    m_effectNote->setWordWrap(true);
    m_effectNote->setTextFormat(Qt::PlainText);
    m_effectNote->setContentsMargins(unit, unit / 2, unit, unit / 2);
    auto *panel = makePanel();
    auto *column = qobject_cast<QVBoxLayout *>(panel->layout());
    column->addWidget(m_effect, 1);
    column->addWidget(m_effectNote);
    keepTextHeight(panel);
    return panel;
}

void AuditPage::fitHeights()
{
    const Theme &theme = m_bench.theme;
    m_effect->setMinimumHeight(theme.compactRowHeight() * 5);
}

} // namespace loupe::ui
