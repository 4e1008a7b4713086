// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/storymodel.h"

#include "core/analysis/charts/trajectorychart.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns "1.21×" or a word for the outcome, after signs for identical code and fallbacks. The
/// signs come first, because narrow columns elide the end; the tooltip explains them.
QString stripText(const StoryRound &round)
{
    const Outcome outcome = outcomeOf(round.verdict);
    const QString word = outcome == Outcome::Wrong ? u"wrong"_s : toQt(label(outcome));
    QString text;
    if (round.isIdenticalCode)
        text += u"= "_s;
    if (round.isRegression)
        text += u"↓ "_s;
    if (round.isSuspicious)
        text += u"◌ "_s;
    return text + (round.speedup ? speedupText(round.speedup) : word);
}

/// Describes the trajectory and its summary.
QString wholeText(const TrajectoryStory &story)
{
    return StoryModel::tr("%1 / %2, %3, sample %4 of %5: %6")
        .arg(lineText(story.suite.text()), lineText(story.task.text()),
             lineText(story.method.text()))
        .arg(story.sample)
        .arg(lineText(story.run.text()), toQt(storyText(story)));
}

/// Returns null if the story has no result of this round.
const StoryRound *roundOf(const TrajectoryStory &story, int round)
{
    const auto found = std::ranges::find(story.rounds, round, &StoryRound::round);
    return found == story.rounds.end() || !found->id ? nullptr : &*found;
}

StoryModel::Definition roundColumn(int round)
{
    using Story = TrajectoryStory;
    const auto ofRound = [round](auto write) -> StoryModel::Answer {
        return [round, write](const Story &story) {
            const StoryRound *found = roundOf(story, round);
            return found ? QVariant(write(*found)) : QVariant();
        };
    };
    const auto sentence = [round](const Story &story) {
        const StoryRound *found = roundOf(story, round);
        return found ? toQt(roundText(*found)) : StoryModel::tr("no result of this round");
    };
    StoryModel::Definition out{
        StoryModel::tr("round %1").arg(round),
        CellKind::Text,
        ofRound(stripText),
        {{Qt::ToolTipRole, sentence},
         {Qt::AccessibleTextRole, sentence},
         {VerdictRole, ofRound([](const StoryRound &each) { return asData(each.verdict); })},
         {RowIdRole,
          ofRound([](const StoryRound &each) { return QVariant::fromValue(each.id.value); })}}};
    out.order = static_cast<int>(StorySort::Round);
    return out;
}

} // namespace

StoryModel::StoryModel(QObject *parent) : ColumnModel(parent) { }

StoryModel::Columns StoryModel::columns() const
{
    using Story = TrajectoryStory;
    if (!m_cohort)
        return {};
    const auto by = [](StorySort key, Definition column) {
        column.order = static_cast<int>(key);
        return column;
    };
    const auto descending = [](Definition column) {
        column.isDescendingFirst = true;
        return column;
    };
    Columns out{by(StorySort::Task,
                   {tr("Task"), CellKind::Code,
                    [](const Story &story) { return lineText(story.task.text()); }}),
                by(StorySort::Story, {tr("Story"), CellKind::Dim, [](const Story &story) {
                                          return toQt(storyText(story));
                                      }})};
    for (int place = 0; place < roundColumns(); ++place)
        out.push_back(roundColumn(m_cohort->rounds[static_cast<std::size_t>(place)]));
    const Columns trailing{
        by(StorySort::BestSpeedup,
           descending({tr("Best"), CellKind::Number,
                       [](const Story &story) { return speedupText(story.bestSpeedup); }})),
        by(StorySort::Gain,
           descending({tr("Best / first"), CellKind::Number,
                       [](const Story &story) { return speedupText(story.gain()); }})),
        by(StorySort::Tokens,
           {tr("Tokens"), CellKind::Number,
            [](const Story &story) { return story.tokens ? countText(*story.tokens) : u"–"_s; }}),
        by(StorySort::Seconds,
           {tr("Time to write"), CellKind::Number,
            [](const Story &story) {
                return story.seconds ? durationText(*story.seconds) : u"–"_s;
            }}),
        by(StorySort::Method,
           {tr("Method"), CellKind::Text,
            [](const Story &story) { return lineText(story.method.text()); }}),
        by(StorySort::Sample,
           {tr("Sample"), CellKind::Text,
            [](const Story &story) { return countText(story.sample); }}),
        {tr("Run"), CellKind::Text, [](const Story &story) { return lineText(story.run.text()); }},
    };
    out.insert(out.end(), trailing.begin(), trailing.end());
    return out;
}

void StoryModel::setCohort(Cohort cohort, std::vector<std::uint32_t> order)
{
    beginResetModel();
    m_cohort = std::move(cohort);
    m_order = std::move(order);
    setColumns(columns(), {{Qt::ToolTipRole, wholeText}});
    endResetModel();
}

void StoryModel::setOrder(std::vector<std::uint32_t> order)
{
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
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
    return m_cohort ? static_cast<int>(std::min(m_cohort->rounds.size(), maxRounds)) : 0;
}

std::optional<StoryOrder> StoryModel::orderOf(int column) const
{
    if (column < 0 || column >= columnCount() || !definition(column).order)
        return std::nullopt;
    StoryOrder out;
    out.key = static_cast<StorySort>(*definition(column).order);
    if (out.key == StorySort::Round)
        out.round = m_cohort->rounds[static_cast<std::size_t>(column - FirstRoundColumn)];
    return out;
}

} // namespace loupe::ui
