// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/benchmarklisting.h"

#include "core/base/asciicase.h"
#include "core/base/counted.h"
#include "core/base/shellword.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

bool isUnsound(const BenchmarkTask &task)
{
    return task.task.sound.has_value() && !*task.task.sound;
}

bool hasCautions(const BenchmarkTask &task)
{
    return task.facts.count("cautions") > 0;
}

struct Counts {
    std::map<std::string, int> categories;
    std::map<std::string, int> levels;
    int unsound = 0;
    int cautious = 0;
};

Counts count(const Benchmark &benchmark)
{
    Counts counts;
    for (const BenchmarkTask &task : benchmark.tasks) {
        ++counts.categories[task.task.category];
        if (task.task.level)
            ++counts.levels[std::to_string(*task.task.level)];
        counts.unsound += isUnsound(task) ? 1 : 0;
        counts.cautious += hasCautions(task) ? 1 : 0;
    }
    return counts;
}

std::string joined(const std::map<std::string, int> &counts)
{
    std::string out;
    for (const auto &[name, number] : counts)
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, number);
    return out;
}

Json taskJson(const BenchmarkTask &task)
{
    Json out{{"name", task.task.name},   {"category", task.task.category},
             {"title", task.task.title}, {"hash", task.task.hash},
             {"entry", task.entry},      {"level", nullptr},
             {"sound", nullptr},         {"facts", task.facts}};
    if (task.task.level)
        out["level"] = *task.task.level;
    if (task.task.sound) {
        out["sound"] = *task.task.sound;
        out["soundness_reason"] = task.task.soundnessReason;
    }
    return out;
}

Json toJson(const std::vector<SuiteProblem> &all)
{
    Json problems = Json::array();
    for (const SuiteProblem &problem : all)
        problems.push_back({{"file", problem.file.string()},
                            {"line", problem.line},
                            {"task", problem.task},
                            {"reason", problem.reason},
                            {"hint", problem.hint}});
    return problems;
}

/// Returns "level1/23" for a task with a problem number.
std::string shortName(const BenchmarkTask &task)
{
    const auto number = task.facts.find("problem_id");
    return number == task.facts.end() || !task.task.level
        ? std::string()
        : fmt::format("level{}/{}", *task.task.level, number->second.get<int>());
}

/// Returns the task with this exact name. Otherwise returns all tasks whose name, title or last
/// part matches, ignoring case.
std::vector<const BenchmarkTask *> findTasks(const Benchmark &benchmark, const std::string &wanted)
{
    if (const BenchmarkTask *exact = benchmark.find(wanted))
        return {exact};
    const std::string lower = lowered(wanted);
    std::vector<const BenchmarkTask *> found;
    for (const BenchmarkTask &task : benchmark.tasks) {
        const std::string name = lowered(task.task.name);
        const std::size_t border = name.find_last_of("/:");
        const std::string last = border == std::string::npos ? name : name.substr(border + 1);
        if (lower == name || lower == last || lower == lowered(task.task.title)
            || lower == shortName(task))
            found.push_back(&task);
    }
    return found;
}

std::string factsText(const BenchmarkTask &task)
{
    std::string out;
    for (const auto &[name, value] : task.facts)
        out += fmt::format("{}: {}\n", name,
                           value.is_string() ? value.get<std::string>() : value.dump());
    return out;
}

ExitCode show(const Benchmark &benchmark, const BenchmarkTask &task, const Console &console)
{
    console.text(fmt::format(
        "{} ({}, {}{})\n{}{}\n{}", task.task.name, title(benchmark.layout), task.task.category,
        task.task.level ? fmt::format(", level {}", *task.task.level) : "",
        isUnsound(task) ? "◆ unsound: " + task.task.soundnessReason + "\n" : "", factsText(task),
        task.implementation));
    if (!task.testSegment.empty())
        console.text("\n# test of the suite\n" + task.testSegment);
    Json document = taskJson(task);
    document["suite"] = benchmark.name;
    document["version"] = benchmark.version;
    document["file"] = task.file.string();
    document["implementation"] = task.implementation;
    document["test"] = task.testSegment;
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

Json summaryOf(const Benchmark &benchmark)
{
    const Counts counts = count(benchmark);
    return {{"suite", benchmark.name},
            {"title", title(benchmark.layout)},
            {"folder", benchmark.folder.string()},
            {"version", benchmark.version},
            {"protocol", benchmark.protocol},
            {"hash", benchmark.hash},
            {"task_count", benchmark.tasks.size()},
            {"unsound", counts.unsound},
            {"cautions", counts.cautious},
            {"categories", counts.categories},
            {"levels", counts.levels},
            {"unlisted", benchmark.unlisted},
            {"remarks", benchmark.remarks},
            {"problems", toJson(benchmark.problems)},
            {"left_out", toJson(benchmark.leftOut)}};
}

void printSummary(const Benchmark &benchmark, const Console &console)
{
    const Counts counts = count(benchmark);
    console.line(fmt::format("{}: {}, categories: {}; {} unsound, {} with cautions ({})",
                             title(benchmark.layout), counted(benchmark.tasks.size(), "task"),
                             counts.categories.size(), counts.unsound, counts.cautious,
                             benchmark.folder.string()));
    console.line(
        fmt::format("  version {}, protocol {}",
                    benchmark.version.empty() ? "unknown (no checkout)" : benchmark.version,
                    benchmark.protocol));
    console.line("  categories: " + joined(counts.categories));
    if (!counts.levels.empty())
        console.line("  levels: " + joined(counts.levels));
    if (!benchmark.unlisted.empty())
        console.line(
            fmt::format("  not in the suite's list: {}", fmt::join(benchmark.unlisted, ", ")));
    for (const std::string &remark : benchmark.remarks)
        console.line("  note: " + remark);
    for (const SuiteProblem &problem : benchmark.problems)
        console.line("  problem: " + problem.text());
    for (const SuiteProblem &other : benchmark.leftOut)
        console.line("  left out: " + other.text());
}

ExitCode listBenchmarks(const std::vector<Benchmark> &benchmarks, const Console &console)
{
    Json documents = Json::array();
    for (const Benchmark &benchmark : benchmarks) {
        Json document = summaryOf(benchmark);
        Json &tasks = document["tasks"] = Json::array();
        for (const BenchmarkTask &task : benchmark.tasks) {
            tasks.push_back(taskJson(task));
            console.line(fmt::format(
                "{} {:<64} {:<2} {}{}",
                isUnsound(task)         ? "◆"
                    : hasCautions(task) ? "◇"
                                        : " ",
                task.task.name, task.task.level ? std::to_string(*task.task.level) : "",
                task.task.category, isUnsound(task) ? "  " + task.task.soundnessReason : ""));
        }
        printSummary(benchmark, console);
        documents.push_back(std::move(document));
    }
    console.document(documents.size() == 1 ? documents.front() : Json{{"suites", documents}});
    return ExitCode::Ok;
}

ExitCode showBenchmarkTask(const std::vector<Benchmark> &benchmarks, const std::string &task,
                           const Console &console)
{
    std::vector<std::pair<const Benchmark *, const BenchmarkTask *>> found;
    for (const Benchmark &benchmark : benchmarks) {
        for (const BenchmarkTask *match : findTasks(benchmark, task))
            found.emplace_back(&benchmark, match);
    }
    if (found.size() == 1)
        return show(*found.front().first, *found.front().second, console);
    const std::string folder = benchmarks.empty() ? "" : benchmarks.front().folder.string();
    if (found.empty())
        return console.fail({Errc::NotFound, "the suite has no task \"" + task + "\"", folder,
                             "kloupe suites list " + shellWord(folder)});
    std::string names;
    for (const auto &[benchmark, match] : found)
        names += (names.empty() ? "" : ", ") + match->task.name;
    return console.fail(
        {Errc::InvalidInput, fmt::format("\"{}\" matches {}", task, counted(found.size(), "task")),
         folder, "give one of " + names + "; --layout chooses between two suites of a folder"});
}

ExitCode checkBenchmarks(const std::vector<Benchmark> &benchmarks, const Console &console)
{
    std::size_t problems = 0;
    Json documents = Json::array();
    for (const Benchmark &benchmark : benchmarks) {
        problems += benchmark.problems.size();
        for (const SuiteProblem &problem : benchmark.problems)
            console.line("problem: " + problem.text());
        for (const SuiteProblem &other : benchmark.leftOut)
            console.line("left out: " + other.text());
        console.line(fmt::format("{}: {} read, {}, {} left out", title(benchmark.layout),
                                 counted(benchmark.tasks.size(), "task"),
                                 counted(benchmark.problems.size(), "problem"),
                                 benchmark.leftOut.size()));
        Json document = summaryOf(benchmark);
        document["tasks_read"] = benchmark.tasks.size();
        documents.push_back(std::move(document));
    }
    console.document(documents.size() == 1 ? documents.front() : Json{{"suites", documents}});
    return problems == 0 ? ExitCode::Ok : ExitCode::BadInput;
}

} // namespace loupe::cli
