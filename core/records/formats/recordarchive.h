// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/records/reading/readoptions.h"

#include <filesystem>

namespace loupe {

/// What an archive was unpacked to; gone when it is destroyed.
struct UnpackedRecords {
    TemporaryFolder folder;
    std::filesystem::path root; ///< the folder, or the one file of a ".gz", named like the archive
};

/// Whether the name is one of an archive that can be opened: ".zip", ".tar", also compressed, and a
/// single file compressed as ".gz", ".bz2", ".xz" or ".zst".
bool isRecordArchive(const std::filesystem::path &file);

/// Unpacks regular files only, into a folder of our own: names that lead out of it are refused, and
/// so is what would take more than 2 GiB or 200 000 files. InvalidInput, Io, Cancelled.
Result<UnpackedRecords> unpackRecordArchive(const std::filesystem::path &file,
                                            const ReadOptions &options);

} // namespace loupe
