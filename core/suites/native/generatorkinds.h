// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/suites/native/generator.h"

#include <map>
#include <string>

namespace loupe {

/// Reads a generator or distribution object of task.json. Reports unknown and missing fields and
/// impossible values (tasks/README.md, "Generators").
Generator readGenerator(const JsonReader &reader);

/// Returns the generator with its formula bounds evaluated into `numbers`.
Result<Generator> resolveGenerator(const Generator &generator,
                                   const std::map<std::string, double> &variables);

} // namespace loupe
