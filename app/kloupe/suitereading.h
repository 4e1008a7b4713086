// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/benchmark.h"
#include "core/suites/suite.h"

#include <string>
#include <variant>
#include <vector>

namespace loupe::cli {

/// What a folder turned out to be.
using AnySuite = std::variant<NativeSuite, std::vector<Benchmark>>;

/// Reads a suite by folder or registered name; an empty one is the shipped native suite. `layout`
/// chooses where a folder holds several; empty: what the name was added with, else all of them.
Result<AnySuite> readSuite(const std::string &suite, const std::string &layout);

} // namespace loupe::cli
