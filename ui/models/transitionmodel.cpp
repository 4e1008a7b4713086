// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/transitionmodel.h"

#include "ui/text/words.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

QString endingText(const Ending &ending)
{
    return ending ? toQt(symbol(*ending)) + u' ' + toQt(label(*ending))
                  : TransitionModel::tr("missing");
}

TransitionModel::TransitionModel(QObject *parent) : ColumnModel(parent)
{
    setColumns(columns());
}

TransitionModel::Columns TransitionModel::columns() const
{
    Columns out{{tr("Baseline run ↓   Other run →"),
                 CellKind::Text,
                 [this](std::size_t row) { return endingText(m_matrix.baseline[row]); },
                 {{Qt::ToolTipRole, [](std::size_t) { return QString(); }}}}};
    for (std::size_t i = 0; i < m_matrix.other.size(); ++i) {
        const auto text = [this, i](std::size_t row) {
            const int attempts = m_matrix.attempts[row][i];
            return attempts == 0 ? u"·"_s : countText(attempts);
        };
        const auto sentence = [this, i](std::size_t row) {
            return tr("%1: %2 in the baseline run, %3 in the other run")
                .arg(counted(m_matrix.attempts[row][i], tr("%1 attempt"), tr("%1 attempts")),
                     endingText(m_matrix.baseline[row]), endingText(m_matrix.other[i]));
        };
        out.push_back({endingText(m_matrix.other[i]),
                       CellKind::Number,
                       text,
                       {{Qt::ToolTipRole, sentence}, {Qt::AccessibleTextRole, sentence}}});
    }
    return out;
}

void TransitionModel::setMatrix(TransitionMatrix matrix)
{
    beginResetModel();
    m_matrix = std::move(matrix);
    setColumns(columns());
    endResetModel();
}

std::optional<TransitionModel::Cell> TransitionModel::cellAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.column() == 0)
        return std::nullopt;
    const auto row = static_cast<std::size_t>(index.row());
    const auto other = static_cast<std::size_t>(index.column()) - 1;
    if (m_matrix.attempts[row][other] == 0)
        return std::nullopt;
    return Cell{m_matrix.baseline[row], m_matrix.other[other]};
}

} // namespace loupe::ui
