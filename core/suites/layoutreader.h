// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/benchmark.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// What every layout of a Python benchmark provides: one file each implements one of these.
struct LayoutReader {
    SuiteLayout layout;
    const char *lookedFor; ///< for the message about an unknown folder
    bool (*recognises)(const std::filesystem::path &folder);
    /// Fills tasks, problems, leftOut, protocol, unlisted and remarks; the rest is set by
    /// readBenchmark.
    void (*read)(Benchmark &benchmark);
};

const LayoutReader &kernelBenchReader();
const LayoutReader &kernelBenchXReader();
const LayoutReader &tritonBenchTReader();
const LayoutReader &tritonBenchGReader();
const LayoutReader &multiKernelBenchReader();
const LayoutReader &kernelGenBenchReader();

/// The readers of all Python benchmarks, in the order of SuiteLayout.
const std::vector<const LayoutReader *> &layoutReaders();

/// A reference or metadata file larger than this is not one.
inline constexpr std::uintmax_t maxSuiteFileBytes = 64ULL << 20;

/// A file of the suite below `root`: the suite is somebody else's, so that links must stay below it
/// and anything but a regular file of that size is refused.
Result<std::string> readSuiteFile(const std::filesystem::path &root,
                                  const std::filesystem::path &file);

/// Whether the path is a file or a folder; false also where that cannot be found out.
bool isFile(const std::filesystem::path &path);
bool isFolder(const std::filesystem::path &path);

/// Everything in one folder with that extension that is no folder and not hidden, sorted by name;
/// empty when there is none. What is no regular file is refused, with the reason, when it is read.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path &folder,
                                           const std::string &extension);
/// Returns filesIn() without copies and backups of files in the same folder, which it adds to
/// `leftOut` of the benchmark. "add_copy" next to "add" is a task, not a copy.
std::vector<std::filesystem::path> taskFilesIn(const std::filesystem::path &folder,
                                               const std::string &extension, Benchmark &benchmark);
/// The sub-folders of one folder that are neither hidden nor generated, sorted by name.
std::vector<std::filesystem::path> foldersIn(const std::filesystem::path &folder);

/// A defect of a task that its suite's specification or audit states.
struct KnownDefect {
    const char *task; ///< Task::name
    /// True: the task cannot tell right from wrong, or cannot be passed. False: a caution.
    bool isUnsound;
    const char *reason;
};

/// Adds one reason to a task: unsound, or a caution in its facts.
void addDefect(BenchmarkTask &task, bool isUnsound, const std::string &reason);
/// Adds every defect of the table to the task it names; names that do not occur are another
/// version's.
void addDefects(Benchmark &benchmark, std::span<const KnownDefect> defects);

std::span<const KnownDefect> kernelBenchDefects();
std::span<const KnownDefect> kernelBenchXDefects();
std::span<const KnownDefect> tritonBenchDefects();
std::span<const KnownDefect> multiKernelBenchDefects();
std::span<const KnownDefect> kernelGenBenchDefects();

} // namespace loupe
