// SPDX-License-Identifier: GPL-3.0-or-later
// Review decisions on the page Audit: their input, undo and storage.
#include "ui/pages/audit/auditpage.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"

#include <QLineEdit>

#include <utility>

namespace loupe::ui {

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
    const QString what
        = counted(static_cast<std::int64_t>(selected.size()), tr("%1 result"), tr("%1 results"));
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

} // namespace loupe::ui
