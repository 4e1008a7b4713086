// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/suspicionmodel.h"

#include "core/model/verdict/ruletitle.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

QString decisionText(const SuspiciousResult &result)
{
    if (!result.review)
        return SuspicionModel::tr("not reviewed");
    return SuspicionModel::tr("%1 by %2")
        .arg(toQt(decisionName(result.review->decision)), toQt(result.review->person));
}

SuspicionModel::SuspicionModel(QObject *parent) : HeldRows(parent)
{
    using Row = SuspicionRow;
    const auto nameOf = [](Name MetricRow::*part) -> Answer {
        return [part](const Row &row) { return lineText((row.result->row.*part).text()); };
    };
    setColumns({{tr("Headline"), CellKind::Text,
                 [](const Row &row) {
                     const MetricRow &of = row.result->row;
                     return of.isWithheld && outcomeOf(of.verdict) == Outcome::Correct
                         ? tr("⚑ flagged")
                         : tr("counts");
                 }},
                {tr("Decision"),
                 CellKind::Text,
                 [](const Row &row) { return decisionText(*row.result); },
                 {{KindRole,
                   [](const Row &row) {
                       return row.result->review ? QVariant() : asData(CellKind::Dim);
                   }}}},
                {tr("Weight"), CellKind::Text,
                 [](const Row &row) { return severityText(row.finding->severity); }},
                {tr("Rule"), CellKind::Text,
                 [](const Row &row) { return lineText(ruleTitle(row.finding->rule)); }},
                {tr("Task"), CellKind::Text, nameOf(&MetricRow::task)},
                {tr("Method"), CellKind::Text, nameOf(&MetricRow::method)},
                {tr("Run"), CellKind::Text, nameOf(&MetricRow::run)},
                {tr("Verdict"),
                 CellKind::Text,
                 [](const Row &row) { return label(row.result->row.verdict); },
                 {{VerdictRole, [](const Row &row) { return asData(row.result->row.verdict); }}}},
                {tr("Speedup"), CellKind::Number,
                 [](const Row &row) { return speedupText(row.result->row.speedup); }},
                {tr("Evidence"), CellKind::Text,
                 [](const Row &row) { return toQt(row.finding->message); }}},
               {{RowIdRole, [](const SuspicionRow &row) {
                     return QVariant::fromValue(row.result->row.id.value);
                 }}});
}

void SuspicionModel::setOverview(std::shared_ptr<const AuditOverview> overview)
{
    beginResetModel();
    m_overview = std::move(overview);
    pick();
    endResetModel();
}

void SuspicionModel::setFilter(const std::string &rule, bool onlyUnreviewed)
{
    beginResetModel();
    m_rule = rule;
    m_onlyUnreviewed = onlyUnreviewed;
    pick();
    endResetModel();
}

void SuspicionModel::pick()
{
    m_rows.clear();
    if (!m_overview)
        return;
    for (const SuspiciousResult &result : m_overview->results) {
        if (m_onlyUnreviewed && result.review)
            continue;
        for (const Finding &finding : result.findings) {
            if (isGrave(finding) && (m_rule.empty() || finding.rule == m_rule))
                m_rows.push_back({&result, &finding});
        }
    }
}

int SuspicionModel::rowOf(RowId evaluation, const std::string &rule) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (resultAt(row).row.id == evaluation && findingAt(row).rule == rule)
            return row;
    }
    return -1;
}

} // namespace loupe::ui
