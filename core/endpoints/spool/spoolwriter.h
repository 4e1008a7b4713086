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

/// The one writer of a spool. What plan() has accepted survives power cuts; of an answer at most
/// the last second is lost to one, and nothing to a kill of the process. Every error is Io and
/// names the file; nothing further should be sent then.
class SpoolWriter
{
public:
    /// Creates the folder where it is missing. Busy while another process writes there.
    static Result<std::unique_ptr<SpoolWriter>> open(const std::filesystem::path &folder,
                                                     const Clock &clock);

    /// Durable when it returns, request and name.
    Status plan(const SpooledRequest &request);
    Status head(const std::string &uuid, const AnswerHead &head);
    Status append(const std::string &uuid, std::string_view bytes);
    /// Durable when it returns.
    Status end(const std::string &uuid, const AnswerEnd &end);
    /// The bytes so far are taken away again: they hold what must not be kept.
    Status withhold(const std::string &uuid);
    /// Bytes free on the folder's file system for this user.
    Result<std::int64_t> freeBytes() const;

    const std::filesystem::path &folder() const { return m_folder; }

private:
    struct OpenAnswer {
        Fd fd;
        std::chrono::steady_clock::time_point began;
        std::chrono::steady_clock::time_point synced;
        std::string head; ///< its record, written again when bytes are withheld
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

/// Takes a spool away that holds no request and that nobody writes, and the folder of spools that
/// it is in once that is empty. Leaves all else as it is.
void removeEmptySpool(const std::filesystem::path &folder);

} // namespace loupe
