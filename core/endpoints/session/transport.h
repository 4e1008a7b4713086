// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/chat/requestkey.h"
#include "core/endpoints/spool/spoolrecords.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Way in which the transfer of an answer ended.
enum class WireEnd {
    Whole,        ///< complete, as the server intended
    NotConnected, ///< no connection was made; nothing was sent
    NotTrusted,   ///< the server's identity could not be verified; nothing was sent
    Reset,        ///< connection was cut
    TimedOut,     ///< given up by the client
    TooLarge,     ///< exceeds the size limit
    NotRecorded,  ///< a replay has no answer for this place
};

/// Returns the name, such as "not_connected".
const char *name(WireEnd end);
std::optional<WireEnd> wireEndNamed(std::string_view name);

struct WireRequest {
    std::string uuid;
    RequestKey place;
    std::string body;
};

/// Callbacks of a transport. Each started request gets at most one onHead(), any number of
/// onBytes() and one onEnd(). None follows a cancel(), and none is called within start() or
/// cancel().
class TransportEvents
{
public:
    virtual ~TransportEvents() = default;
    virtual void onHead(const std::string &uuid, AnswerHead head) = 0;
    virtual void onBytes(const std::string &uuid, std::string_view bytes) = 0;
    /// `text` is the reason if `end` is not Whole.
    virtual void onEnd(const std::string &uuid, WireEnd end, const std::string &text) = 0;
};

/// Sends requests and receives answers.
class Transport
{
public:
    virtual ~Transport() = default;
    virtual void start(const WireRequest &request) = 0;
    virtual void cancel(const std::string &uuid) = 0;
};

/// Returns true if an answer's header (lower-case name) is saved: content type, retry times, rate
/// limits and ids for support requests.
bool isKeptHeader(std::string_view name);

} // namespace loupe
