// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/endpoints/chat/requestkey.h"
#include "core/endpoints/spool/spoolreader.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Recorded try: the request's body and the whole answer, without request headers.
struct CassetteEntry {
    struct Chunk {
        std::int64_t milliseconds = 0; ///< since the answer's head
        std::string bytes;
    };
    RequestKey place;
    std::string body;   ///< body of the request, canonical JSON; empty: matches any request
    std::string sha256; ///< SHA-256 of the body
    AnswerHead head;    ///< status 0: no answer
    std::vector<Chunk> chunks;
    std::string wire; ///< end of the connection: "whole", "reset", …
};

/// Converts an ended try of a spool into an entry.
CassetteEntry cassetteEntry(const SpooledAnswer &answer);

/// Recorded answers, for a replay without a socket.
class Cassette
{
public:
    /// Reads JSON lines: a header with format and version, then one entry per line. Fails with
    /// InvalidInput or Corrupt and the line number for anything else. The later of two entries for
    /// one request key wins.
    static Result<Cassette> read(const std::filesystem::path &file);
    static Result<Cassette> parse(std::string_view text, const std::string &source);

    /// Finds an entry by place, not by body, because measured times and random markers change the
    /// body from run to run. The error NotFound names the place and the next step.
    Result<const CassetteEntry *> find(const RequestKey &place) const;
    /// Returns true if there is an answer for the first round of any sample of the task.
    bool answers(const std::string &task) const;
    std::size_t size() const { return m_entries.size(); }

private:
    std::string m_source;
    std::map<RequestKey, CassetteEntry> m_entries;
};

/// Describes the first difference of two bodies; empty if they are equal.
std::string bodyDifference(std::string_view recorded, std::string_view requested);

/// Appends to a cassette, or creates one.
class CassetteWriter
{
public:
    /// Fails with InvalidInput if the file exists and is not a cassette.
    static Result<CassetteWriter> open(const std::filesystem::path &file);
    /// Appends one line. It is durable when the call returns.
    Status add(const CassetteEntry &entry);

private:
    CassetteWriter(Fd fd, std::string file) : m_fd(std::move(fd)), m_file(std::move(file)) { }
    Fd m_fd;
    std::string m_file;
};

/// Returns an entry as a line of a cassette, without line break.
std::string cassetteLine(const CassetteEntry &entry);

} // namespace loupe
