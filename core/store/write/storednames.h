// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <map>
#include <string>

namespace loupe {

/// What names of tasks and methods stand for in a store.
struct StoredNames {
    std::map<std::string, TaskId> tasks;
    std::map<std::string, MethodId> methods;
};

} // namespace loupe
