// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/storymodel.h"

#include "core/analysis/charts/trajectorychart.h"
#include "ui/models/roles.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// "1.21×", or the word for what happened; before it signs for identical code and falling back,
/// which the tooltip spells out: in a narrow column it is the end that is shortened.
QString stripText(const StoryRound &round)
{
    QString text;
    if (round.isIdenticalCode)
        text += u"= "_s;
    if (round.isRegression)
        text += u"↓ "_s;
    if (round.isSuspicious)
        text += u"◌ "_s;
    return text
        + (round.speedup ? speedupText(round.speedup) : toQt(label(outcomeOf(round.verdict))));
}

bool isStoryNumber(int trailing)
{
    return trailing >= StoryModel::BestColumn && trailing <= StoryModel::SecondsColumn;
}

} // namespace

StoryModel::StoryModel(QObject *parent) : QAbstractTableModel(parent) { }

void StoryModel::setCohort(Cohort cohort, std::vector<std::uint32_t> order)
{
    beginResetModel();
    m_cohort = std::move(cohort);
    m_order = std::move(order);
    endResetModel();
}

void StoryModel::setOrder(std::vector<std::uint32_t> order)
{
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
}

const TrajectoryStory &StoryModel::storyAt(int row) const
{
    return m_cohort->stories[m_order[static_cast<std::size_t>(row)]];
}

int StoryModel::rowOf(RowId evaluation) const
{
    for (std::size_t row = 0; row < m_order.size(); ++row) {
        const auto &rounds = m_cohort->stories[m_order[row]].rounds;
        if (std::ranges::find(rounds, evaluation, &StoryRound::id) != rounds.end())
            return static_cast<int>(row);
    }
    return -1;
}

int StoryModel::roundColumns() const
{
    return m_cohort ? static_cast<int>(std::min(m_cohort->rounds.size(), mostRounds)) : 0;
}

int StoryModel::roundPlace(int column) const
{
    const int place = column - FirstRoundColumn;
    return place >= 0 && place < roundColumns() ? place : -1;
}

std::optional<StoryOrder> StoryModel::orderOf(int column) const
{
    StoryOrder out;
    const int place = roundPlace(column);
    const int trailing = column - FirstRoundColumn - roundColumns();
    if (column == TaskColumn) {
        out.key = StorySort::Task;
    } else if (column == StoryColumn) {
        out.key = StorySort::Story;
    } else if (place >= 0) {
        out.key = StorySort::Round;
        out.round = m_cohort->rounds[static_cast<std::size_t>(place)];
    } else if (trailing >= 0 && trailing < RunColumn) {
        constexpr StorySort keys[] = {StorySort::BestSpeedup, StorySort::Gain,   StorySort::Tokens,
                                      StorySort::Seconds,     StorySort::Method, StorySort::Sample};
        out.key = keys[trailing];
    } else {
        return std::nullopt;
    }
    return out;
}

int StoryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_cohort ? 0 : static_cast<int>(m_order.size());
}

int StoryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_cohort ? 0 : FirstRoundColumn + roundColumns() + TrailingCount;
}

const StoryRound *StoryModel::roundAt(const TrajectoryStory &story, int column) const
{
    const int place = roundPlace(column);
    if (place < 0)
        return nullptr;
    const int round = m_cohort->rounds[static_cast<std::size_t>(place)];
    const auto found = std::ranges::find(story.rounds, round, &StoryRound::round);
    return found == story.rounds.end() || !found->id ? nullptr : &*found;
}

QString StoryModel::trailingText(const TrajectoryStory &story, Trailing column) const
{
    switch (column) {
    case BestColumn:
        return speedupText(story.bestSpeedup);
    case GainColumn:
        return speedupText(story.gain());
    case TokensColumn:
        return story.tokens ? countText(*story.tokens) : u"–"_s;
    case SecondsColumn:
        return story.seconds ? durationText(*story.seconds) : u"–"_s;
    case MethodColumn:
        return lineText(story.method.text());
    case SampleColumn:
        return countText(story.sample);
    case RunColumn:
        return lineText(story.run.text());
    case TrailingCount:
        break;
    }
    return {};
}

QVariant StoryModel::roundData(const StoryRound *round, int role) const
{
    if (round == nullptr)
        return role == Qt::ToolTipRole || role == Qt::AccessibleTextRole
            ? QVariant(tr("no result of this round"))
            : QVariant();
    switch (role) {
    case Qt::DisplayRole:
        return stripText(*round);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return toQt(roundText(*round));
    case VerdictRole:
        return static_cast<int>(round->verdict);
    case RowIdRole:
        return QVariant::fromValue<qint64>(round->id.value);
    default:
        return {};
    }
}

QVariant StoryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const TrajectoryStory &story = storyAt(index.row());
    const int column = index.column();
    if (roundPlace(column) >= 0)
        return roundData(roundAt(story, column), role);
    const int trailing = column - FirstRoundColumn - roundColumns();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (column == TaskColumn)
            return lineText(story.task.text());
        return column == StoryColumn ? toQt(storyText(story))
                                     : trailingText(story, static_cast<Trailing>(trailing));
    case Qt::ToolTipRole:
        return tr("%1 / %2, %3, sample %4 of %5: %6")
            .arg(lineText(story.suite.text()), lineText(story.task.text()),
                 lineText(story.method.text()))
            .arg(story.sample)
            .arg(lineText(story.run.text()), toQt(storyText(story)));
    case KindRole:
        if (column == TaskColumn)
            return static_cast<int>(CellKind::Code);
        if (column == StoryColumn)
            return static_cast<int>(CellKind::Dim);
        return static_cast<int>(isStoryNumber(trailing) ? CellKind::Number : CellKind::Text);
    default:
        return {};
    }
}

QVariant StoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const int trailing = section - FirstRoundColumn - roundColumns();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isStoryNumber(trailing) ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == TaskColumn)
        return tr("Task");
    if (section == StoryColumn)
        return tr("Story");
    if (const int place = roundPlace(section); place >= 0)
        return tr("round %1").arg(m_cohort->rounds[static_cast<std::size_t>(place)]);
    switch (static_cast<Trailing>(trailing)) {
    case BestColumn:
        return tr("Best");
    case GainColumn:
        return tr("Best / first");
    case TokensColumn:
        return tr("Tokens");
    case SecondsColumn:
        return tr("Time to write");
    case MethodColumn:
        return tr("Method");
    case SampleColumn:
        return tr("Sample");
    case RunColumn:
        return tr("Run");
    case TrailingCount:
        break;
    }
    return {};
}

} // namespace loupe::ui
