// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/channel.h"

namespace loupe {

/// Sends a request with the tensors of `given`; what is longer than a channel's message travels in
/// shared memory.
Status sendToPython(Channel &channel, Json request, const Bundle *given);

struct PythonMessage { // NOLINT(bugprone-exception-escape): Json's own assertions
    Json body;         ///< without what `value` holds
    std::optional<Bundle> value;
};
/// Receives what a child says, which may be anything: Corrupt when it is no answer to the request
/// with this id, or its tensors do not lie in `memory` (PythonSettings). Other errors as
/// Channel::receive.
Result<PythonMessage> receiveFromPython(Channel &channel, const std::string &id,
                                        const std::string &memory,
                                        std::chrono::steady_clock::time_point deadline,
                                        const std::stop_token &stop);

} // namespace loupe
