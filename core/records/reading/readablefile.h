// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Returns true for the extensions of data files: ".json", ".jsonl", ".ndjson" or ".csv", in any
/// case.
bool hasNameOfRecords(const std::filesystem::path &file);

/// Returns why no reader can read a file below `root`: it cannot be opened, is no regular file,
/// links out of the folder, is empty or not UTF-8. Never blocks on a pipe. Checks the encoding of
/// the first 64 KiB. `root` may be the file itself if the user named it.
Status checkReadable(const std::filesystem::path &root, const std::filesystem::path &file);

} // namespace loupe
