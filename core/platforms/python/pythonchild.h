// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonprocess.h"

namespace loupe {

/// Takes over the engine's side of a forked child. `server` is shared, because it may be replaced
/// before the child has ended.
Result<std::unique_ptr<PythonChild>>
startPythonChild(std::shared_ptr<PythonProcess> server, const PythonSettings &settings,
                 const std::map<std::string, std::string> &variables, const std::stop_token &stop);

} // namespace loupe
