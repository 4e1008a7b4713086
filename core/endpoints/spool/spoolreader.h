// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/spool/spoolrecords.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Bytes of an answer that arrived together.
struct AnswerChunk {
    std::size_t begin = 0; ///< offset in SpooledAnswer::raw
    std::size_t size = 0;
    std::int64_t milliseconds = 0; ///< since the answer's head
};

/// Try as stored in the spool.
struct SpooledAnswer {
    SpooledRequest request;
    std::optional<AnswerHead> head; ///< absent if no answer began
    std::string raw;                ///< received bytes, as far as they were saved
    std::vector<AnswerChunk> chunks;
    std::optional<AnswerEnd> end; ///< absent if the writer ended before; the outcome is unknown
};

/// Returns the uuids of all requests in a spool, ordered by planning time; empty if there is no
/// such folder. A writer may be active: its drafts are ignored.
Result<std::vector<std::string>> spooledRequests(const std::filesystem::path &folder);

/// Reads a try. Corrupt if a request or a record of an answer is damaged. A truncated last record
/// is not damage.
Result<SpooledAnswer> readSpooled(const std::filesystem::path &folder, const std::string &uuid);

/// Returns only the saved bytes of an answer; empty if the spool has no answer to that request.
Result<std::string> readSpooledBytes(const std::filesystem::path &folder, const std::string &uuid);

/// Deletes both files of a try, the answer first, once they are stored elsewhere.
Status removeSpooled(const std::filesystem::path &folder, const std::string &uuid);

/// Parses the records of an answer's file into `answer`.
Status parseAnswerFile(std::string_view file, const std::string &name, SpooledAnswer &answer);

} // namespace loupe
