// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/records/reading/readoptions.h"

#include <filesystem>

namespace loupe {

/// Content of an unpacked archive; removed by the destructor.
struct UnpackedRecords {
    TemporaryFolder folder;
    std::filesystem::path root; ///< the folder, or the single file of a ".gz", named like the
                                ///< archive
};

/// Returns true for names of supported archives: ".zip", ".tar", also compressed, and single files
/// compressed as ".gz", ".bz2", ".xz" or ".zst".
bool isRecordArchive(const std::filesystem::path &file);

/// Unpacks only regular files, into a temporary folder. Refuses names that lead out of it, and
/// archives of more than 2 GiB or 200 000 files. InvalidInput, Io, Cancelled.
Result<UnpackedRecords> unpackRecordArchive(const std::filesystem::path &file,
                                            const ReadOptions &options);

} // namespace loupe
