// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/chatanswer.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What a failure means for what is asked next.
enum class FailureClass {
    Transient, ///< passes by itself: the same request is sent again after a wait
    Unknown,   ///< cut while it came: it may have been billed, and is asked again once
    Request,   ///< this request will never be answered; others may
    Lane,      ///< no request will be: the endpoint is given up until the user has mended something
    Budget,    ///< not sent: a limit of the budget might be exceeded
    Disk,      ///< not sent: its answer could not be kept
    Cassette,  ///< not sent: a replay has no answer recorded for this place
    Cancelled,
};

/// "transient"
const char *name(FailureClass failure);
std::optional<FailureClass> failureClassNamed(std::string_view name);

struct AskFailure {
    FailureClass kind = FailureClass::Transient;
    std::string text;       ///< for people, with the endpoint's own words
    bool isLoading = false; ///< the server is starting: it is waited for, and no try is counted
};

/// What a status other than 200 to 299 means, with the error that its body describes. `location`:
/// where a redirect leads, which is never followed.
AskFailure classifyStatus(int status, std::string_view body, std::string_view location);

/// What an error means that came as an event after status 200.
AskFailure classifyError(const EndpointError &error);

} // namespace loupe
