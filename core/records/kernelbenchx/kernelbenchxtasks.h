// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/record/task.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Returns the line of 146 # that separates a kernel from its test.
std::string kernelBenchXSeparator();

/// Returns the part of a kernel's file above the separator.
std::string kernelBenchXKernelOf(const std::string &code);

/// Task names of KernelBench-X. Some of its files name a task by category and stem, others only by
/// the stem; stems are unique, so that the names can be completed.
class KernelBenchXTaskNames
{
public:
    /// Reads `kernelbenchx_v1.json`, the suite's metadata, from `folder` or one of the four above
    /// it, directly or under `data/`.
    static KernelBenchXTaskNames near(const std::filesystem::path &folder);

    bool isEmpty() const { return m_names.empty(); }
    /// Adds a name with its category from a record ("Activation/gelu.py").
    void learn(std::string_view file);
    /// Returns the task for "gelu.py", "gelu" or "Activation/gelu.py". Without a known category,
    /// its name is the stem and its category "unknown".
    Task task(std::string_view file) const;

private:
    struct Known {
        std::string name; ///< "Activation/gelu"
        std::optional<int> difficulty;
    };
    std::map<std::string, Known, std::less<>> m_names; ///< by stem
};

/// Returns true if the text can name a task: a stem, or category and stem, of letters, digits and
/// "_.-".
bool isKernelBenchXTaskFile(std::string_view file);

/// Returns the field "file" of a record, and reports a problem if it cannot name a task.
std::string kernelBenchXFileIn(const JsonReader &reader);

} // namespace loupe
