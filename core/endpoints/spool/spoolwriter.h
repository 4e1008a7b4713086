// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/endpoints/spool/spoolrecords.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace loupe {

/// Only writer of a spool. Requests accepted by plan() survive power cuts. A power cut loses at
/// most the last second of an answer, a kill of the process nothing. Every error is Io and names
/// the file; nothing more should be sent after one.
class SpoolWriter
{
public:
    /// Creates the folder if needed. Busy while another process writes there.
    static Result<std::unique_ptr<SpoolWriter>> open(const std::filesystem::path &folder,
                                                     const Clock &clock);

    /// Saves a request. It is durable when the call returns.
    Status plan(const SpooledRequest &request);
    Status head(const std::string &uuid, const AnswerHead &head);
    Status append(const std::string &uuid, std::string_view bytes);
    /// Ends an answer. It is durable when the call returns.
    Status end(const std::string &uuid, const AnswerEnd &end);
    /// Deletes the bytes saved so far, because they hold a key.
    Status withhold(const std::string &uuid);
    /// Returns the bytes available to this user on the folder's file system.
    Result<std::int64_t> freeBytes() const;

    const std::filesystem::path &folder() const { return m_folder; }

private:
    struct OpenAnswer {
        Fd fd;
        std::chrono::steady_clock::time_point began;
        std::chrono::steady_clock::time_point synced;
        std::string head; ///< record of the head, written again by withhold()
    };
    SpoolWriter(std::filesystem::path folder, Fd folderFd, Fd lock, const Clock &clock);
    Result<OpenAnswer *> answerOf(const std::string &uuid);
    std::string fileOf(const std::string &uuid, const char *ending) const;

    std::filesystem::path m_folder;
    Fd m_folderFd;
    Fd m_lock;
    const Clock &m_clock;
    std::map<std::string, OpenAnswer> m_open;
};

/// Deletes a spool without requests and without an active writer, and its parent folder if that
/// becomes empty. Leaves everything else unchanged.
void removeEmptySpool(const std::filesystem::path &folder);

} // namespace loupe
