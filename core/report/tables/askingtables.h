// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedfigures.h"
#include "core/analysis/asking/budgetcurve.h"
#include "core/analysis/asking/samplesrounds.h"
#include "core/analysis/asking/strategypair.h"
#include "core/report/tables/table.h"

#include <cstddef>
#include <span>
#include <string>

namespace loupe {

// Tables about generation (core/analysis/asking), with a line per method or part of one. Captions
// define the numbers; unrecorded values are marked and never shown as 0.

Table askingCostTable(std::span<const AskingCost> costs);
Table answerLossTable(std::span<const AnswerLosses> losses);
/// Covers one method, without its name.
Table answerLossTable(const AnswerLosses &losses);
Table feedbackEffectTable(std::span<const FeedbackEffect> effects);

/// Shows at most `most` budgets of a method, evenly spaced among those at which a count rises,
/// including the last.
Table budgetCurveTable(std::span<const BudgetCurve> curves, BudgetUnit unit,
                       const FastPThreshold &threshold, std::size_t most);

/// Shows all points of a method if there are at most `most`, else its frontiers.
Table samplesRoundsTable(std::span<const SamplesRoundsTable> methods, BudgetUnit unit,
                         const FastPThreshold &threshold, std::size_t most);

Table strategyPairTable(const StrategyPair &pair, const StrategyPairOptions &options);

/// Returns "28 187", "≥ 28 187" if a part is unknown, or "not recorded" if all is.
std::string text(const KnownSum &sum, BudgetUnit unit);

/// Returns "Per task solved: 6 644 tokens, dollars not recorded, 4.8 requests".
std::string perSuccessSentence(const AskingCost &cost);
/// Returns "5 of 6 tasks solved, 5 correct with fresh inputs; 33 219 tokens in 24 requests."
std::string askingCostSentence(const AskingCost &cost);

/// Describes samples without any evaluation: those that count, and those that a filter excludes.
/// Empty if there are none.
std::string unjudgedSentence(const AskedPopulation &asked);

} // namespace loupe
