// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/headlinerows.h"
#include "core/report/table.h"

#include <string>

namespace loupe::cli {

/// A sentence for captions, with a blank in front; empty where nothing was left out.
std::string text(const LeftOut &leftOut);

/// As `--format` says: "csv", "markdown", else text.
std::string print(const Table &table, const std::string &format);

} // namespace loupe::cli
