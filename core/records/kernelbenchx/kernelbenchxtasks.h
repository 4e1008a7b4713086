// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/task.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The part of a kernel's file above the line of 146 #, which separates it from the test.
std::string kernelBenchXKernelOf(const std::string &code);

/// What KernelBench-X calls its tasks. Some of its files name a task by category and stem, others
/// by the stem alone: stems are unique, so the one tells the other.
class KernelBenchXTaskNames
{
public:
    /// Reads `kernelbenchx_v1.json`, the suite's metadata, where it lies in `folder` or in one of
    /// the four above it, itself or under `data/`.
    static KernelBenchXTaskNames near(const std::filesystem::path &folder);

    bool isEmpty() const { return m_names.empty(); }
    /// Learns a name with its category from a record ("Activation/gelu.py").
    void learn(std::string_view file);
    /// The task of "gelu.py", "gelu" or "Activation/gelu.py". Without a known category it is named
    /// by its stem, in the category "unknown".
    Task task(std::string_view file) const;

private:
    struct Known {
        std::string name; ///< "Activation/gelu"
        std::optional<int> difficulty;
    };
    std::map<std::string, Known, std::less<>> m_names; ///< by stem
};

/// Whether the text can name a task: a stem, or category and stem, of letters, digits and "_.-".
bool isKernelBenchXTaskFile(std::string_view file);

} // namespace loupe
