// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/sourcefacts.h"
#include "core/model/record/sourcefiles.h"

#include <optional>
#include <vector>

namespace loupe {

/// Returns for each file of a submission whether its code may run when the first one, the entry, is
/// loaded. In doubt it may. `facts` has the facts of each Python file that could be parsed.
///
/// A Python file is left out if no file that runs imports it, has its name as a word, or has a word
/// of functions that load code by a computed name ("exec"). A document (.md, .rst) is left out if
/// the files that run do not have its name as a word, nor read files that they search.
std::vector<bool> reachedFiles(const std::vector<SourceFile> &files,
                               const std::vector<std::optional<PythonFacts>> &facts);

} // namespace loupe
