// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>

namespace loupe {

/// Function that returns the bytes of a server's answer to a request, by its uuid; an error if they
/// are not available. They are many times as large as an answer's text, so a store fetches one
/// answer at a time.
using RawAnswers = std::function<Result<std::string>(const std::string &request)>;

} // namespace loupe
