// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/layout/benchmark.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Reader of one layout of Python benchmarks; each is implemented in its own file.
struct LayoutReader {
    SuiteLayout layout;
    const char *lookedFor; ///< for the message about an unknown folder
    bool (*recognises)(const std::filesystem::path &folder);
    /// Fills tasks, problems, leftOut, protocol, unlisted and remarks; readBenchmark() sets the
    /// rest.
    void (*read)(Benchmark &benchmark);
};

const LayoutReader &kernelBenchReader();
const LayoutReader &kernelBenchXReader();
const LayoutReader &tritonBenchTReader();
const LayoutReader &tritonBenchGReader();
const LayoutReader &multiKernelBenchReader();
const LayoutReader &kernelGenBenchReader();

/// Returns the readers of all Python benchmarks, in the order of SuiteLayout.
const std::vector<const LayoutReader *> &layoutReaders();

/// Reads a file of the suite below `root`. The suite is untrusted: links must stay below it, and
/// only regular files up to 64 MiB are read.
Result<std::string> readSuiteFile(const std::filesystem::path &root,
                                  const std::filesystem::path &file);

/// Returns true if the path is a file or a folder; false also on errors.
bool isFile(const std::filesystem::path &path);
bool isFolder(const std::filesystem::path &path);

/// Returns all visible entries of one folder with this extension except folders, sorted by name.
/// Special files are included; reading them fails with the reason.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path &folder,
                                           const std::string &extension);
/// Returns filesIn() without copies and backups of files in the same folder. It adds those to
/// `leftOut` of the benchmark. "add_copy" next to "add" is a task, not a copy.
std::vector<std::filesystem::path> taskFilesIn(const std::filesystem::path &folder,
                                               const std::string &extension, Benchmark &benchmark);
/// Returns the sub-folders of one folder that are neither hidden nor generated, sorted by name.
std::vector<std::filesystem::path> foldersIn(const std::filesystem::path &folder);

/// Marks a task as unsound, or adds a caution to its facts.
void addDefect(BenchmarkTask &task, bool isUnsound, const std::string &reason);
/// Adds the defects that audits of the suite found to the named tasks (knowndefects.cpp); unknown
/// names belong to other versions.
void addKnownDefects(Benchmark &benchmark);

} // namespace loupe
