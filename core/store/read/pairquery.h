// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/file/readonlyquery.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace loupe {

/// queryReadOnly() with one more view, `v_pair`: one row for each task × method pair of the default
/// scope, with its representative, its outcome and its speedup, as Overview and `kloupe metrics`
/// count them. It is made when the statement names it. Errors as of queryReadOnly().
Result<SqlAnswer> queryStore(const std::filesystem::path &store, const std::string &sql,
                             const SqlLimits &limits = {}, std::stop_token stop = {});

} // namespace loupe
