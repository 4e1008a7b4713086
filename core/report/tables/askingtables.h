// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/answerlosses.h"
#include "core/analysis/asking/askingcost.h"
#include "core/analysis/asking/budgetcurve.h"
#include "core/analysis/asking/feedbackeffect.h"
#include "core/analysis/asking/samplesrounds.h"
#include "core/analysis/asking/strategypair.h"
#include "core/report/tables/table.h"

#include <cstddef>
#include <span>
#include <string>

namespace loupe {

// What asking took and gave (core/analysis/asking), a line for each method or part of one. Captions
// define the numbers; what is not recorded says so and is never 0.

Table askingCostTable(std::span<const AskingCost> costs);
Table answerLossTable(std::span<const AnswerLosses> losses);
/// Of one method, without its name.
Table answerLossTable(const AnswerLosses &losses);
Table feedbackEffectTable(std::span<const FeedbackEffect> effects);

/// At most `most` budgets of a method, evenly among those at which a count rises; the last is one.
Table budgetCurveTable(std::span<const BudgetCurve> curves, BudgetUnit unit,
                       const FastPThreshold &threshold, std::size_t most);

/// All points of a method where there are no more than `most`, else its frontiers.
Table samplesRoundsTable(std::span<const SamplesRoundsTable> methods, BudgetUnit unit,
                         const FastPThreshold &threshold, std::size_t most);

Table strategyPairTable(const StrategyPair &pair, const StrategyPairOptions &options);

/// "28 187", "≥ 28 187" where a part is not known, "not recorded" where nothing is.
std::string text(const KnownSum &sum, BudgetUnit unit);

/// "Per task solved: 6 644 tokens, dollars not recorded, 4.8 requests"
std::string perSuccessSentence(const AskingCost &cost);
/// "5 of 6 tasks solved, 5 correct with fresh inputs; 33 219 tokens in 24 requests."
std::string askingCostSentence(const AskingCost &cost);

/// Samples of which nothing was evaluated: those that count, and those that a filter leaves out.
/// Empty where there are none.
std::string unjudgedSentence(const AskedPopulation &asked);

} // namespace loupe
