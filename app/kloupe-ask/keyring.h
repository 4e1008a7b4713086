// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/secret.h"

#include <functional>
#include <string>

namespace loupe::ask {

/// Asks the desktop's keyring through libsecret for what `secret-tool store kernelloupe LABEL`
/// keeps there; empty where this program was built without libsecret. The library is loaded when it
/// is asked, so that the program starts where it is not installed.
std::function<Result<Secret>(const std::string &label)> keyring();

} // namespace loupe::ask
