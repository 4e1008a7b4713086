// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <map>
#include <string>

namespace loupe {

/// Ids of tasks and methods in a store, by name.
struct StoredNames {
    std::map<std::string, TaskId> tasks;
    std::map<std::string, MethodId> methods;
};

} // namespace loupe
