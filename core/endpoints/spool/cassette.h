// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/endpoints/chat/place.h"
#include "core/endpoints/spool/spoolreader.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One recorded try: the question and everything that came back. It holds no header of the request.
struct CassetteEntry {
    struct Chunk {
        std::int64_t milliseconds = 0; ///< after the answer's head
        std::string bytes;
    };
    Place place;
    std::string body;   ///< of the request, canonical JSON; empty: any question is answered
    std::string sha256; ///< of the body
    AnswerHead head;    ///< status 0: nothing came back
    std::vector<Chunk> chunks;
    std::string wire; ///< how the connection ended: "whole", "reset", …
};

/// What a spool has of an ended try, as it is recorded.
CassetteEntry cassetteEntry(const SpooledAnswer &answer);

/// Answers that were recorded, for a replay that opens no socket.
class Cassette
{
public:
    /// JSON lines: the first names form and version, each further one is an entry. InvalidInput or
    /// Corrupt with the line for anything else; of two entries for one place the later one counts.
    static Result<Cassette> read(const std::filesystem::path &file);
    static Result<Cassette> parse(std::string_view text, const std::string &source);

    /// By place, not by body: measured times and random marks in a body change from run to run.
    /// NotFound names the place, and what to do.
    Result<const CassetteEntry *> find(const Place &place) const;
    std::size_t size() const { return m_entries.size(); }

private:
    std::string m_source;
    std::map<Place, CassetteEntry> m_entries;
};

/// Where two bodies differ first, as "messages[1].content: …"; empty where they are equal.
std::string bodyDifference(std::string_view recorded, std::string_view asked);

/// Adds to a cassette, or begins one.
class CassetteWriter
{
public:
    /// InvalidInput where the file is there and is no cassette.
    static Result<CassetteWriter> open(const std::filesystem::path &file);
    /// One line, durable when it returns.
    Status add(const CassetteEntry &entry);

private:
    CassetteWriter(Fd fd, std::string file) : m_fd(std::move(fd)), m_file(std::move(file)) { }
    Fd m_fd;
    std::string m_file;
};

/// One entry as a line of a cassette, without its line break.
std::string cassetteLine(const CassetteEntry &entry);

} // namespace loupe
