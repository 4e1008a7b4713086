// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/sourcefacts.h"
#include "core/model/record/sourcefiles.h"

#include <optional>
#include <vector>

namespace loupe {

/// Returns for each file of a submission whether its code may run when the first one, the entry, is
/// loaded. `facts` has the facts of each Python file that could be parsed. Python files run if a
/// file that runs imports them, and all of them if modules are loaded by computed names. A file
/// with a name of C++ or CUDA may always be built. Another file runs if the text of one of these
/// names it, as an include does.
std::vector<bool> reachedFiles(const std::vector<SourceFile> &files,
                               const std::vector<std::optional<PythonFacts>> &facts);

} // namespace loupe
