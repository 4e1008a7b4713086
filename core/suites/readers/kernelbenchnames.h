// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// KernelBench numbers in the name of a file or folder.
struct KernelBenchNumbers {
    std::optional<int> level;
    std::optional<int> problem;
    std::optional<int> sample;
    std::optional<int> round;
};

/// Sets the missing fields of `numbers`.
void fillFrom(const KernelBenchNumbers &more, KernelBenchNumbers &numbers);

/// Parsed name of a KernelBench kernel.
struct NameNumbers {
    KernelBenchNumbers numbers;
    std::optional<int> task; ///< from "task_3"; the problem, unless something else names it
    bool isAll = true;       ///< the name consists of nothing else
};

/// Parses "level_1", "level1", "problem_3", "sample_0", "round_2" in a name. The first of repeated
/// words counts.
NameNumbers numbersIn(const std::string &name);

/// Run that a file belongs to, with the numbers of its folders.
struct RunOfFile {
    std::filesystem::path folder;
    std::string method;
    KernelBenchNumbers numbers; ///< from folders; inner ones take precedence
};

/// Returns the run of a file below `root`. A folder contributes numbers only if its whole name
/// consists of such words; it is then not part of the method's name.
RunOfFile runOf(const std::filesystem::path &file, const std::filesystem::path &root);

/// Returns the level at the end of a run's name: 2 for "gpt_l2", "gpt_level2" and "gpt_level_2".
std::optional<int> levelAtEnd(const std::string &run);

} // namespace loupe
