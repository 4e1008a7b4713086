// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/suspicionmodel.h"

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

SuspicionModel::SuspicionModel(QObject *parent) : QAbstractTableModel(parent) { }

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
    for (std::size_t i = 0; i < m_overview->results.size(); ++i) {
        const SuspiciousResult &result = m_overview->results[i];
        if (m_onlyUnreviewed && result.review)
            continue;
        for (std::size_t k = 0; k < result.findings.size(); ++k) {
            const Finding &finding = result.findings[k];
            if (isGrave(finding) && (m_rule.empty() || finding.rule == m_rule))
                m_rows.push_back({i, k});
        }
    }
}

const SuspiciousResult &SuspicionModel::resultAt(int row) const
{
    return m_overview->results[m_rows[static_cast<std::size_t>(row)].result];
}

const Finding &SuspicionModel::findingAt(int row) const
{
    return resultAt(row).findings[m_rows[static_cast<std::size_t>(row)].finding];
}

int SuspicionModel::rowOf(RowId evaluation, const std::string &rule) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (resultAt(row).row.id == evaluation && findingAt(row).rule == rule)
            return row;
    }
    return -1;
}

int SuspicionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SuspicionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString SuspicionModel::textOf(int row, int column) const
{
    const SuspiciousResult &result = resultAt(row);
    const Finding &finding = findingAt(row);
    switch (column) {
    case CountsColumn:
        return result.row.isWithheld ? tr("◌ withheld") : tr("counts");
    case DecisionColumn:
        return decisionText(result);
    case SeverityColumn:
        return toQt(severityName(finding.severity));
    case RuleColumn:
        return lineText(finding.rule);
    case TaskColumn:
        return lineText(result.row.task.text());
    case MethodColumn:
        return lineText(result.row.method.text());
    case RunColumn:
        return lineText(result.row.run.text());
    case VerdictColumn:
        return label(result.row.verdict);
    case SpeedupColumn:
        return speedupText(result.row.speedup);
    case EvidenceColumn:
        return toQt(finding.message);
    default:
        return {};
    }
}

QVariant SuspicionModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return textOf(index.row(), column);
    case RowIdRole:
        return QVariant::fromValue(resultAt(index.row()).row.id.value);
    case VerdictRole:
        return column == VerdictColumn
            ? QVariant(static_cast<int>(resultAt(index.row()).row.verdict))
            : QVariant();
    case KindRole:
        if (column == DecisionColumn && !resultAt(index.row()).review)
            return static_cast<int>(CellKind::Dim);
        return static_cast<int>(column == SpeedupColumn ? CellKind::Number : CellKind::Text);
    default:
        return {};
    }
}

QVariant SuspicionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == SpeedupColumn ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case CountsColumn:
        return tr("Headline");
    case DecisionColumn:
        return tr("Decision");
    case SeverityColumn:
        return tr("Weight");
    case RuleColumn:
        return tr("Rule");
    case TaskColumn:
        return tr("Task");
    case MethodColumn:
        return tr("Method");
    case RunColumn:
        return tr("Run");
    case VerdictColumn:
        return tr("Verdict");
    case SpeedupColumn:
        return tr("Speedup");
    default:
        return tr("Evidence");
    }
}

} // namespace loupe::ui
