// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Answer on disk.
struct AnswerFile {
    std::string name; ///< relative path; with ":17" for a line of JSON lines
    std::string content;
    std::string finishReason; ///< from a line's field "finish_reason"
    /// Code that the run itself extracted; nothing if unknown or if it wrote no file.
    std::optional<std::string> saved;
    std::vector<std::string> entries; ///< names to define, if the line states them
};

struct AnswerFiles {
    std::filesystem::path path; ///< file, or folder with all files below it
    /// For *.jsonl: the field that holds the answer.
    std::string field = "predict";
    /// For *.jsonl: text that precedes the name to define, in any other field of the line
    /// ("torch.addmm" as addmm or torch_addmm). Empty: lines name none.
    std::string entryAfter = {};
    /// Folder of the code extracted by the run: files with the same relative path except the
    /// extension.
    std::filesystem::path saved = {};
    std::stop_token stop = {};
};

/// Reads raw answers, ordered by name: files *.txt and *.md, and the lines of *.jsonl. Fails for a
/// file above 16 MiB, and for a line that is no JSON object or lacks the text.
Result<std::vector<AnswerFile>> readAnswerFiles(const AnswerFiles &wanted);

/// Result for one answer, compared with simpler rules.
struct StudiedAnswer {
    std::string name;
    Extraction extraction;
    bool isFirstBlock = false; ///< the first pair of "```" holds a whole program with the entry
    bool isAnyPair = false;    ///< one of the pairs does
    bool isSavedWhole = false; ///< the file saved by the run is a whole program with the entry
};

/// Counts over several answers.
struct AnswerStudy {
    std::vector<StudiedAnswer> answers;
    std::array<int, extractionOutcomes.size()> byOutcome{}; ///< in the order of the outcomes
    std::map<std::string, int> bySegmentation;              ///< of answers with code
    int withCode = 0;
    int unclosed = 0;      ///< of answers with code: the block is not closed
    int inOpenThought = 0; ///< of answers with code: it is in an unfinished thought
    int firstBlock = 0;
    int anyPair = 0;
    int savedWhole = 0;
    int savedButMissed = 0; ///< the run saved a whole program, but the rule found none
    int lostByRun = 0;      ///< the rule found a program, but the run saved none
};

/// Applies the rule to every answer, using the answer's own entries if it names any, and counts.
AnswerStudy studyAnswers(const std::vector<AnswerFile> &files, const EntryRule &rule);

} // namespace loupe
