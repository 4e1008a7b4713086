// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/secret.h"

#include <functional>
#include <string>

namespace loupe::ask {

/// Returns a function that looks up keys stored by `secret-tool store kernelloupe LABEL` in the
/// desktop's keyring. Returns an empty function in builds without libsecret. Loads libsecret on the
/// first call, so that the program starts where it is not installed.
std::function<Result<Secret>(const std::string &label)> keyring();

} // namespace loupe::ask
