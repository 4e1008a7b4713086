// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/candidatemodel.h"

#include "ui/text/words.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

QString stateWord(TriageState state)
{
    switch (state) {
    case TriageState::New:
        break;
    case TriageState::Looking:
        return CandidateModel::tr("looking");
    case TriageState::Explained:
        return CandidateModel::tr("explained");
    case TriageState::Suspicious:
        return CandidateModel::tr("suspicious");
    case TriageState::Accepted:
        return CandidateModel::tr("accepted");
    }
    return CandidateModel::tr("new");
}

QString stateText(TriageState state)
{
    constexpr char16_t shapes[] = {u'○', u'◔', u'✓', u'?', u'='};
    return QString(QChar(shapes[static_cast<std::size_t>(state)])) + u' ' + stateWord(state);
}

CandidateModel::CandidateModel(QObject *parent) : PagedRows(parent)
{
    setColumns(
        {{tr("State"),
          CellKind::Text,
          [this](const PagedRow &row) { return stateText(state(row.id)); },
          {{KindRole,
            [this](const PagedRow &row) {
                return state(row.id) == TriageState::New ? asData(CellKind::Dim) : QVariant();
            }}}},
         {tr("Task"), CellKind::Code,
          ofResult([](const ResultRow &row) { return lineText(row.task); })},
         {tr("Sample"),
          CellKind::Dim,
          ofResult([](const ResultRow &row) {
              return tr("%1 · round %2").arg(row.sample).arg(row.round);
          }),
          {{Qt::ToolTipRole, ofResult([](const ResultRow &row) {
                return tr("sample %1, round %2").arg(row.sample).arg(row.round);
            })}}},
         {tr("Method"), CellKind::Text,
          ofResult([](const ResultRow &row) { return lineText(row.method); })}},
        {{RowIdRole, [](const PagedRow &row) { return QVariant::fromValue(row.id.value); }}});
}

void CandidateModel::setStates(States states)
{
    m_states = std::move(states);
    if (rowCount() > 0)
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

} // namespace loupe::ui
