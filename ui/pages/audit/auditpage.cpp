// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit/auditpage.h"

#include "core/integrity/rulewords.h"
#include "ui/models/suspicionmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QAction>
#include <QCheckBox>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QStyle>
#include <QTextBrowser>

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
        = AuditPage::tr("<p><b>%1</b> · %2, %3%4<br>%5</p>")
              .arg(escaped(finding.rule), escaped(severityName(finding.severity)),
                   escaped(layerName(finding.layer)),
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
                       .arg(counted(static_cast<std::int64_t>(summary.findings),
                                    AuditPage::tr("%1 finding"), AuditPage::tr("%1 findings")));
    if (summary.unreadSources > 0)
        text += AuditPage::tr(" Not inspected: %1 (%2).")
                    .arg(counted(static_cast<std::int64_t>(summary.unreadSources),
                                 AuditPage::tr("%1 imported source"),
                                 AuditPage::tr("%1 imported sources")),
                         toQt(summary.whyUnread));
    return text;
}

} // namespace

// The layout is in auditlayout.cpp, the decisions in auditdecisions.cpp.

AuditPage::~AuditPage() = default;

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
    connect(&session.population(), &ScopedPopulation::changed, this, [this] {
        const ScopedPopulation &population = m_bench.session.population();
        if (population.value() || population.error())
            invalidate();
    });
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
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
    m_effect->setColumnCharacters({28, 7, 17, 17, 6, 8, 6, 8, 10, 12, 6, 9, 7});
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
            m_rule->addItem(tr("%1 (%2)").arg(toQt(rule), countText(results)), toQt(rule));
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
                   .arg(countText(static_cast<std::int64_t>(selected.size())));
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
    QString summary = toQt(text(preview));
    summary[0] = summary[0].toUpper();
    report(summary + u'.', false);
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
    const QString what
        = counted(static_cast<std::int64_t>(ids.size()), tr("%1 result"), tr("%1 results"));
    m_bench.selection.set(std::move(ids), tr("%1 selected: under suspicion").arg(what));
    m_bench.commands.action(u"page.results"_s)->trigger();
}

void AuditPage::report(const QString &text, bool isError)
{
    m_status->setText(text);
    m_status->setProperty("tone", isError ? u"error"_s : u"dim"_s);
    m_status->style()->polish(m_status);
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
        m_heading->setText(counted(static_cast<std::int64_t>(m_overview->results.size()),
                                   tr("%1 attempt with findings"),
                                   tr("%1 attempts with findings")));
        m_note->setText(tr("%1 not reviewed · %2 of %3 task × method pairs flagged: not counted as "
                           "correct")
                            .arg(countText(m_overview->unreviewed),
                                 countText(static_cast<std::int64_t>(m_overview->flagged.count)),
                                 countText(static_cast<std::int64_t>(m_overview->flagged.of))));
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

QComboBox *AuditPage::ruleBox() const
{
    return m_rule;
}

QString AuditPage::heading() const
{
    return m_heading->text();
}

QString AuditPage::evidence() const
{
    return m_evidence->toPlainText();
}

QString AuditPage::status() const
{
    return m_status->text();
}

QString AuditPage::keys() const
{
    return tr("J/K next · Enter writes the reason · Ctrl+Z undoes the last decision");
}

void AuditPage::takeFocus()
{
    m_table->setFocus();
}

} // namespace loupe::ui
