// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/pairchoices.h"

#include "ui/text/words.h"

#include <QCoreApplication>

namespace loupe::ui {

namespace {

QString choiceText(const char *text)
{
    return QCoreApplication::translate("PairChoices", text);
}

PairChoice choiceOf(const char *text, PairState state, const RunComparison &comparison)
{
    return {choiceText(text).arg(countText(comparison.count(state))),
            [state](const ComparedPair &pair) { return pair.state == state; }};
}

PairChoice choiceOf(const char *text, PairVerdict verdict, const RunComparison &comparison)
{
    return {choiceText(text).arg(countText(comparison.count(verdict))),
            [verdict](const ComparedPair &pair) { return pair.verdict == verdict; }};
}

} // namespace

std::vector<PairChoice> pairChoices(const RunComparison &comparison)
{
    const auto all = static_cast<std::int64_t>(comparison.pairs.size());
    return {
        {choiceText(QT_TRANSLATE_NOOP("PairChoices", "What changed")), isNews},
        {choiceText(QT_TRANSLATE_NOOP("PairChoices", "All attempts (%1)")).arg(countText(all)), {}},
        choiceOf(comparison.isSameMethod
                     ? QT_TRANSLATE_NOOP("PairChoices", "Newly correct (%1)")
                     : QT_TRANSLATE_NOOP("PairChoices", "Correct in the other run only (%1)"),
                 PairState::Fixed, comparison),
        choiceOf(comparison.isSameMethod
                     ? QT_TRANSLATE_NOOP("PairChoices", "Regressed (%1)")
                     : QT_TRANSLATE_NOOP("PairChoices", "Correct in the baseline run only (%1)"),
                 PairState::Broken, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Faster (%1)"), PairVerdict::Faster, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Slower (%1)"), PairVerdict::Slower, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Unclear (%1)"), PairVerdict::Unclear,
                 comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Missing in the baseline (%1)"),
                 PairState::OnlyOther, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Missing in the other run (%1)"),
                 PairState::OnlyBaseline, comparison)};
}

PairChoice cellChoice(const TransitionModel::Cell &cell)
{
    return {QCoreApplication::translate("PairChoices", "Cell: %1 → %2")
                .arg(endingText(cell.first), endingText(cell.second)),
            [cell](const ComparedPair &pair) {
                return endingOf(pair.baseline) == cell.first && endingOf(pair.other) == cell.second;
            }};
}

} // namespace loupe::ui
