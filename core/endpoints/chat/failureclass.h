// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/chatanswer.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Class of a failure, which decides whether and what to send next.
enum class FailureClass {
    Transient, ///< temporary: the same request is sent again after a wait
    Unknown,   ///< cut during the answer: may have been billed, is retried once
    Request,   ///< this request always fails; others may succeed
    Lane,      ///< all requests fail: the endpoint stays closed until the user fixes the cause
    Budget,    ///< not sent: might exceed a limit of the budget
    Disk,      ///< not sent: its answer could not be saved
    Cassette,  ///< not sent: a replay has no recorded answer for this place
    Cancelled,
};

/// Returns the name, such as "transient".
const char *name(FailureClass failure);
std::optional<FailureClass> failureClassNamed(std::string_view name);

struct AskFailure {
    FailureClass kind = FailureClass::Transient;
    std::string text;       ///< for the user, with the endpoint's message
    bool isLoading = false; ///< the server is still starting: retried without counting a try
};

/// Classifies a status outside 200 to 299, using the error in its body. `location` is the target of
/// a redirect, which is never followed.
AskFailure classifyStatus(int status, std::string_view body, std::string_view location);

/// Classifies an error that arrived as an event after status 200.
AskFailure classifyError(const EndpointError &error);

} // namespace loupe
