// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace loupe {

/// One event of a stream of server-sent events.
struct SseEvent {
    std::string type; ///< its "event:" field, or empty
    std::string data; ///< its "data:" lines, with line breaks between them
    std::string id;
    std::uint64_t position = 0; ///< byte of the stream at which its first line begins
};

/// Takes a stream of server-sent events in pieces of any size and gives its events; the pieces make
/// no difference. Lines end with LF, CR or CRLF; a mark of byte order at the start, comments, other
/// fields and events without data are passed over.
class SseParser
{
public:
    using Take = std::function<void(const SseEvent &)>;

    /// Beyond `longestLine` bytes a line, or an event's data, is refused.
    explicit SseParser(std::size_t longestLine = std::size_t{1} << 20) : m_longest(longestLine) { }

    /// Corrupt with the byte position once something was too long; then nothing more is taken.
    Status push(std::string_view bytes, const Take &take);
    /// The stream has ended as its server meant: a last line and event need no line break.
    Status finish(const Take &take);
    /// Whole lines so far, comments and empty ones included: a server that lives sends some.
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
    std::uint64_t m_position = 0;  ///< of the next byte
    std::uint64_t m_lineStart = 0; ///< of the line's first byte
};

} // namespace loupe
