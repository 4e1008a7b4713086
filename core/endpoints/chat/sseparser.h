// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace loupe {

/// Server-sent event.
struct SseEvent {
    std::string type; ///< "event:" field, or empty
    std::string data; ///< "data:" lines, joined with line breaks
    std::string id;
    std::uint64_t position = 0; ///< offset of its first line in the stream, in bytes
};

/// Parser of a stream of server-sent events, independent of how the stream is split into pieces.
/// Lines end with LF, CR or CRLF. A byte order mark at the start, comments, other fields and events
/// without data are ignored.
class SseParser
{
public:
    using Take = std::function<void(const SseEvent &)>;

    /// A line, or the data of one event, may have at most `maxLineLength` bytes.
    explicit SseParser(std::size_t maxLineLength = std::size_t{1} << 20) : m_longest(maxLineLength)
    {
    }

    /// Returns Corrupt with the byte position once a limit was exceeded; later input is ignored.
    Status push(std::string_view bytes, const Take &take);
    /// Ends the stream. The last line and event need no line break.
    Status finish(const Take &take);
    /// Returns the number of whole lines so far, including comments and empty lines. It shows that
    /// the server is alive.
    std::uint64_t lines() const { return m_lines; }

private:
    Status addToLine(std::string_view piece);
    Status endLine(const Take &take);
    Status field(std::string_view name, std::string_view value);
    void endEvent(const Take &take);
    Error tooLong(const char *what) const;

    std::size_t m_longest;
    std::string m_line;
    SseEvent m_event;
    bool m_hasData = false;
    bool m_hasFields = false;
    bool m_skipsLineFeed = false; ///< the last byte was CR
    bool m_hasFailed = false;
    std::uint64_t m_lines = 0;
    std::uint64_t m_position = 0;  ///< offset of the next byte
    std::uint64_t m_lineStart = 0; ///< offset of the line's first byte
};

} // namespace loupe
