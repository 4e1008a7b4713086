// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/candidate.h"
#include "core/model/importedfile.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// What lies beside KernelBench's results in the folder of a run.
struct KernelBenchFolder {
    /// Level, problem, sample.
    using KernelKey = std::tuple<int, int, int>;

    std::filesystem::path path;
    std::string name;
    Method method;
    std::string precision;
    std::string backend;
    std::optional<int> level;
    std::string levelSource; ///< "kernel files", "generation_config.yaml", "name of the folder"
    Json settings = Json::object();
    std::map<KernelKey, ImportedFile> kernels;
    std::map<KernelKey, ImportedFile> answers; ///< raw, as the model gave them
    std::vector<ImportedFile> files;           ///< configurations, as they were
    std::vector<std::string> notes;

    /// The source of a kernel; empty where it is not there.
    std::string sourceOf(int level, int problem, int sample) const;
    /// The raw answer; null where it is not there.
    const ImportedFile *answerOf(int level, int problem, int sample) const;
    std::string fileOf(int level, int problem, int sample) const;
    /// A further file of that name, where there is one; a note where it cannot be read.
    std::optional<std::string> readBeside(const std::string &fileName);
    /// What was read, for an import to keep.
    void addFilesTo(std::vector<ImportedFile> &out) const;
};

/// Reads names, configuration and kernels (`level_L_problem_P_sample_S_kernel.py`,
/// `generated_kernels/level_L/problem_P.py`) and raw answers
/// (`raw_generation/level_L/problem_P.txt`). Kernels may be links within the folder above; others
/// and dangling ones are noted and not read.
KernelBenchFolder readKernelBenchFolder(const std::filesystem::path &folder);

} // namespace loupe
