// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/untrustedfile.h"
#include "core/model/record/sourcefiles.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace loupe {

/// Maximum number of files of a submission that is a folder.
inline constexpr std::size_t maxSubmissionFiles = 256;

/// Reads a folder as one submission, as the text of joinedFiles(), entry first. `folder` is below
/// `root`, or `root` itself. Every file belongs to it, except hidden and generated ones
/// (core/base/authoredfiles.h). The entry is a .py file directly in the folder that defines
/// `entry`: model_new.py, kernel.py, solution.py, main.py, __init__.py, or the only other one.
/// InvalidInput, with the name of the file: a link, a special file, a file that is no UTF-8 text,
/// too many or too large files, no entry, two entries.
Result<std::string> readSubmissionFolder(const std::filesystem::path &root,
                                         const std::filesystem::path &folder,
                                         std::string_view entry);

/// Reads one file of such a submission; its path is relative to `folder`. InvalidInput as above.
Result<SourceFile> readFolderFile(const std::filesystem::path &root,
                                  const std::filesystem::path &folder,
                                  const std::filesystem::path &file,
                                  FolderLinks links = FolderLinks::Refused);

} // namespace loupe
