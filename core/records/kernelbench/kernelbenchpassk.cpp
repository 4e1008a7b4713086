// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/kernelbenchpassk.h"

#include "core/base/counted.h"
#include "core/base/files.h"
#include "core/records/kernelbench/kernelbenchfolder.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <climits>
#include <cmath>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *passAtKFormat = "kernelbench-pass-at-k";
constexpr int passAtKMaxSamples = 10'000; ///< per problem
constexpr std::size_t maxEvaluations = 1'000'000;
constexpr double agreement = 1e-9;

struct ProblemCounts {
    int problem = 0;
    SampleCounts counts;
    std::map<int, double> passAt; ///< by k, as recorded
    SharedText original;
};

ProblemCounts readCounts(const JsonReader &reader)
{
    ProblemCounts out;
    if (!reader.json().is_object())
        return out;
    const std::int64_t samples = reader.requiredInteger("total_samples");
    const std::int64_t correct = reader.requiredInteger("correct_samples");
    if (samples < 0 || samples > passAtKMaxSamples) {
        reader.problem("total_samples", "must be 0 to 10000");
    } else if (correct < 0 || correct > samples) {
        reader.problem("correct_samples", "must be 0 to total_samples");
    } else {
        out.counts = {static_cast<int>(samples), static_cast<int>(correct)};
    }
    for (const auto &[key, value] : reader.json().items()) {
        const auto k = numberAfter("pass@", key, INT_MAX);
        if (k && *k > 0) {
            if (const auto number = measuredNumber(reader, key))
                out.passAt[*k] = *number;
        }
    }
    return out;
}

/// Reads all problems of the file; adds errors of single problems to `problems`.
Result<std::vector<ProblemCounts>> readProblems(const std::string &content, const std::string &file,
                                                RecordProblems &problems)
{
    const auto whole = parsePythonJson(content, file);
    if (!whole)
        return whole.error();
    const bool isShaped = whole->is_object() && whole->contains("problems")
        && (*whole)["problems"].is_object() && whole->contains("averages");
    if (!isShaped)
        return Error{Errc::InvalidInput,
                     "must be an object with \"averages\" and an object \"problems\"",
                     file + ":1:problems", "choose KernelBench's pass_at_k_results.json"};
    std::vector<ProblemCounts> out;
    for (const JsonPart &section : jsonMembers(content)) {
        if (section.key != "problems")
            continue;
        for (const JsonPart &member : jsonMembers(section.text, section.line)) {
            const std::string place = placeIn(file, member);
            std::vector<JsonProblem> found;
            const auto json = problems.parsed(member.text, file, member.line);
            const auto number = kernelBenchNumber(member.key);
            if (!json)
                continue;
            const JsonReader reader(*json, place, member.key, found);
            ProblemCounts one = readCounts(reader);
            if (!number)
                found.push_back({place + ":" + member.key, "must be the number of a problem"});
            if (!problems.accept(std::move(found)))
                continue;
            one.problem = *number;
            one.original = member.text;
            out.push_back(std::move(one));
        }
    }
    return out;
}

constexpr CountedNote wrongEstimateNote{"value", "of pass@k other than what its counts give"};

std::size_t wrongEstimates(const std::vector<ProblemCounts> &problems)
{
    std::size_t out = 0;
    for (const ProblemCounts &each : problems) {
        for (const auto &[k, recorded] : each.passAt)
            out += std::abs(unbiasedPassAtK(each.counts, k) - recorded) > agreement ? 1 : 0;
    }
    return out;
}

} // namespace

double unbiasedPassAtK(const SampleCounts &counts, int k)
{
    if (counts.samples - counts.correct < k)
        return 1.0;
    double none = 1.0;
    for (int i = counts.samples - counts.correct + 1; i <= counts.samples; ++i)
        none *= 1.0 - static_cast<double>(k) / i;
    return 1.0 - none;
}

std::vector<std::string> comparePassAtK(const std::string &content, const std::string &file,
                                        const std::map<int, SampleCounts> &recomputed)
{
    const ReadOptions options;
    RecordProblems problems(file, options);
    const auto recorded = readProblems(content, file, problems);
    if (!recorded)
        return {recorded.error().text()};
    std::vector<std::string> out;
    for (const JsonProblem &problem : problems.all())
        out.push_back(problem.where + ": " + problem.message);
    std::size_t different = 0;
    for (const ProblemCounts &each : *recorded) {
        const auto known = recomputed.find(each.problem);
        different += known == recomputed.end() || known->second != each.counts ? 1 : 0;
    }
    addNote(different, {"problem", "of pass_at_k_results.json with other counts than the results"},
            out);
    addNote(wrongEstimates(*recorded), wrongEstimateNote, out);
    return out;
}

bool isKernelBenchPassAtK(const fs::path &source)
{
    std::error_code ignored;
    if (source.extension() != ".json"
        || fs::exists(source.parent_path() / "eval_results.json", ignored))
        return false;
    const std::string beginning = beginningOf(source);
    return hasKeys(beginning, {"averages", "problems_with_samples"})
        && beginning.find("\"avg_pass@") != std::string::npos;
}

Result<std::vector<RecordBatch>> readKernelBenchPassAtK(const fs::path &source,
                                                        const ReadOptions &options)
{
    auto content = readFile(source);
    if (!content)
        return content.error();
    RecordProblems problems(source.string(), options);
    const auto read = readProblems(*content, source.string(), problems);
    if (!read)
        return read.error();
    if (Status usable = problems.verdict(read->size()); !usable)
        return usable.error();
    const KernelBenchFolder folder = readKernelBenchFolder(folderAround(source));
    if (!folder.level)
        return Error{Errc::InvalidInput, "nothing says which level these problems are of",
                     source.string() + ":1:level",
                     "put the run's generation_config.yaml into the same folder, or end the "
                     "folder's name in _l1, _l2 …"};
    const int level = *folder.level;
    std::vector<ImportedFile> files{{source.filename().string(), std::move(*content)}};
    BatchSource from;
    from.format = passAtKFormat;
    from.suite = "kernelbench";
    from.path = source;
    from.name = passAtKFormat + (" " + folder.name);
    from.identity = std::to_string(level) + "\n" + folder.method.name;
    from.settings = folder.settings;
    BatchBuilder builder(from, digestOf(files), options);
    builder.addMethod(folder.method);
    std::size_t done = 0;
    for (const ProblemCounts &each : *read) {
        Task task = kernelBenchTask(level, kernelBenchStem(level, each.problem));
        for (int sample = 0; sample < each.counts.samples; ++sample) {
            Evaluation evaluation;
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = folder.method.name;
            evaluation.candidate.sample = sample;
            evaluation.candidate.language = "python";
            const bool isCorrect = sample < each.counts.correct;
            evaluation.verdict = isCorrect ? Verdict::Correct : Verdict::WrongAnswer;
            evaluation.message = "Recorded as a count: " + std::to_string(each.counts.correct)
                + " of " + counted(static_cast<std::size_t>(each.counts.samples), "sample")
                + " right; which is not recorded.";
            evaluation.flags.emplace_back("from_counts");
            evaluation.originalRecord = each.original;
            builder.batch().evaluations.push_back(std::move(evaluation));
        }
        if (builder.batch().evaluations.size() > maxEvaluations)
            return Error{Errc::InvalidInput, "there are more than a million samples",
                         source.string() + ":1:problems"};
        builder.addTask(std::move(task));
        ++builder.batch().records;
        if (Status going = problems.step(++done, read->size()); !going)
            return going.error();
    }
    builder.note(wrongEstimates(*read), wrongEstimateNote);
    builder.batch().notes.emplace_back(
        "the file holds counts: which samples were right, and how the others failed, is not known");
    return problems.finish(std::move(builder), std::move(files));
}

} // namespace loupe
