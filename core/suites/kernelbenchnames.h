// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Numbers of KernelBench that the name of a file or a folder gives.
struct KernelBenchNumbers {
    std::optional<int> level;
    std::optional<int> problem;
    std::optional<int> sample;
    std::optional<int> round;
};

/// Sets the fields of `numbers` that it lacks.
void fillFrom(const KernelBenchNumbers &more, KernelBenchNumbers &numbers);

/// What a name says about a kernel of KernelBench.
struct NameNumbers {
    KernelBenchNumbers numbers;
    std::optional<int> task; ///< of "task_3"; it means the problem where nothing else does
    bool isAll = true;       ///< nothing else is in the name
};

/// Takes "level_1", "level1", "problem_3", "sample_0", "round_2" out of a name. Of a word that
/// occurs twice the first counts.
NameNumbers numbersIn(const std::string &name);

/// The run that a file belongs to, and what the folders on the way say.
struct RunOfFile {
    std::filesystem::path folder;
    std::string method;
    KernelBenchNumbers numbers; ///< of folders, an inner one before an outer one
};

/// Returns the run of a file below `root`. A folder says something only where its whole name is
/// such words, and then it is no part of the method's name.
RunOfFile runOf(const std::filesystem::path &file, const std::filesystem::path &root);

/// Returns the level that ends a run's name: 2 of "gpt_l2", "gpt_level2" and "gpt_level_2".
std::optional<int> levelAtEnd(const std::string &run);

} // namespace loupe
