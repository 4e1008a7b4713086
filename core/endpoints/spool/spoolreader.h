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

/// Bytes of an answer that came together.
struct AnswerChunk {
    std::size_t begin = 0; ///< in SpooledAnswer::raw
    std::size_t size = 0;
    std::int64_t milliseconds = 0; ///< after the answer's head
};

/// A try as the spool has it.
struct SpooledAnswer {
    SpooledRequest request;
    std::optional<AnswerHead> head; ///< nothing: no answer began
    std::string raw;                ///< the bytes as they came, as far as they were kept
    std::vector<AnswerChunk> chunks;
    std::optional<AnswerEnd> end; ///< nothing: it was cut off, and what became of it is not known
};

/// The uuids of all requests in a spool, in the order in which they were planned; empty where there
/// is no such folder. A writer may be at work there: drafts are its own.
Result<std::vector<std::string>> spooledRequests(const std::filesystem::path &folder);

/// Corrupt where a request is damaged or an answer's records are; a record that was cut off at the
/// end of the file is no damage.
Result<SpooledAnswer> readSpooled(const std::filesystem::path &folder, const std::string &uuid);

/// The bytes of an answer alone, as far as they were kept; empty where the spool has no answer to
/// that request.
Result<std::string> readSpooledBytes(const std::filesystem::path &folder, const std::string &uuid);

/// Takes both files away, the answer first: what is stored elsewhere by then.
Status removeSpooled(const std::filesystem::path &folder, const std::string &uuid);

/// The records of an answer's file, put into `answer`.
Status parseAnswerFile(std::string_view file, const std::string &name, SpooledAnswer &answer);

} // namespace loupe
