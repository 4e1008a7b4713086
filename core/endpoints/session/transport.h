// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/chat/place.h"
#include "core/endpoints/spool/spoolrecords.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// How the bytes of an answer ended.
enum class WireEnd {
    Whole,        ///< as the server meant
    NotConnected, ///< no connection was made: nothing of the request was sent
    NotTrusted,   ///< the server is not who it says it is: nothing of the request was sent
    Reset,        ///< cut, by whomever
    TimedOut,     ///< given up by this side
    TooLarge,     ///< more than is taken
    NotRecorded,  ///< a replay has nothing for this place
};

/// "whole", "not_connected", …
const char *name(WireEnd end);
std::optional<WireEnd> wireEndNamed(std::string_view name);

struct WireRequest {
    std::string uuid;
    Place place;
    std::string body;
};

/// What happens to requests. For each started one: at most one onHead(), any number of onBytes(),
/// one onEnd(); none of them after it was cancelled, and none within start() or cancel().
class TransportEvents
{
public:
    virtual ~TransportEvents() = default;
    virtual void onHead(const std::string &uuid, AnswerHead head) = 0;
    virtual void onBytes(const std::string &uuid, std::string_view bytes) = 0;
    /// `text`: why, where it is not Whole.
    virtual void onEnd(const std::string &uuid, WireEnd end, const std::string &text) = 0;
};

/// Moves requests and answers.
class Transport
{
public:
    virtual ~Transport() = default;
    virtual void start(const WireRequest &request) = 0;
    virtual void cancel(const std::string &uuid) = 0;
};

/// Whether an answer's header, its name in lower case, is kept: what says how to read it, when to
/// ask again, and who to complain to about what.
bool isKeptHeader(std::string_view name);

} // namespace loupe
