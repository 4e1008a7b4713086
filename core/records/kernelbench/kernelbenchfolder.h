// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/record/candidate.h"
#include "core/model/record/importedfile.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// Content of a run's folder next to KernelBench's results.
struct KernelBenchFolder {
    /// Level, problem and sample.
    using KernelKey = std::tuple<int, int, int>;

    std::filesystem::path path;
    std::string name;
    Method method;
    std::string precision;
    std::optional<int> level;
    std::string levelSource; ///< "kernel files", "generation_config.yaml", "name of the folder"
    Json settings = Json::object();
    std::map<KernelKey, ImportedFile> kernels;
    std::map<KernelKey, ImportedFile> answers; ///< raw, as received from the model
    std::vector<ImportedFile> files;           ///< configurations, unchanged
    std::vector<std::string> notes;

    /// Sets source and file of a candidate, if the folder has its kernel.
    void addKernel(int level, int problem, int sample, Candidate &candidate) const;
    /// Returns the raw answer; null if it is missing.
    const ImportedFile *answerOf(int level, int problem, int sample) const;
    /// Reads another file of the folder if it exists; adds a note if it cannot be read.
    std::optional<std::string> readSibling(const std::string &fileName);
    /// Adds the files read, for storage by the import.
    void addFilesTo(std::vector<ImportedFile> &out) const;
};

/// Reads names, configuration, kernels (`level_L_problem_P_sample_S_kernel.py`,
/// `generated_kernels/level_L/problem_P.py`) and raw answers
/// (`raw_generation/level_L/problem_P.txt`). Kernels may be links within the parent folder; other
/// and dangling links are noted and not read.
KernelBenchFolder readKernelBenchFolder(const std::filesystem::path &folder);

} // namespace loupe
