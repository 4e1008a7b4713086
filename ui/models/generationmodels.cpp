// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/generationmodels.h"

#include "ui/text/words.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString laneText(const AskLane &lane)
{
    if (!lane.isBusy)
        return AskLaneModel::tr("idle");
    switch (lane.state) {
    case RoundState::Answering:
        return counted(lane.bytes, AskLaneModel::tr("answering, %1 byte"),
                       AskLaneModel::tr("answering, %1 bytes"));
    case RoundState::Waiting:
        return AskLaneModel::tr("retries in %1").arg(durationText(lane.waitSeconds));
    default:
        return AskLaneModel::tr("asking");
    }
}

} // namespace

AskLaneModel::AskLaneModel(QObject *parent) : HeldRows(parent)
{
    setColumns(
        {{tr("Lane"), CellKind::Dim, [](const AskLane &) { return QVariant(); }},
         {tr("State"), CellKind::Text, laneText},
         {tr("Task"), CellKind::Code, [](const AskLane &lane) { return lineText(lane.task); }},
         {tr("Sample · round"), CellKind::Dim, [](const AskLane &lane) {
              return lane.isBusy
                  ? tr("%1 · %2 (%3)").arg(lane.sample).arg(lane.round).arg(lineText(lane.purpose))
                  : QString();
          }}});
}

void AskLaneModel::show(const std::vector<AskLane> &lanes)
{
    if (lanes != rows())
        updateRows(lanes);
}

QVariant AskLaneModel::data(const QModelIndex &index, int role) const
{
    const bool isText
        = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    if (isText && index.column() == LaneColumn && checkIndex(index, CheckIndexOption::IndexIsValid))
        return countText(index.row() + 1);
    return HeldRows::data(index, role);
}

namespace {

/// Returns a word for a pending round, and the speedup or verdict of an evaluated one.
QString roundStateText(const RoundProgress &round)
{
    switch (round.state) {
    case RoundState::Open:
        return u"·"_s;
    case RoundState::InLine:
        return SampleRoundModel::tr("queued");
    case RoundState::Asking:
        return SampleRoundModel::tr("asking…");
    case RoundState::Answering:
        return SampleRoundModel::tr("answering…");
    case RoundState::Waiting:
        return SampleRoundModel::tr("waiting");
    case RoundState::Answered:
        return SampleRoundModel::tr("answered");
    case RoundState::Judging:
        return SampleRoundModel::tr("judging…");
    case RoundState::Failed:
        return SampleRoundModel::tr("no answer");
    case RoundState::Judged:
        break;
    }
    const bool isCorrect = outcomeOf(round.verdict) == Outcome::Correct;
    return isCorrect && round.speedup ? speedupText(round.speedup) : label(round.verdict);
}

SampleRoundModel::Definition roundColumnOf(std::size_t place)
{
    using Sample = SampleProgress;
    const auto sentence = [place](const Sample &sample) {
        const RoundProgress &round = sample.rounds[place];
        const QString text = round.state == RoundState::Judged ? label(round.verdict)
            : round.state == RoundState::Open ? SampleRoundModel::tr("not requested")
                                              : roundStateText(round);
        return SampleRoundModel::tr("round %1: %2").arg(place).arg(text);
    };
    return {SampleRoundModel::tr("Round %1").arg(place),
            CellKind::Text,
            [place](const Sample &sample) { return roundStateText(sample.rounds[place]); },
            {{Qt::ToolTipRole, sentence},
             {Qt::AccessibleTextRole, sentence},
             {VerdictRole, [place](const Sample &sample) {
                  const RoundProgress &round = sample.rounds[place];
                  return round.state == RoundState::Judged ? asData(round.verdict) : QVariant();
              }}}};
}

} // namespace

SampleRoundModel::SampleRoundModel(QObject *parent) : HeldRows(parent) { }

void SampleRoundModel::show(const std::vector<SampleProgress> &samples)
{
    const std::size_t rounds = samples.empty() ? 0 : samples.front().rounds.size();
    if (rounds == m_rounds && samples.size() == rows().size()) {
        for (std::size_t row = 0; row < samples.size(); ++row) {
            if (samples[row] == rows()[row])
                continue;
            m_rows[row] = samples[row];
            const int changed = static_cast<int>(row);
            emit dataChanged(index(changed, 0), index(changed, columnCount() - 1));
        }
        return;
    }
    beginResetModel();
    m_rounds = rounds;
    Columns columns{
        {tr("Task"), CellKind::Code,
         [](const SampleProgress &sample) { return lineText(sample.task); }},
        {tr("Sample"), CellKind::Number,
         [](const SampleProgress &sample) { return countText(sample.sample); }},
    };
    for (std::size_t round = 0; round < rounds; ++round)
        columns.push_back(roundColumnOf(round));
    setColumns(std::move(columns));
    m_rows = samples;
    endResetModel();
}

} // namespace loupe::ui
