// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Text of a submission and the files beside it that travel with it.
struct TextWithFiles {
    std::string text; ///< of joinedFiles() if any file travels, else the submission's own
    std::vector<std::filesystem::path> files; ///< in the order of their paths
};

/// Returns the text of the submission `file` with those files of `beside` that it names: Python
/// modules that it imports, and other files whose name is a word of its text. Files that travel may
/// name others. The paths of `beside` are relative to the file's folder, which is below `root`.
/// InvalidInput, with the name of the file: as of readSubmissionFolder().
Result<TextWithFiles> withFilesBeside(const std::filesystem::path &root,
                                      const std::filesystem::path &file, std::string text,
                                      const std::vector<std::string> &beside);

} // namespace loupe
