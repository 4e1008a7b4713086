// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// One answer on disk.
struct AnswerFile {
    std::string name; ///< path below what was read; with ":17" where it is a line of JSON lines
    std::string content;
    std::string finishReason; ///< of a line that has the field "finish_reason"
    /// What the run itself made of the answer; nothing where nobody asked, or it made no file.
    std::optional<std::string> saved;
    std::vector<std::string> entries; ///< of a line that names what shall be defined
};

struct AnswerFiles {
    std::filesystem::path path; ///< a file, or a folder with all below it
    /// Of a file *.jsonl: the field that holds the answer.
    std::string field = "predict";
    /// Of such a file: the name after this text, in any other field of the line, is what shall be
    /// defined ("torch.addmm" as addmm or torch_addmm); empty: lines name none.
    std::string entryAfter = {};
    /// Where the run kept the code that it took: a file of the same path but for its extension.
    std::filesystem::path saved = {};
    std::stop_token stop = {};
};

/// Raw answers: files *.txt and *.md, and the lines of *.jsonl; in the order of their names. A file
/// above 16 MiB, a line that is no JSON object, or has no such text, refuses all.
Result<std::vector<AnswerFile>> readAnswerFiles(const AnswerFiles &wanted);

} // namespace loupe
