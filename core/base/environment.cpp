// SPDX-License-Identifier: Apache-2.0
#include "core/base/environment.h"

#include <cstdlib>

namespace loupe {

std::string environmentVariable(const char *name)
{
    const char *value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets one
    return value == nullptr ? std::string() : std::string(value);
}

} // namespace loupe
