// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/layout/benchmark.h"
#include "core/suites/native/suite.h"

#include <string>
#include <variant>
#include <vector>

namespace loupe::cli {

/// Suite or suites found in a folder.
using AnySuite = std::variant<NativeSuite, std::vector<Benchmark>>;

/// Reads a suite by folder or registered name; an empty name is the shipped native suite. `layout`
/// chooses one of several in a folder. If empty, uses the layout registered with the name, else
/// reads all.
AnySuite readSuite(const std::string &suite, const std::string &layout);

} // namespace loupe::cli
