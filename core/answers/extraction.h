// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/answerblocks.h"
#include "core/model/record/extraction.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Version of the rule below. It increases with every change that affects the outcome of any
/// answer, so that stored extractions can be recognised as outdated.
inline constexpr int extractionRuleVersion = 2;

/// Required content of an answer.
struct EntryRule {
    enum class Language { Python, Cpp };
    Language language = Language::Python;
    /// Names of which a program must define one; none: any function or class suffices.
    std::vector<std::string> entries;
};

/// Returns true if a text is a whole program that defines the entry.
bool isProgram(const std::string &code, const EntryRule &rule);

/// Answer as received.
struct Answer {
    std::string_view content;      ///< text without separately transmitted reasoning
    std::string_view finishReason; ///< "stop", "length", "content_filter"; empty: not recorded
    bool isRefusal = false;        ///< the provider reports that the model declined
};

/// Parsed answer.
struct ExtractedAnswer {
    Extraction extraction;
    VisibleText visible;
    std::vector<AnswerBlock> blocks; ///< in the segmentation of the extraction
};

/// Extracts the program of an answer. Segmentations are tried in order; the first with a block that
/// defines the entry and is a whole program is used. Equal blocks count once. Of several different
/// ones the last is taken, and the outcome is Ambiguous. Blocks with functions that it calls but
/// does not define are prepended.
///
/// An unclosed block counts unless the answer was cut off ("length"). After the start of an
/// unfinished thought, only fenced blocks count, and none if the answer was cut off. The text is
/// never changed; the program is `extraction.ranges` of the content.
ExtractedAnswer extractCode(const Answer &answer, const EntryRule &rule);

} // namespace loupe
