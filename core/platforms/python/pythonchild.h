// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonprocess.h"

namespace loupe {

/// The engine's side of a forked child. `server` is shared: it may be replaced while the child
/// still has to be buried.
Result<std::unique_ptr<PythonChild>>
startPythonChild(std::shared_ptr<PythonProcess> server, const PythonSettings &settings,
                 const std::map<std::string, std::string> &variables, const std::stop_token &stop);

} // namespace loupe
