// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/templates/templatetext.h"
#include "core/model/evaluation.h"

#include <optional>
#include <span>
#include <string>

namespace loupe {

/// A judged round of a sample as feedback tells it.
struct FeedbackRound {
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;
    const Evaluation *evaluation = nullptr;
    std::optional<int> repeats; ///< the earlier round with the same program
};

/// What a prompt can say of the round that is gone on from, beside what it can say of the task:
///   round, verdict, meaning                "2", "wrong value", a sentence
///   build, run, compare, time              resulttexts.h, quoted; empty where there is nothing
///   roofline, launches, kernels            devicetexts.h, the last one quoted
///   error                                  verdict, meaning, build, run and compare as one text
///   program                                the program itself
///   repeated                               "round 0" where it is the same program as there
///   history                                rows of round, result and code (fenced, or empty)
/// `rounds`: those that may be told, in their order; `parent`: which of them is gone on from;
/// `best`: the round whose program a history of the best shows. `fence`: "cpp".
TemplateValues feedbackValues(const FeedbackRules &rules, std::span<const FeedbackRound> rounds,
                              std::size_t parent, std::optional<int> best,
                              const std::string &fence);

/// The same names without anything to tell, or with something everywhere: to see before anything is
/// asked whether a prompt uses no others.
TemplateValues sampleFeedback(bool isEmpty);

} // namespace loupe
