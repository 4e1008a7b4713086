// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Whether the name ends like one of data: ".json", ".jsonl", ".ndjson" or ".csv", in any case.
bool hasNameOfRecords(const std::filesystem::path &file);

/// Tells why no reader can read a file below `root`: it cannot be opened, is no regular file, is a
/// link out of the folder, is empty or is not UTF-8. Never waits for a pipe. The encoding is that
/// of the first 64 KiB. `root` may be the file itself, where that is what the user named.
Status checkReadable(const std::filesystem::path &root, const std::filesystem::path &file);

} // namespace loupe
