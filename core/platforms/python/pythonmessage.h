// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/channel/channel.h"

namespace loupe {

/// Sends a request with the tensors of `given`; requests above the channel's limit travel in shared
/// memory.
Status sendToPython(Channel &channel, Json request, const Bundle *given);

struct PythonMessage { // NOLINT(bugprone-exception-escape): Json's own assertions
    Json body;         ///< without the content of `value`
    std::optional<Bundle> value;
};
/// Receives an untrusted message of a child. Corrupt if it is no answer to the request with this
/// id, or its tensors do not lie in `memory` (PythonSettings). Other errors as Channel::receive.
Result<PythonMessage> receiveFromPython(Channel &channel, const std::string &id,
                                        const std::string &memory,
                                        std::chrono::steady_clock::time_point deadline,
                                        const std::stop_token &stop);

} // namespace loupe
