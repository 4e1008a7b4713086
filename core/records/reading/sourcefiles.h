// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/importedfile.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Without the mark that some editors write before UTF-8, which is no part of the text.
std::string_view withoutByteOrderMark(std::string_view text);

/// The first bytes of a regular file, without a byte order mark; empty where it cannot be read. For
/// telling formats apart.
std::string beginningOf(const std::filesystem::path &file, std::size_t bytes = 4096);
/// That of a file which readWithin(root, file) would read.
std::string beginningWithin(const std::filesystem::path &root, const std::filesystem::path &file,
                            std::size_t bytes = 4096);

/// Returns the entries of a folder by name, without what authoredFiles() ignores: hidden names and
/// Python environments. Nothing where there is no such folder.
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path &folder);

/// The folder that a source is, or that the file lies in.
std::filesystem::path folderAround(const std::filesystem::path &source);

/// The name of a folder or file, also of "." and of a path that ends in "/".
std::string nameOf(const std::filesystem::path &path);

/// "RTX 5090" of a folder "5090" or "rtx_5090", "A100" of "a100": as folders of a run on several
/// devices are called. Empty for any other name.
std::string deviceNamed(std::string folder);

/// 3 of "log_3", where "log_" is the prefix; nothing where anything else follows it than a number
/// from 0 to `most`.
std::optional<int> numberAfter(std::string_view prefix, std::string_view text, int most);

/// Reads a regular file of at most `maxBytes` below `root`, through links that stay below it: one
/// in somebody else's results must not pull in a file from elsewhere. `root` may be the file
/// itself, where that is what the user named. Errors: untrustedfile.h.
Result<std::string> readWithin(const std::filesystem::path &root, const std::filesystem::path &file,
                               std::uintmax_t maxBytes = 64U << 20U);

/// The file as an import keeps it, named by its path below `folder`.
ImportedFile importedFile(const std::filesystem::path &folder, const std::filesystem::path &file,
                          SharedText content);

/// The value of the first "key: value" in a YAML file, without quotes; empty where there is none or
/// null. Settings need no more of YAML.
std::string yamlValue(std::string_view text, std::string_view key);

bool isUtf8(std::string_view text);

} // namespace loupe
