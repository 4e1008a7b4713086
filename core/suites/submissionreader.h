// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/suites/fences.h"
#include "core/suites/layoutreader.h"
#include "core/suites/submission.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

/// Where a submission belongs, as far as its name or its record says.
struct SubmissionPlace {
    std::string task;
    int sample = 0;
    int round = 0;
    std::string platform;
    std::string remark;
    NameFit fit = NameFit::Exact;
    std::string copyMark;
};

/// Gathers submissions by method (`name`). Checks sizes, cleans the texts, refuses duplicates.
class SubmissionCollector
{
public:
    /// Files are named relative to `root` in what is returned.
    SubmissionCollector(const Benchmark &benchmark, std::filesystem::path root);

    const Benchmark &benchmark() const { return m_benchmark; }
    const std::filesystem::path &root() const { return m_root; }

    /// All files below `path` (or the file itself) with one of the extensions, sorted; among them
    /// links and special files, which addFile and read refuse with the reason. Hidden files,
    /// environments, copies and backups are no submissions (core/base/authoredfiles.h).
    std::vector<std::filesystem::path> files(const std::filesystem::path &path,
                                             const std::vector<std::string> &extensions);
    /// A file below the root.
    Result<std::string> read(const std::filesystem::path &file, std::uintmax_t maxBytes) const;

    Method &method(const std::string &name);
    void addFile(const std::string &name, const std::filesystem::path &file, SubmissionPlace place);
    void addField(const std::string &name, const std::filesystem::path &file, int line,
                  SubmissionPlace place, std::string raw);
    void refuse(const std::string &name, const std::filesystem::path &file, int line,
                std::string reason, const SubmissionPlace &place = {});
    /// One more than the largest sample number of this method at the task and round.
    int nextSample(const std::string &name, const std::string &task, int round) const;

    /// Everything, sorted; methods by name. What was left out before it belonged to a method is in
    /// `unread` of the first.
    std::vector<SubmissionSet> take();
    /// What was left out before it belonged to a method, a line each.
    std::string leftOut() const;

private:
    void add(const std::string &name, const std::filesystem::path &file, int line,
             SubmissionPlace place, std::string raw, SubmissionForm form);
    std::string relative(const std::filesystem::path &file) const;
    void walk(const std::filesystem::path &path);
    void noteSample(const std::string &name, const SubmissionPlace &place);
    void leaveOut(std::string file, std::string reason);
    bool isTaskName(const std::string &stem) const;

    const Benchmark &m_benchmark;
    std::filesystem::path m_root;
    std::optional<std::vector<std::filesystem::path>> m_files; ///< once they were listed
    std::vector<UnreadSubmission> m_leftOut;
    std::map<std::string, SubmissionSet> m_sets;
    /// By method, task and round: one more than the largest sample.
    std::map<std::tuple<std::string, std::string, int>, int> m_nextSample;
};

void readKernelBenchSubmissions(const std::filesystem::path &path, SubmissionCollector &out);
void readSeparatedSubmissions(const std::filesystem::path &path, SubmissionCollector &out);
void readMultiKernelBenchSubmissions(const std::filesystem::path &path, SubmissionCollector &out);
void readKernelGenBenchSubmissions(const std::filesystem::path &path, SubmissionCollector &out);

/// A list of submissions (JSON lines) larger than this is not read.
inline constexpr std::uintmax_t maxSubmissionListBytes = 1ULL << 30;

/// The whole text as a number, if it is one that is not negative.
std::optional<int> wholeNumber(std::string_view text);
/// The number behind the prefix: 12 of "round_12" for "round_".
std::optional<int> numberAfter(std::string_view text, std::string_view prefix);

/// Names that a submission to this task may define: "ModelNew", or the task's functions.
std::vector<std::string> entriesOf(const Benchmark &benchmark, const BenchmarkTask &task);

} // namespace loupe
