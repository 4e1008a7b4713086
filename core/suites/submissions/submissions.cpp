// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/submissions.h"

#include "core/base/asciicase.h"
#include "core/base/authoredfiles.h"
#include "core/base/textencoding.h"
#include "core/suites/submissions/filesbeside.h"
#include "core/suites/submissions/submissionfolder.h"
#include "core/suites/submissions/submissionreader.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>
#include <tuple>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

const char *const emptyReason = "is empty (0 bytes): the method gave no answer";

std::string tooLarge(std::uintmax_t bytes)
{
    return "has " + std::to_string(bytes) + " bytes; more than "
        + std::to_string(maxSubmissionBytes) + " are not read";
}

auto orderOf(const Submission &submission)
{
    return std::tie(submission.task, submission.sample, submission.round);
}

std::string placeText(const Submission &submission)
{
    return submission.line > 0 ? submission.file + ":" + std::to_string(submission.line)
                               : submission.file;
}

/// Returns why `submission` is left out in favour of `kept`, which has the same identity.
std::string reasonBehind(const Submission &kept, const Submission &submission)
{
    if (submission.fit == NameFit::Copy && kept.fit != NameFit::Copy)
        return copyReason(placeText(kept), submission.copyMark);
    return "is the same task, sample and round as " + placeText(kept)
        + (kept.fit == submission.fit ? "" : ", whose name fits exactly");
}

/// Sorts the set. Of several submissions with one identity, keeps the best match of names, else the
/// first.
void sortAndDropDuplicates(SubmissionSet &set)
{
    auto &all = set.submissions;
    std::stable_sort(all.begin(), all.end(), [](const Submission &a, const Submission &b) {
        return std::tuple(orderOf(a), a.fit) < std::tuple(orderOf(b), b.fit);
    });
    std::vector<Submission> kept;
    for (Submission &submission : all) {
        if (!kept.empty() && orderOf(kept.back()) == orderOf(submission))
            set.unread.push_back({submission.file, submission.line,
                                  reasonBehind(kept.back(), submission), submission.task,
                                  submission.sample, submission.round});
        else
            kept.push_back(std::move(submission));
    }
    all = std::move(kept);
}

} // namespace

SubmissionCollector::SubmissionCollector(const Benchmark &benchmark, fs::path root)
    : m_benchmark(benchmark)
    , m_root(std::move(root))
{
}

Method &SubmissionCollector::method(const std::string &name)
{
    Method &method = m_sets[name].method;
    method.name = name;
    if (method.kind.empty())
        method.kind = "model";
    return method;
}

std::string SubmissionCollector::relative(const fs::path &file) const
{
    const fs::path below = file.lexically_relative(m_root);
    return below.empty() || below == "." ? file.filename().string() : below.string();
}

void SubmissionCollector::refuse(const std::string &name, const fs::path &file, int line,
                                 std::string reason, const SubmissionIdentity &place)
{
    method(name);
    noteSample(name, place);
    m_sets[name].unread.push_back(
        {relative(file), line, std::move(reason), place.task, place.sample, place.round});
}

std::vector<fs::path> SubmissionCollector::addFile(const std::string &name, const fs::path &file,
                                                   SubmissionIdentity place,
                                                   const std::vector<std::string> &beside)
{
    const auto refused = [&](std::string reason) {
        refuse(name, file, 0, std::move(reason), place);
        return std::vector<fs::path>();
    };
    auto raw = read(file, maxSubmissionBytes);
    if (raw && lowered(file.extension().string()) == ".py")
        raw = pythonSourceAsUtf8(std::move(*raw));
    if (!raw)
        return refused(raw.error().message);
    if (raw->empty())
        return refused(emptyReason);
    // The line end reveals a character that is cut off by the end.
    if (const auto fault = encodingFault(*raw + "\n"))
        return refused(fault->message + "; save it as UTF-8");
    auto whole = withFilesBeside(m_root, file, *raw, beside);
    if (!whole) {
        place.remark = "is judged without the other files of its folder: " + whole.error().message;
        whole = TextWithFiles{std::move(*raw), {}};
    }
    add(name, file, 0, std::move(place), std::move(whole->text),
        whole->files.empty() ? SubmissionForm::File : SubmissionForm::Folder);
    return std::move(whole->files);
}

void SubmissionCollector::addField(const std::string &name, const fs::path &file, int line,
                                   SubmissionIdentity place, std::string raw)
{
    if (raw.empty())
        return refuse(name, file, line, emptyReason, place);
    if (raw.size() > maxSubmissionBytes)
        return refuse(name, file, line, tooLarge(raw.size()), place);
    add(name, file, line, std::move(place), std::move(raw), SubmissionForm::Field);
}

void SubmissionCollector::addFolder(const std::string &name, const fs::path &folder,
                                    SubmissionIdentity place)
{
    const BenchmarkTask *task = m_benchmark.find(place.task);
    const std::string entry
        = task == nullptr ? std::string() : entriesOf(m_benchmark, *task).front();
    auto files = readSubmissionFolder(m_root, folder, entry);
    if (!files)
        return refuse(name, folder, 0, files.error().message, place);
    add(name, folder, 0, std::move(place), std::move(*files), SubmissionForm::Folder);
}

void SubmissionCollector::add(const std::string &name, const fs::path &file, int line,
                              SubmissionIdentity place, std::string raw, SubmissionForm form)
{
    const BenchmarkTask *task = m_benchmark.find(place.task);
    if (task == nullptr)
        return refuse(name, file, line, "\"" + place.task + "\" is no task of this suite", place);
    method(name);
    noteSample(name, place);
    Submission submission;
    static_cast<SubmissionIdentity &>(submission) = std::move(place);
    submission.asSuite = textAsSuite(m_benchmark.layout, form, raw);
    submission.tolerant
        = form == SubmissionForm::Folder ? raw : tolerantText(raw, entriesOf(m_benchmark, *task));
    if (trimmed(submission.tolerant) == trimmed(submission.asSuite))
        submission.tolerant = submission.asSuite;
    submission.raw = std::move(raw);
    submission.file = relative(file);
    submission.line = line;
    m_sets[name].submissions.push_back(std::move(submission));
}

void SubmissionCollector::noteSample(const std::string &name, const SubmissionIdentity &place)
{
    if (place.task.empty())
        return;
    int &next = m_nextSample[{name, place.task, place.round}];
    next = std::max(next, place.sample + 1);
}

int SubmissionCollector::nextSample(const std::string &name, const std::string &task,
                                    int round) const
{
    const auto next = m_nextSample.find({name, task, round});
    return next == m_nextSample.end() ? 0 : next->second;
}

std::vector<SubmissionSet> SubmissionCollector::take()
{
    std::vector<SubmissionSet> sets;
    for (auto &[methodName, set] : m_sets) {
        sortAndDropDuplicates(set);
        if (!set.submissions.empty() || !set.unread.empty())
            sets.push_back(std::move(set));
    }
    m_sets.clear();
    if (!sets.empty())
        sets.front().unread.insert(sets.front().unread.end(), m_leftOut.begin(), m_leftOut.end());
    return sets;
}

std::string SubmissionCollector::leftOut() const
{
    std::string lines;
    for (const UnreadSubmission &one : m_leftOut)
        lines.append(one.file).append(": ").append(one.reason).append("\n");
    return lines;
}

void SubmissionCollector::leaveOut(std::string file, std::string reason)
{
    m_leftOut.push_back({std::move(file), 0, std::move(reason), {}, 0, 0});
}

/// Returns true if a task has this name: "lift_fresh_copy" is no copy of "lift_fresh".
bool SubmissionCollector::isTaskName(const std::string &stem) const
{
    return std::any_of(m_benchmark.tasks.begin(), m_benchmark.tasks.end(),
                       [&](const BenchmarkTask &task) {
                           const std::string &name = task.task.name;
                           return stem == task.file.stem() || stem == task.task.title
                               || stem == name || stem == name.substr(name.find_last_of("/:") + 1);
                       });
}

Result<std::string> SubmissionCollector::read(const fs::path &file, std::uintmax_t maxBytes) const
{
    return readUntrustedFile(m_root, file, {.maxBytes = maxBytes, .links = FolderLinks::Within});
}

void SubmissionCollector::walk(const fs::path &path)
{
    m_files.emplace();
    std::error_code failed;
    if (!fs::is_directory(path, failed)) {
        m_files->push_back(path);
        return;
    }
    FolderWalk walk;
    walk.links = FolderLinks::Within;
    auto authored = authoredFiles(path, std::move(walk), [this](const fs::path &file) {
        return isTaskName(file.stem().string());
    });
    if (!authored)
        return leaveOut(path.string(), authored.error().message);
    *m_files = std::move(authored->content.files);
    if (std::string ignored = authored->ignoredText(m_root); !ignored.empty())
        leaveOut(relative(path), std::move(ignored));
    for (const NotWalked &copy : authored->copies)
        leaveOut(relative(copy.path), copy.reason);
    for (const NotWalked &left : authored->content.refused) {
        // An entry with an extension counts as an unreadable answer.
        if (left.path.has_extension() && !fs::is_directory(left.path, failed))
            m_files->push_back(left.path);
        else
            leaveOut(relative(left.path), left.reason);
    }
    if (!authored->content.isWhole)
        leaveOut(relative(path), "holds more entries than are read");
    std::sort(m_files->begin(), m_files->end());
}

std::vector<fs::path> SubmissionCollector::files(const fs::path &path,
                                                 const std::vector<std::string> &extensions)
{
    if (!m_files)
        walk(path);
    std::vector<fs::path> wanted;
    std::copy_if(m_files->begin(), m_files->end(), std::back_inserter(wanted),
                 [&](const fs::path &file) {
                     return extensions.empty()
                         || std::find(extensions.begin(), extensions.end(),
                                      lowered(file.extension().string()))
                         != extensions.end();
                 });
    return wanted;
}

std::optional<int> wholeNumber(std::string_view text)
{
    int value = 0;
    const auto [stop, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || failed != std::errc() || stop != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

std::optional<int> numberAfter(std::string_view text, std::string_view prefix)
{
    return text.rfind(prefix, 0) == 0 ? wholeNumber(text.substr(prefix.size())) : std::nullopt;
}

std::vector<std::string> entriesOf(const Benchmark &benchmark, const BenchmarkTask &task)
{
    if (benchmark.layout == SuiteLayout::KernelBench
        || benchmark.layout == SuiteLayout::MultiKernelBench)
        return {"ModelNew"};
    std::vector<std::string> entries{task.entry};
    const char *field = benchmark.layout == SuiteLayout::KernelGenBench ? "interfaces" : "entries";
    if (const auto listed = task.facts.find(field); listed != task.facts.end()) {
        for (const Json &entry : listed->second) {
            std::string name = entry.get<std::string>();
            std::replace(name.begin(), name.end(), '.', '_');
            entries.push_back(std::move(name));
        }
    }
    if (benchmark.layout == SuiteLayout::KernelBenchX)
        entries.emplace_back("kernel_function");
    return entries;
}

Result<std::vector<SubmissionSet>> readSubmissions(const Benchmark &benchmark, const fs::path &path)
{
    std::error_code failed;
    if (!fs::exists(path, failed))
        return Error{Errc::NotFound, "there is no such file or folder of submissions",
                     path.string()};
    fs::path root = fs::canonical(path, failed);
    if (failed)
        root = path;
    SubmissionCollector collector(benchmark,
                                  fs::is_directory(root, failed) ? root : root.parent_path());
    std::string layouts;
    switch (benchmark.layout) {
    case SuiteLayout::Native:
        return Error{Errc::Unsupported, "native candidates are read by readCandidates",
                     path.string()};
    case SuiteLayout::KernelBench:
        layouts = "level_<l>_problem_<n>_sample_<k>_kernel.py, or level_<l>/problem_<n>.py, or a "
                  "folder of such a name";
        readKernelBenchSubmissions(root, collector);
        break;
    case SuiteLayout::KernelBenchX:
    case SuiteLayout::TritonBenchT:
    case SuiteLayout::TritonBenchG:
        layouts = "JSON lines (*.jsonl) with \"predict\", or <task>.py";
        readSeparatedSubmissions(root, collector);
        break;
    case SuiteLayout::MultiKernelBench:
        layouts = "<language>/<strategy>/<temperature>-<top_p>/<model>/run<r>/<op>.txt";
        readMultiKernelBenchSubmissions(root, collector);
        break;
    case SuiteLayout::KernelGenBench:
        layouts = "kernels/<namespace>__<op>.py or round_<r>/<namespace>::<op>.py";
        readKernelGenBenchSubmissions(root, collector);
        break;
    }
    auto sets = collector.take();
    if (sets.empty())
        return Error{Errc::InvalidInput,
                     std::string("holds no submission for ") + title(benchmark.layout),
                     path.string(), "looked for " + layouts, collector.leftOut()};
    return sets;
}

Candidate toCandidate(const Submission &submission, const Method &method, bool asSuite)
{
    Candidate candidate;
    candidate.task = submission.task;
    candidate.method = method.name;
    candidate.sample = submission.sample;
    candidate.round = submission.round;
    candidate.source = asSuite ? submission.asSuite : submission.tolerant;
    candidate.language = "python";
    candidate.fileName = placeText(submission);
    return candidate;
}

} // namespace loupe
