// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <string>

namespace loupe {

/// The store's run of exactly this name; nothing where there is none.
Result<std::optional<RunId>> runNamed(StoreReader &reader, const std::string &name);

} // namespace loupe
