// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>

namespace loupe {

/// Gives the bytes that a server sent in answer to a request, by its uuid; nothing where they are
/// not to be had. They are many times an answer's text, so whoever stores them asks for one answer
/// at a time.
using RawAnswers = std::function<Result<std::string>(const std::string &request)>;

} // namespace loupe
