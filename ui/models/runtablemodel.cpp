// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runtablemodel.h"

#include "ui/text/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

CellKind kindOfRunColumn(int column)
{
    switch (column) {
    case RunTableModel::EvaluationsColumn:
    case RunTableModel::CorrectColumn:
    case RunTableModel::FailedColumn:
    case RunTableModel::UnknownColumn:
        return CellKind::Number;
    case RunTableModel::OriginColumn:
    case RunTableModel::SandboxColumn:
    case RunTableModel::StartedColumn:
        return CellKind::Dim;
    default:
        return CellKind::Text;
    }
}

bool sameIds(const std::vector<RunSummary> &a, const std::vector<RunSummary> &b)
{
    return a.size() <= b.size()
        && std::equal(a.begin(), a.end(), b.begin(),
                      [](const RunSummary &x, const RunSummary &y) { return x.id == y.id; });
}

} // namespace

RunTableModel::RunTableModel(QObject *parent) : QAbstractTableModel(parent) { }

void RunTableModel::setRuns(std::vector<RunSummary> runs, std::set<std::string> demoRuns,
                            const RunMarks &marks)
{
    m_demoRuns = std::move(demoRuns);
    m_marks = marks;
    const auto rank = [&](const RunSummary &run) {
        return run.id == marks.baseline ? 0 : marks.pinned.contains(run.id) ? 1 : 2;
    };
    std::ranges::stable_sort(runs, {}, rank);
    if (!sameIds(m_runs, runs)) {
        beginResetModel();
        m_runs = std::move(runs);
        endResetModel();
        return;
    }
    const auto before = static_cast<int>(m_runs.size());
    const auto now = static_cast<int>(runs.size());
    if (now > before) {
        beginInsertRows({}, before, now - 1);
        m_runs = std::move(runs);
        endInsertRows();
    } else {
        m_runs = std::move(runs);
    }
    if (before > 0)
        emit dataChanged(index(0, 0), index(before - 1, ColumnCount - 1));
}

int RunTableModel::rowOf(RunId run) const
{
    const auto found = std::ranges::find(m_runs, run, &RunSummary::id);
    return found == m_runs.end() ? -1 : static_cast<int>(found - m_runs.begin());
}

QString RunTableModel::markOf(RunId run) const
{
    const bool isPinned = m_marks.pinned.contains(run);
    if (m_marks.baseline != run)
        return isPinned ? tr("pinned") : QString();
    return isPinned ? tr("★ baseline, pinned") : tr("★ baseline");
}

int RunTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunTableModel::textOf(const RunSummary &summary, int column) const
{
    const Run &run = summary.run;
    switch (column) {
    case MarkColumn:
        return markOf(summary.id);
    case NameColumn:
        return lineText(run.name);
    case SuiteColumn:
        return lineText(run.suite);
    case OriginColumn:
        return m_demoRuns.contains(run.name) ? tr("%1, demo data").arg(toQt(run.origin))
                                             : toQt(run.origin);
    case StateColumn:
        return toQt(summary.state);
    case EvaluationsColumn:
        return countText(summary.evaluations);
    case CorrectColumn:
        return countText(summary.correct);
    case FailedColumn:
        return countText(summary.failed);
    case UnknownColumn:
        return countText(summary.unknown);
    case DeviceColumn:
        return lineText(run.environment.deviceName);
    case SandboxColumn:
        return run.sandbox.empty() ? u"–"_s : toQt(run.sandbox);
    case StartedColumn:
        return timeText(run.startedAt);
    default:
        return {};
    }
}

QVariant RunTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const RunSummary &summary = m_runs[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return textOf(summary, index.column());
    case RowIdRole:
        return QVariant::fromValue(summary.id.value);
    case KindRole:
        return static_cast<int>(kindOfRunColumn(index.column()));
    case Qt::TextAlignmentRole: {
        const bool number = kindOfRunColumn(index.column()) == CellKind::Number;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default:
        return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = kindOfRunColumn(section) == CellKind::Number;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case MarkColumn:
        return tr("Mark");
    case NameColumn:
        return tr("Run");
    case SuiteColumn:
        return tr("Suite");
    case OriginColumn:
        return tr("Origin");
    case StateColumn:
        return tr("State");
    case EvaluationsColumn:
        return tr("Evaluations");
    case CorrectColumn:
        return tr("Correct");
    case FailedColumn:
        return tr("Failed");
    case UnknownColumn:
        return tr("Unknown");
    case DeviceColumn:
        return tr("Device");
    case SandboxColumn:
        return tr("Sandbox");
    default:
        return tr("Started");
    }
}

} // namespace loupe::ui
