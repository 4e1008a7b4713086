// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/submissions/fences.h"
#include "core/suites/submissions/submission.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

/// Collector of submissions by method (`name`). Checks sizes, cleans the texts, refuses duplicates.
class SubmissionCollector
{
public:
    /// Names files relative to `root` in its results.
    SubmissionCollector(const Benchmark &benchmark, std::filesystem::path root);

    const Benchmark &benchmark() const { return m_benchmark; }
    const std::filesystem::path &root() const { return m_root; }

    /// Returns all files below `path` (or the file itself) with one of the extensions, sorted; with
    /// any if none is given.
    /// Links and special files are included; addFile() and read() refuse them with the reason.
    /// Hidden files, environments, copies and backups are excluded (core/base/authoredfiles.h).
    std::vector<std::filesystem::path> files(const std::filesystem::path &path,
                                             const std::vector<std::string> &extensions);
    /// Reads a file below the root.
    Result<std::string> read(const std::filesystem::path &file, std::uintmax_t maxBytes) const;

    Method &method(const std::string &name);
    /// Adds a file, with those of `beside` that it names (filesbeside.h), and returns these. If
    /// they cannot be read, the file is added alone, with the reason as its remark.
    std::vector<std::filesystem::path> addFile(const std::string &name,
                                               const std::filesystem::path &file,
                                               SubmissionIdentity place,
                                               const std::vector<std::string> &beside = {});
    void addField(const std::string &name, const std::filesystem::path &file, int line,
                  SubmissionIdentity place, std::string raw);
    /// Adds a folder as one submission of several files.
    void addFolder(const std::string &name, const std::filesystem::path &folder,
                   SubmissionIdentity place);
    void refuse(const std::string &name, const std::filesystem::path &file, int line,
                std::string reason, const SubmissionIdentity &place = {});
    /// Returns one more than the largest sample number of this method at the task and round.
    int nextSample(const std::string &name, const std::string &task, int round) const;

    /// Returns all submissions, sorted; methods by name. Files left out before their method was
    /// known are in `unread` of the first method.
    std::vector<SubmissionSet> take();
    /// Returns the files left out before their method was known, one per line.
    std::string leftOut() const;

private:
    void add(const std::string &name, const std::filesystem::path &file, int line,
             SubmissionIdentity place, std::string raw, SubmissionForm form);
    std::string relative(const std::filesystem::path &file) const;
    void walk(const std::filesystem::path &path);
    void noteSample(const std::string &name, const SubmissionIdentity &place);
    void leaveOut(std::string file, std::string reason);
    bool isTaskName(const std::string &stem) const;

    const Benchmark &m_benchmark;
    std::filesystem::path m_root;
    std::optional<std::vector<std::filesystem::path>> m_files; ///< once listed
    std::vector<UnreadSubmission> m_leftOut;
    std::map<std::string, SubmissionSet> m_sets;
    /// By method, task and round: one more than the largest sample.
    std::map<std::tuple<std::string, std::string, int>, int> m_nextSample;
};

void readKernelBenchSubmissions(const std::filesystem::path &path, SubmissionCollector &out);
void readSeparatedSubmissions(const std::filesystem::path &path, SubmissionCollector &out);
void readMultiKernelBenchSubmissions(const std::filesystem::path &path, SubmissionCollector &out);
void readKernelGenBenchSubmissions(const std::filesystem::path &path, SubmissionCollector &out);

/// Maximum size of a list of submissions (JSON lines).
inline constexpr std::uintmax_t maxSubmissionListBytes = 1ULL << 30;

/// Returns the number if the whole text is a non-negative integer.
std::optional<int> wholeNumber(std::string_view text);
/// Returns the number after the prefix: 12 for "round_12" and "round_".
std::optional<int> numberAfter(std::string_view text, std::string_view prefix);

/// Returns the names that a submission to this task may define: "ModelNew", or the task's
/// functions.
std::vector<std::string> entriesOf(const Benchmark &benchmark, const BenchmarkTask &task);

} // namespace loupe
