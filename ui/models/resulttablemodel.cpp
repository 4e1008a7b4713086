// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resulttablemodel.h"

#include "ui/text/words.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

namespace {

/// `count` ids of the new order are put before position `at` of the old one.
struct Insertion {
    std::size_t at = 0;
    std::size_t first = 0;
    std::size_t count = 0;
};

constexpr std::size_t mostInsertions = 64;

/// Where `now` has more than `before`, from the end to the front, so that each insertion leaves the
/// places of those to come; nullopt when it is no supersequence or too scattered.
std::optional<std::vector<Insertion>> insertions(const std::vector<RowId> &before,
                                                 const std::vector<RowId> &now)
{
    std::vector<Insertion> out;
    std::size_t old = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (old < before.size() && now[i] == before[old]) {
            ++old;
            continue;
        }
        if (!out.empty() && out.back().at == old) {
            ++out.back().count;
            continue;
        }
        if (out.size() == mostInsertions)
            return std::nullopt;
        out.push_back({old, i, 1});
    }
    if (old != before.size())
        return std::nullopt;
    std::reverse(out.begin(), out.end());
    return out;
}

CellKind kindOfResultColumn(int column)
{
    switch (column) {
    case ResultTableModel::TaskColumn:
        return CellKind::Code;
    case ResultTableModel::SampleColumn:
    case ResultTableModel::RoundColumn:
    case ResultTableModel::SpeedupColumn:
    case ResultTableModel::IntervalColumn:
    case ResultTableModel::CandidateColumn:
    case ResultTableModel::BaselineColumn:
        return CellKind::Number;
    case ResultTableModel::RunColumn:
    case ResultTableModel::DeviceColumn:
    case ResultTableModel::MessageColumn:
        return CellKind::Dim;
    default:
        return CellKind::Text;
    }
}

} // namespace

ResultTableModel::ResultTableModel(QObject *parent) : QAbstractTableModel(parent) { }

ResultTableModel::~ResultTableModel() = default;

void ResultTableModel::setSource(std::shared_ptr<RowSource> source)
{
    beginResetModel();
    m_pages.clear();
    m_ids.clear();
    m_source = std::move(source);
    endResetModel();
}

void ResultTableModel::setIds(std::vector<RowId> ids)
{
    beginResetModel();
    m_pages.clear();
    m_ids = std::move(ids);
    endResetModel();
}

bool ResultTableModel::insertNewIds(const std::vector<RowId> &ids)
{
    const auto changes = insertions(m_ids, ids);
    if (!changes)
        return false;
    for (const Insertion &change : *changes) {
        const auto first = static_cast<int>(change.at);
        beginInsertRows({}, first, first + static_cast<int>(change.count) - 1);
        if (change.at == m_ids.size())
            m_pages.remove(first / pageSize); // the last page grows, the others stay
        else
            m_pages.clear();
        const auto source = ids.begin() + static_cast<std::ptrdiff_t>(change.first);
        m_ids.insert(m_ids.begin() + first, source,
                     source + static_cast<std::ptrdiff_t>(change.count));
        endInsertRows();
    }
    return true;
}

void ResultTableModel::setAllBrushed(bool brushed)
{
    m_allBrushed = brushed;
    if (!m_ids.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {BrushedRole});
}

RowId ResultTableModel::idAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_ids[static_cast<std::size_t>(row)] : RowId{};
}

int ResultTableModel::rowOf(RowId id) const
{
    const auto it = std::find(m_ids.begin(), m_ids.end(), id);
    return it == m_ids.end() ? -1 : static_cast<int>(it - m_ids.begin());
}

std::optional<SortKey> ResultTableModel::sortKey(int column)
{
    switch (column) {
    case TaskColumn:
        return SortKey::Task;
    case CategoryColumn:
        return SortKey::Category;
    case MethodColumn:
        return SortKey::Method;
    case SampleColumn:
        return SortKey::Sample;
    case RoundColumn:
        return SortKey::Round;
    case VerdictColumn:
        return SortKey::Verdict;
    case StrictColumn:
        return SortKey::StrictVerdict;
    case SpeedupColumn:
        return SortKey::Speedup;
    case CandidateColumn:
        return SortKey::CandidateMs;
    case BaselineColumn:
        return SortKey::BaselineMs;
    case DeviceColumn:
        return SortKey::Device;
    case RunColumn:
        return SortKey::Run;
    default:
        return std::nullopt;
    }
}

int ResultTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}

int ResultTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const ResultRow *ResultTableModel::rowAt(int row) const
{
    if (!m_source)
        return nullptr;
    const int page = row / pageSize;
    if (!m_pages.contains(page)) {
        const auto first = static_cast<std::size_t>(page) * pageSize;
        const auto count = std::min<std::size_t>(pageSize, m_ids.size() - first);
        m_pages.insert(page, new Page(m_source->fetch(std::span(m_ids).subspan(first, count))));
    }
    const Page *rows = m_pages.object(page);
    const auto offset = static_cast<std::size_t>(row % pageSize);
    if (!rows || offset >= rows->size() || (*rows)[offset].id != idAt(row)) {
        // A row was deleted by another program: the others have moved up within the page.
        const auto it = rows ? std::find_if(rows->begin(), rows->end(),
                                            [&](const ResultRow &r) { return r.id == idAt(row); })
                             : Page::const_iterator{};
        return rows && it != rows->end() ? &*it : nullptr;
    }
    return &(*rows)[offset];
}

QString ResultTableModel::textOf(const ResultRow &row, int column) const
{
    switch (column) {
    case TaskColumn:
        return lineText(row.task);
    case CategoryColumn:
        return lineText(row.category);
    case MethodColumn:
        return row.isDemo ? tr("%1 (demo)").arg(lineText(row.method)) : lineText(row.method);
    case SampleColumn:
        return QString::number(row.sample);
    case RoundColumn:
        return QString::number(row.round);
    case VerdictColumn:
        return label(row.verdict);
    case StrictColumn:
        return label(row.strictVerdict);
    case SpeedupColumn:
        return speedupText(row.speedup);
    case IntervalColumn:
        return intervalText(row.speedupLow, row.speedupHigh);
    case CandidateColumn:
        return millisecondsText(row.candidateMs);
    case BaselineColumn:
        return millisecondsText(row.baselineMs);
    case DeviceColumn:
        return lineText(row.device);
    case RunColumn:
        return lineText(row.run);
    case MessageColumn:
        return toQt(row.message).simplified();
    default:
        return {};
    }
}

QVariant ResultTableModel::toolTip(const ResultRow &row, int column) const
{
    if (column == VerdictColumn)
        return toQt(facts(row.verdict).meaning);
    if (column == StrictColumn)
        return toQt(facts(row.strictVerdict).meaning);
    return textOf(row, column);
}

QVariant ResultTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case RowIdRole:
        return QVariant::fromValue(idAt(index.row()).value);
    case KindRole:
        return static_cast<int>(kindOfResultColumn(index.column()));
    case BrushedRole:
        return m_allBrushed;
    case Qt::TextAlignmentRole:
        if (kindOfResultColumn(index.column()) == CellKind::Number)
            return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
    case VerdictRole:
        break;
    default:
        return {};
    }
    const ResultRow *row = rowAt(index.row());
    if (!row)
        return {};
    if (role == VerdictRole) {
        if (index.column() == VerdictColumn)
            return static_cast<int>(row->verdict);
        return index.column() == StrictColumn ? QVariant(static_cast<int>(row->strictVerdict))
                                              : QVariant();
    }
    return role == Qt::ToolTipRole ? toolTip(*row, index.column())
                                   : QVariant(textOf(*row, index.column()));
}

QVariant ResultTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = kindOfResultColumn(section) == CellKind::Number;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TaskColumn:
        return tr("Task");
    case CategoryColumn:
        return tr("Category");
    case MethodColumn:
        return tr("Method");
    case SampleColumn:
        return tr("Sample");
    case RoundColumn:
        return tr("Round");
    case VerdictColumn:
        return tr("Verdict");
    case StrictColumn:
        return tr("Strict");
    case SpeedupColumn:
        return tr("Speedup");
    case IntervalColumn:
        return tr("95 % interval");
    case CandidateColumn:
        return tr("Candidate ms");
    case BaselineColumn:
        return tr("Baseline ms");
    case DeviceColumn:
        return tr("Device");
    case RunColumn:
        return tr("Run");
    default:
        return tr("What happened");
    }
}

} // namespace loupe::ui
