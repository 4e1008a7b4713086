// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// A name of a run as one value of a filter, whatever characters it has.
Filter onlyRun(const std::string &name);

/// The store's run of exactly this name; nothing where there is none.
Result<std::optional<RunId>> runNamed(StoreReader &reader, const std::string &name);

/// Io where what was committed to the store may still be in the system's memory alone.
Status makeStoreDurable(const std::filesystem::path &store);

} // namespace loupe
