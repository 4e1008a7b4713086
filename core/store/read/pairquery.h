// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/file/readonlyquery.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace loupe {

/// Does queryReadOnly() with one more view, `v_pair`, with a row per task × method pair of the
/// default scope. A row has the representative, outcome and speedup, as in Overview and `kloupe
/// metrics`. The view is created only if the statement names it. Fails like queryReadOnly().
Result<SqlAnswer> queryStore(const std::filesystem::path &store, const std::string &sql,
                             const SqlLimits &limits = {}, std::stop_token stop = {});

} // namespace loupe
