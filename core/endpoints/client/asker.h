// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"
#include "core/endpoints/session/askmessages.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Settings with which a session of requests starts.
struct AskerRequest {
    Profile profile;
    std::filesystem::path spool;
    std::filesystem::path record; ///< cassette to append to, or empty
    double tokensPerByte = 1;     ///< see boundOf()
    std::vector<SpentBefore> spent;
};

/// Client that sends requests to an endpoint. Used from one thread.
class Asker
{
public:
    virtual ~Asker() = default;
    virtual Status ask(const Ask &ask) = 0;
    virtual Status cancel(const std::string &uuid) = 0;
    /// Cancels all requests; Stopped is the last event.
    virtual Status stop() = 0;
    /// Returns the next event, or nothing after `wait` or once `stop` is requested. Io when the
    /// other process has ended: everything received until then is in the spool.
    virtual Result<std::optional<AskEvent>> next(std::chrono::milliseconds wait,
                                                 const std::stop_token &stop)
        = 0;
};

/// Returns a random version-4 UUID.
std::string newUuid();

/// Starts kloupe-ask for a profile. A key from a variable reaches it through a pipe; its
/// environment has only the variables that it needs. Environment if the program was not built or a
/// key is missing; InvalidInput for an invalid profile; Busy if the spool is in use.
Result<std::unique_ptr<Asker>> startAskProcess(const std::filesystem::path &program,
                                               const AskerRequest &request,
                                               const std::stop_token &stop);

/// Answers from a cassette in this process, without kloupe-ask, key or socket; waits take no time.
/// `isExact`: a body that differs from the recorded one is an error.
Result<std::unique_ptr<Asker>> startReplay(const std::filesystem::path &cassette,
                                           const AskerRequest &request, bool isExact);

} // namespace loupe
