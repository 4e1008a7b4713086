// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// The devices that "cuda:0,cuda:1" names; the text itself where it has no comma. InvalidInput
/// where a part is no device with a number, comes twice or is of another kind than the first.
Result<std::vector<std::string>> devicesIn(const std::string &text);

/// Engines of one suite, each on a device of its own, as one: its evaluators, and with them the
/// threads of a run, take the devices in turn, and what is timed on one leaves the others alone.
/// Which task goes where is not theirs to say (taskplacement.h). At least one engine, as many
/// devices. Unsupported where the devices are not alike: times of different devices do not belong
/// into one run.
Result<std::unique_ptr<SuiteEngine>> joinEngines(std::vector<std::unique_ptr<SuiteEngine>> engines,
                                                 std::vector<std::string> devices);

} // namespace loupe
