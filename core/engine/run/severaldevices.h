// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// The devices that "cuda:0,cuda:1" names; the text itself where it has no comma. InvalidInput
/// where a part is no device with a number, comes twice or is of another kind than the first.
Result<std::vector<std::string>> devicesIn(const std::string &text);

using EngineMaker = std::function<Result<std::unique_ptr<SuiteEngine>>(const std::string &device)>;

/// An engine for each device, in their order. All are made at the same time, in a thread each where
/// there are several: each asks the interpreter and its GPU, which takes seconds. The error of the
/// first whose engine could not be made.
Result<std::vector<std::unique_ptr<SuiteEngine>>>
makeEngines(const std::vector<std::string> &devices, const EngineMaker &make);

/// Engines of one suite, each on a device of its own, as one: its evaluators, and with them the
/// threads of a run, take the devices in turn, and what is timed on one leaves the others alone.
/// Which task goes where is not theirs to say (taskplacement.h). At least one engine, as many
/// devices. Unsupported where the devices are not alike: times of different devices do not belong
/// into one run.
Result<std::unique_ptr<SuiteEngine>> joinEngines(std::vector<std::unique_ptr<SuiteEngine>> engines,
                                                 std::vector<std::string> devices);

} // namespace loupe
