// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/candidatemodel.h"

#include "ui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {
constexpr int pageSize = 128;
constexpr int pagesKept = 32;
} // namespace

QString stateWord(TriageState state)
{
    const auto tr
        = [](const char *text) { return QCoreApplication::translate("TriageState", text); };
    switch (state) {
    case TriageState::New:
        break;
    case TriageState::Looking:
        return tr("looking");
    case TriageState::Explained:
        return tr("explained");
    case TriageState::Suspicious:
        return tr("suspicious");
    case TriageState::Accepted:
        return tr("accepted");
    }
    return tr("new");
}

QString stateText(TriageState state)
{
    constexpr char16_t shapes[] = {u'○', u'◔', u'✓', u'?', u'='};
    return QString(QChar(shapes[static_cast<std::size_t>(state)])) + u' ' + stateWord(state);
}

CandidateModel::CandidateModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_pages(pagesKept) { }

CandidateModel::~CandidateModel() = default;

void CandidateModel::setSource(std::shared_ptr<RowSource> source)
{
    beginResetModel();
    m_pages.clear();
    m_ids.clear();
    m_states.clear();
    m_source = std::move(source);
    endResetModel();
}

void CandidateModel::setIds(std::vector<RowId> ids)
{
    beginResetModel();
    m_pages.clear();
    m_ids = std::move(ids);
    endResetModel();
}

void CandidateModel::setStates(States states)
{
    m_states = std::move(states);
    if (!m_ids.empty())
        emit dataChanged(index(0, StateColumn), index(rowCount() - 1, StateColumn));
}

void CandidateModel::setState(RowId id, TriageState state)
{
    m_states[id.value] = state;
    if (const int row = rowOf(id); row >= 0)
        emit dataChanged(index(row, StateColumn), index(row, StateColumn));
}

TriageState CandidateModel::state(RowId id) const
{
    const auto found = m_states.find(id.value);
    return found == m_states.end() ? TriageState::New : found->second;
}

RowId CandidateModel::idAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_ids[static_cast<std::size_t>(row)] : RowId{};
}

int CandidateModel::rowOf(RowId id) const
{
    const auto it = std::find(m_ids.begin(), m_ids.end(), id);
    return it == m_ids.end() ? -1 : static_cast<int>(it - m_ids.begin());
}

int CandidateModel::nextNew(int row) const
{
    const int count = rowCount();
    for (int step = 1; step <= count; ++step) {
        const int next = (row + step) % count;
        if (state(idAt(next)) == TriageState::New)
            return next;
    }
    return -1;
}

int CandidateModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}

int CandidateModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const ResultRow *CandidateModel::rowAt(int row) const
{
    const int page = row / pageSize;
    PageOfRows *rows = m_pages.object(page);
    if (!rows && m_source) {
        const auto first = static_cast<std::size_t>(page) * pageSize;
        const std::size_t count = std::min<std::size_t>(pageSize, m_ids.size() - first);
        rows = new PageOfRows(m_source->fetch(std::span(m_ids).subspan(first, count)));
        m_pages.insert(page, rows);
    }
    if (!rows)
        return nullptr;
    // A row that is gone is left out of its page: the others must not take its place.
    const RowId id = idAt(row);
    const auto it = std::find_if(rows->begin(), rows->end(),
                                 [id](const ResultRow &each) { return each.id == id; });
    return it == rows->end() ? nullptr : &*it;
}

QString CandidateModel::textOf(const QModelIndex &index) const
{
    if (index.column() == StateColumn)
        return stateText(state(idAt(index.row())));
    const ResultRow *row = rowAt(index.row());
    if (!row)
        return {};
    switch (index.column()) {
    case TaskColumn:
        return lineText(row->task);
    case MethodColumn:
        return lineText(row->method);
    default:
        return tr("%1 · round %2").arg(row->sample).arg(row->round);
    }
}

QVariant CandidateModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return textOf(index);
    case Qt::ToolTipRole:
        if (index.column() == AttemptColumn) {
            const ResultRow *row = rowAt(index.row());
            return row ? tr("sample %1, round %2").arg(row->sample).arg(row->round) : QString();
        }
        return textOf(index);
    case RowIdRole:
        return QVariant::fromValue(idAt(index.row()).value);
    case KindRole:
        if (index.column() == TaskColumn)
            return static_cast<int>(CellKind::Code);
        return static_cast<int>(index.column() == AttemptColumn
                                        || (index.column() == StateColumn
                                            && state(idAt(index.row())) == TriageState::New)
                                    ? CellKind::Dim
                                    : CellKind::Text);
    default:
        return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case StateColumn:
        return tr("State");
    case TaskColumn:
        return tr("Task");
    case AttemptColumn:
        return tr("Sample");
    default:
        return tr("Method");
    }
}

} // namespace loupe::ui
