// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/importedfile.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the text without a UTF-8 byte order mark.
std::string_view withoutByteOrderMark(std::string_view text);

/// Returns the first bytes of a regular file, without a byte order mark; empty if it cannot be
/// read. Used to detect formats.
std::string beginningOf(const std::filesystem::path &file, std::size_t bytes = 4096);
/// Returns the same for a file that readWithin(root, file) would read.
std::string beginningWithin(const std::filesystem::path &root, const std::filesystem::path &file,
                            std::size_t bytes = 4096);

/// Returns true if all keys, in quotes, occur in a part of a JSON text.
bool hasKeys(std::string_view json, std::initializer_list<std::string_view> keys);

/// Returns the text before the first line break.
std::string_view firstLineIn(std::string_view text);

/// Returns true for the extensions of data files: ".json", ".jsonl", ".ndjson" or ".csv", in any
/// case.
bool hasNameOfRecords(const std::filesystem::path &file);

/// Returns why no reader can read a file below `root`: it cannot be opened, is no regular file,
/// links out of the folder, is empty or not UTF-8. Never blocks on a pipe. Checks the encoding of
/// the first 64 KiB. `root` may be the file itself if the user named it.
Status checkReadable(const std::filesystem::path &root, const std::filesystem::path &file);

/// Returns the entries of a folder by name, except those ignored by authoredFiles() (hidden names,
/// Python environments). Empty if the folder does not exist.
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path &folder);

/// Returns the source if it is a folder, else its parent.
std::filesystem::path folderAround(const std::filesystem::path &source);

/// Returns the name of a folder or file, also for "." and for a path that ends in "/".
std::string nameOf(const std::filesystem::path &path);

/// Returns the device that a folder of a multi-device run is named after: "RTX 5090" for "5090" or
/// "rtx_5090", "A100" for "a100". Empty for other names.
std::string deviceNamed(std::string folder);

/// Returns 3 for "log_3" and prefix "log_"; nothing unless exactly a number from 0 to `most`
/// follows the prefix.
std::optional<int> numberAfter(std::string_view prefix, std::string_view text, int most);

/// Reads a regular file of at most `maxBytes` below `root`, through links that stay below it:
/// untrusted results must not include files from elsewhere. `root` may be the file itself if the
/// user named it. Errors: untrustedfile.h.
Result<std::string> readWithin(const std::filesystem::path &root, const std::filesystem::path &file,
                               std::uintmax_t maxBytes = 64U << 20U);
/// Reads the same as a shared text, whose memory can be given back if it is large.
Result<SharedText> readSharedWithin(const std::filesystem::path &root,
                                    const std::filesystem::path &file, std::uintmax_t maxBytes);

/// Returns the file for an import, named by its path below `folder`.
ImportedFile importedFile(const std::filesystem::path &folder, const std::filesystem::path &file,
                          SharedText content);

/// Returns the value of the first "key: value" in a YAML file, without quotes; empty if missing or
/// null. Settings use no other YAML.
std::string yamlValue(std::string_view text, std::string_view key);

bool isUtf8(std::string_view text);

} // namespace loupe
