// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/answerblocks.h"
#include "core/model/extraction.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The version of the rule below. It rises with every change that gives any answer another outcome,
/// so that stored answers can be told from those read anew.
inline constexpr int extractionRuleVersion = 1;

/// What an answer shall hold.
struct EntryRule {
    enum class Language { Python, Cpp };
    Language language = Language::Python;
    /// Names of which a program defines one; none: any function or class will do.
    std::vector<std::string> entries;
};

/// "python" or "cpp", as the languages of candidates are called ("cuda", "c++" … count as C++).
EntryRule::Language entryLanguage(std::string_view candidateLanguage);

/// Whether a text is a whole program that defines the entry.
bool isProgram(const std::string &code, const EntryRule &rule);

/// An answer as it was received.
struct Answer {
    std::string_view content; ///< the text, without a reasoning that came in a field of its own
    std::string_view finishReason; ///< "stop", "length", "content_filter"; empty: not recorded
    bool isRefusal = false;        ///< the provider says that the model declined
};

/// An answer taken apart.
struct ExtractedAnswer {
    Extraction extraction;
    VisibleText visible;
    std::vector<AnswerBlock> blocks; ///< in the segmentation that the extraction names
};

/// The one program in an answer. In each segmentation in turn, the blocks that define the entry and
/// can be whole programs are gathered; the first segmentation with one of them counts. Equal blocks
/// are one; of several different ones the last is taken and the outcome is Ambiguous. Blocks with
/// functions that the chosen one calls and does not define are taken before it.
///
/// A block that never closes counts unless the answer ended at its limit ("length"). Behind the
/// mark of a thought that never ends only blocks in fences count, and none where the answer ended
/// at its limit. Text is never changed; what is taken is `extraction.ranges` of the content.
ExtractedAnswer extractCode(const Answer &answer, const EntryRule &rule);

} // namespace loupe
