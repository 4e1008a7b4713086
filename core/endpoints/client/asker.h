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

/// What a session of asking begins with.
struct AskerRequest {
    Profile profile;
    std::filesystem::path spool;
    std::filesystem::path record; ///< a cassette to add to, or empty
    double tokensPerByte = 1;     ///< see boundOf()
    std::vector<SpentBefore> spent;
};

/// Whom requests are given to. One thread.
class Asker
{
public:
    virtual ~Asker() = default;
    virtual Status ask(const Ask &ask) = 0;
    virtual Status cancel(const std::string &uuid) = 0;
    /// Cancels everything; Stopped is the last event.
    virtual Status stop() = 0;
    /// The next event; nothing when none came in time or `stop` was requested. Io when the other
    /// end is gone: what was received by then is in the spool.
    virtual Result<std::optional<AskEvent>> next(std::chrono::milliseconds wait,
                                                 const std::stop_token &stop)
        = 0;
};

/// A version-4 UUID from the operating system's randomness.
std::string newUuid();

/// Starts kloupe-ask for a profile. The key named by a variable reaches it through a pipe; its
/// environment has the few variables that it needs. Environment where the program was not built,
/// or a key is missing; InvalidInput where the profile is wrong; Busy where the spool is in use.
Result<std::unique_ptr<Asker>> startAskProcess(const std::filesystem::path &program,
                                               const AskerRequest &request,
                                               const std::stop_token &stop);

/// Answers from a cassette in this process, without kloupe-ask, key or socket; waits take no time.
/// `isExact`: another body than the recorded one is an error.
Result<std::unique_ptr<Asker>> startReplay(const std::filesystem::path &cassette,
                                           const AskerRequest &request, bool isExact);

} // namespace loupe
