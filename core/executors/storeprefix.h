// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace loupe {

/// The first evaluations of a run in the order in which they were stored. Two stores that agree on
/// it have the same evaluations with the same verdicts.
struct StorePrefix {
    std::int64_t count = 0;
    std::int64_t lastId = 0; ///< of the last of them
    std::string digest;      ///< SHA-256 over their keys and verdicts
};

/// Of the run with this uuid (hexadecimal digits), the first `most` evaluations.
Result<StorePrefix> readPrefix(const std::filesystem::path &store, const std::string &uuid,
                               std::int64_t most);

} // namespace loupe
