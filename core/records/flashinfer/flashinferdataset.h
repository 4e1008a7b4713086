// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/task.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A solution of a FlashInfer Trace dataset.
struct FlashInferSolution {
    std::string definition;
    std::string author;
    std::string language; ///< "triton", "cuda" …
    std::string file;     ///< that its entry point lies in
    std::string source;   ///< of several files all, each below a line with its path
    int sample = 0;       ///< its place among the author's solutions of the definition, by name
};

/// What a dataset holds beside its traces.
struct FlashInferDataset {
    std::map<std::string, Task> definitions; ///< by name; its workload is added to make a task
    std::map<std::string, FlashInferSolution> solutions; ///< by name
};

/// Tells the author and the language from the name that the format gives to solutions, AUTHOR,
/// language and a hash: "gpt-o3_triton_4c9c32". So a solution has the same author where its file is
/// missing. Nothing of any other name.
std::optional<FlashInferSolution> solutionNamed(std::string_view name);

/// Reads `definitions/**.json` and `solutions/**.json`. Bad ones go to `bad`.
Result<FlashInferDataset> readFlashInferDataset(const FileTree &tree, RecordProblems &bad);

/// Whether a file, named relative to the dataset's folder, belongs to it. Blobs do not.
bool isFlashInferFile(std::string_view name);

} // namespace loupe
