// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/readonlyquery.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace loupe {

/// First evaluations of a run in storage order. Two stores with equal prefixes have the same
/// evaluations with the same verdicts.
struct StorePrefix {
    std::int64_t count = 0;
    std::int64_t lastId = 0; ///< row id of the last evaluation
    std::string digest;      ///< SHA-256 over their keys and verdicts
};

/// Reads the first `limit` evaluations of run `uuid` (hex).
Result<StorePrefix> readPrefix(const std::filesystem::path &store, const std::string &uuid,
                               std::int64_t limit);

/// Formats a cell of text or an integer; empty for any other.
std::string cellText(const SqlCell &cell);

} // namespace loupe
