// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Splits "cuda:0,cuda:1" into devices; a text without a comma is returned as it is. InvalidInput
/// if a part has no number, is repeated, or differs in kind from the first.
Result<std::vector<std::string>> devicesIn(const std::string &text);

using EngineMaker = std::function<Result<std::unique_ptr<SuiteEngine>>(const std::string &device)>;

/// Creates an engine per device, in their order. Several are created in parallel, because each
/// examines the interpreter and its GPU for seconds. Returns the error of the first that failed.
Result<std::vector<std::unique_ptr<SuiteEngine>>>
makeEngines(const std::vector<std::string> &devices, const EngineMaker &make);

/// Joins engines of one suite, each on its own device. Evaluators, and so the threads of a run, are
/// assigned to the devices in turn; a timing blocks its own device only. TaskPlacement assigns the
/// tasks. Requires at least one engine, and as many devices. Unsupported if the devices differ,
/// because their times do not belong in one run.
Result<std::unique_ptr<SuiteEngine>> joinEngines(std::vector<std::unique_ptr<SuiteEngine>> engines,
                                                 std::vector<std::string> devices);

} // namespace loupe
