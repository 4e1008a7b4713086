// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/leftchoice.h"

#include "core/store/read/nearestcorrect.h"
#include "ui/text/words.h"

#include <QSignalBlocker>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Formats "round 1 · correct" or "gpt-4o, sample 0, round 1 · correct".
QString rowName(const ResultRow &row, bool isSameSample)
{
    const QString round = LeftChoice::tr("round %1").arg(row.round);
    const QString attempt = isSameSample
        ? round
        : LeftChoice::tr("%1, sample %2, %3").arg(toQt(row.method)).arg(row.sample).arg(round);
    return attempt + u" · "_s + verdictText(row.verdict);
}

/// Returns the last round before `round`; null if there is none. `rounds` are in order.
const ResultRow *lastBefore(const std::vector<ResultRow> &rounds, int round)
{
    const ResultRow *before = nullptr;
    for (const ResultRow &row : rounds) {
        if (row.round < round)
            before = &row;
    }
    return before;
}

} // namespace

DiffSource titledSource(const Candidate &candidate, const QString &title)
{
    return {title,
            {},
            LeftChoice::tr("no source was recorded"),
            QByteArray::fromStdString(candidate.source.toString()),
            toQt(candidate.language)};
}

LeftChoice::LeftChoice(const Theme &theme, QWidget *parent) : ChoiceBox(theme, parent)
{
    setAccessibleName(tr("Compare with"));
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    constexpr int shownCharacters = 14;
    setMinimumContentsLength(shownCharacters);
}

void LeftChoice::offer(const EvaluationDetail &own, const std::vector<ResultRow> &rounds,
                       const std::vector<ResultRow> &others)
{
    const QSignalBlocker quiet(this);
    clear();
    m_own = own.row;
    addItem(tr("Reference"), qint64{Reference});
    addItem(tr("Nearest correct"), qint64{Nearest});
    setItemData(count() - 1,
                tr("The correct candidate of the task that shares most lines with this one"),
                Qt::ToolTipRole);
    if (const ResultRow *before = lastBefore(rounds, m_own.round))
        addItem(tr("Round before"), qint64{before->id.value});
    const int listed = count();
    for (const ResultRow &row : rounds) {
        if (row.id != m_own.id)
            addItem(rowName(row, true), qint64{row.id.value});
    }
    // Without a reference, the first other round is selected.
    const bool needsOther = own.task.reference.empty() && count() > listed;
    setCurrentIndex(needsOther ? 2 : 0);
    for (const ResultRow &row : others)
        addItem(rowName(row, false), qint64{row.id.value});
    if (count() > listed)
        insertSeparator(listed);
    setEnabled(true);
}

Result<LeftChoice::Compared> LeftChoice::readNearest(StoreReader &reader, RowId id,
                                                     const std::stop_token &stop)
{
    const auto own = reader.detail(id);
    if (!own)
        return own.error();
    const auto nearest = nearestCorrect(reader, *own, stop);
    if (!nearest)
        return nearest.error();
    if (!*nearest)
        return Compared{};
    auto detail = reader.detail((*nearest)->id);
    if (!detail)
        return std::move(detail).error();
    return Compared{std::move(*detail), (*nearest)->shared};
}

LeftChoice::Read LeftChoice::reading() const
{
    if (choice() == Nearest)
        return [own = m_own.id](StoreReader &reader, const std::stop_token &stop) {
            return readNearest(reader, own, stop);
        };
    return
        [id = RowId{choice()}](StoreReader &reader, const std::stop_token &) -> Result<Compared> {
            auto detail = reader.detail(id);
            if (!detail)
                return std::move(detail).error();
            return Compared{std::move(*detail), std::nullopt};
        };
}

LeftChoice::Source LeftChoice::sourceOf(const Result<Compared> &result) const
{
    Source out;
    if (!result || !result->detail) {
        out.source.title = choice() == Nearest ? tr("Nearest correct") : tr("Other attempt");
        out.source.missing = result ? tr("no correct candidate of this task has another source")
                                    : errorText(result.error());
        return out;
    }
    const ResultRow &row = result->detail->row;
    const bool isSameSample
        = row.run == m_own.run && row.method == m_own.method && row.sample == m_own.sample;
    out.source = titledSource(result->detail->evaluation.candidate, rowName(row, isSameSample));
    if (result->shared)
        out.source.note = tr("%1 of the lines shared").arg(shareText(*result->shared)) + u" · "_s
            + out.source.note;
    // The nearest correct one is shown as the fix, even if its round is earlier.
    out.isLater = choice() != Nearest && isSameSample && row.round > m_own.round;
    return out;
}

} // namespace loupe::ui
