// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/templates/templatetext.h"
#include "core/model/record/evaluation.h"

#include <optional>
#include <span>
#include <string>

namespace loupe {

/// Evaluated round of a sample, as used in feedback.
struct FeedbackRound {
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;
    const Evaluation *evaluation = nullptr;
    std::optional<int> repeats; ///< earlier round with the same program
};

/// Returns the values for feedback prompts about one round, in addition to those of its task:
///   round, verdict, meaning                "2", "wrong value", a sentence
///   build, run, compare, time              resulttexts.h, quoted; may be empty
///   roofline, launches, kernels            resulttexts.h, the last one quoted
///   error                                  verdict, meaning, build, run and compare as one text
///   program                                the program itself
///   repeated                               "round 0" if that round has the same program
///   history                                rows of round, result and code (fenced, or empty)
/// `rounds`: usable rounds in order; `parent`: index of the refined one; `best`: the round whose
/// program the history shows. `fence`: "cpp".
TemplateValues feedbackValues(const FeedbackRules &rules, std::span<const FeedbackRound> rounds,
                              std::size_t parent, std::optional<int> best,
                              const std::string &fence);

/// Returns the same names with empty or non-empty values, to check a prompt's names before anything
/// is sent.
TemplateValues sampleFeedback(bool isEmpty);

} // namespace loupe
