// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
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

} // namespace loupe
