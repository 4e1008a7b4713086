// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/task.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Solution of a FlashInfer Trace dataset.
struct FlashInferSolution {
    std::string definition;
    std::string author;
    std::string language; ///< "triton", "cuda" …
    std::string file;     ///< file with its entry point
    SharedText source;    ///< all files, each preceded by a line with its path
    int sample = 0;       ///< index among the author's solutions of the definition, by name
};

/// Content of a dataset except its traces.
struct FlashInferDataset {
    std::map<std::string, Task> definitions; ///< by name; a task is a definition with a workload
    std::map<std::string, FlashInferSolution> solutions; ///< by name
};

/// Parses author and language from a solution's standard name: author, language and hash
/// ("gpt-o3_triton_4c9c32"). A solution thus has the same author even if its file is missing.
/// Nothing for any other name.
std::optional<FlashInferSolution> solutionNamed(std::string_view name);

/// Reads `definitions/**.json` and `solutions/**.json`. Malformed ones are added to `bad`.
Result<FlashInferDataset> readFlashInferDataset(const FileTree &tree, RecordProblems &bad);

/// Returns true if a file, named relative to the dataset's folder, belongs to it. Blobs do not.
bool isFlashInferFile(std::string_view name);

} // namespace loupe
