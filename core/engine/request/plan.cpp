// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/plan.h"

#include "core/base/nearest.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/request/requestedprecisions.h"
#include "core/engine/request/requestedshapes.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/native/candidatefolder.h"
#include "core/suites/submissions/submissions.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

/// Candidates of one method before they are matched with tasks.
struct MethodItems {
    Method method;
    std::vector<PlanItem> items; ///< without their task
    std::vector<PlanSkip> skipped;
    std::set<std::string> platforms = {};  ///< named by candidates; "" for those that name none
    std::set<std::string> precisions = {}; ///< likewise
};

MethodItems fromNative(CandidateSet set)
{
    MethodItems out{std::move(set.method), {}, {}};
    for (const UnreadCandidate &unread : set.unread)
        out.skipped.push_back({unread.file.string(), unread.reason});
    for (Candidate &candidate : set.candidates) {
        PlanItem item;
        item.candidate = std::move(candidate);
        out.items.push_back(std::move(item));
    }
    return out;
}

/// Returns the platform of native candidates: as requested, else the processor, unless all are in
/// CUDA.
Result<std::string> nativePlatform(const RunRequest &request, const std::vector<MethodItems> &all)
{
    const std::string &asked = request.python.platform;
    const bool isCudaDevice = request.python.device.starts_with("cuda");
    if (!asked.empty() && asked != "cpu" && asked != "cuda")
        return Error{Errc::Unsupported, "native tasks have no platform \"" + asked + "\"",
                     "platform", "use cpu or cuda"};
    if (!request.python.device.empty() && !isCudaDevice && request.python.device != "cpu")
        return Error{Errc::Unsupported, "there is no device \"" + request.python.device + "\"",
                     "device", "use cpu or cuda:0"};
    if (!asked.empty() && !request.python.device.empty() && isCudaDevice != (asked == "cuda"))
        return Error{Errc::InvalidInput,
                     "the platform " + asked + " does not run on " + request.python.device,
                     "device", "leave --device or --platform out"};
    if (!asked.empty())
        return asked;
    if (!request.python.device.empty())
        return std::string(isCudaDevice ? "cuda" : "cpu");
    const bool hasCpp = std::any_of(all.begin(), all.end(), [](const MethodItems &each) {
        return std::any_of(each.items.begin(), each.items.end(),
                           [](const PlanItem &item) { return item.candidate.language != "cuda"; });
    });
    return std::string(hasCpp ? "cpu" : "cuda");
}

/// Excludes the candidates of another platform, with the reason.
void keepPlatform(MethodItems &set, const std::string &platform)
{
    const bool isOnGpu = platform == "cuda";
    const auto others = std::erase_if(set.items, [&](const PlanItem &item) {
        return (item.candidate.language == "cuda") != isOnGpu;
    });
    if (others > 0)
        set.skipped.push_back(
            {set.method.name + ": " + std::to_string(others)
                 + (isOnGpu ? " candidates in C++" : " candidates in CUDA"),
             isOnGpu ? "this run is on a GPU; give --platform cpu for them"
                     : "this run is on the processor; give --platform cuda for them"});
}

MethodItems fromBenchmark(const SubmissionSet &set, const RunRequest &request)
{
    MethodItems out{set.method, {}, {}};
    for (const UnreadSubmission &unread : set.unread) {
        const std::string line = unread.line > 0 ? ":" + std::to_string(unread.line) : "";
        out.skipped.push_back({unread.file + line, unread.reason});
    }
    for (const Submission &submission : set.submissions) {
        if (request.samples > 0 && submission.sample >= request.samples)
            continue;
        PlanItem item;
        item.candidate = toCandidate(submission, set.method, false);
        out.platforms.insert(submission.platform);
        out.precisions.insert(submission.precision);
        if (submission.asSuite != submission.tolerant)
            item.sourceAsSuite = submission.asSuite;
        out.items.push_back(std::move(item));
    }
    return out;
}

/// Makes items of the request's candidates, in the language of the suite's candidates.
MethodItems fromGiven(const GivenCandidates &given, const Plan &plan)
{
    MethodItems out{given.method, {}, {}};
    out.platforms.insert("");
    for (const Candidate &candidate : given.candidates) {
        PlanItem item;
        item.candidate = candidate;
        if (!plan.isNative())
            item.candidate.language = "python";
        out.items.push_back(std::move(item));
    }
    return out;
}

Result<std::vector<MethodItems>> readItems(const RunRequest &request, const Plan &plan)
{
    std::vector<MethodItems> all;
    for (const auto &folder : request.candidates) {
        if (plan.isNative()) {
            auto sets = readCandidates(folder);
            if (!sets)
                return sets.error();
            for (CandidateSet &set : *sets)
                all.push_back(fromNative(std::move(set)));
        } else {
            const auto sets = readSubmissions(std::get<Benchmark>(plan.suite), folder);
            if (!sets)
                return sets.error();
            for (const SubmissionSet &set : *sets)
                all.push_back(fromBenchmark(set, request));
        }
    }
    for (const GivenCandidates &given : request.given)
        all.push_back(fromGiven(given, plan));
    return all;
}

Result<std::vector<MethodItems>> readAllCandidates(const RunRequest &request, const Plan &plan)
{
    if (request.candidates.empty() && request.given.empty())
        return Error{Errc::InvalidInput, "no candidate folder was given", "candidates",
                     "give one or more folders of candidates"};
    auto all = readItems(request, plan);
    if (!all)
        return all;
    if (!request.method.empty()) {
        if (all->size() != 1)
            return Error{Errc::InvalidInput,
                         "--method names one method, but these folders hold "
                             + std::to_string(all->size()),
                         "method", "leave the name out, or name the folder of one method"};
        all->front().method.name = request.method;
        for (PlanItem &item : all->front().items)
            item.candidate.method = request.method;
    }
    std::set<std::string> names;
    for (const MethodItems &each : *all) {
        if (!names.insert(each.method.name).second)
            return Error{Errc::InvalidInput,
                         "two folders hold the method \"" + each.method.name + "\"", "candidates",
                         "rename one of them, or give --method with one folder"};
    }
    return all;
}

/// Returns the suite's tasks as items without a candidate.
std::vector<PlanItem> tasksOf(const Plan &plan)
{
    std::vector<PlanItem> out;
    if (plan.isNative()) {
        for (const NativeTask &task : std::get<NativeSuite>(plan.suite).tasks)
            out.push_back({&task.task, &task, nullptr, {}, {}});
    } else {
        for (const BenchmarkTask &task : std::get<Benchmark>(plan.suite).tasks)
            out.push_back({&task.task, nullptr, &task, {}, {}});
    }
    return out;
}

/// Returns the requested layout, else the one detected in the folder.
Result<SuiteLayout> layoutOf(const RunRequest &request, std::optional<SuiteLayout> detected)
{
    if (request.layout.empty())
        return detected ? *detected : detectLayout(request.suite);
    if (const auto layout = suiteLayoutFromName(request.layout))
        return *layout;
    const std::vector<std::string> known = suiteLayoutNames();
    return Error{
        Errc::InvalidInput, "there is no suite \"" + request.layout + "\"", "layout",
        hintWithNearest(request.layout, known, fmt::format("one of {}", fmt::join(known, ", ")))};
}

Result<std::variant<NativeSuite, Benchmark>> readSuite(const RunRequest &request,
                                                       std::optional<SuiteLayout> detected)
{
    const std::filesystem::path &folder = request.suite;
    const auto layout = layoutOf(request, detected);
    if (!layout)
        return layout.error();
    if (*layout == SuiteLayout::Native) {
        auto suite = readNativeSuite(folder);
        if (!suite)
            return suite.error();
        return {std::move(*suite)};
    }
    auto benchmark = readBenchmark(folder, *layout);
    if (!benchmark)
        return benchmark.error();
    return {std::move(*benchmark)};
}

Error nothingLeft(const RunRequest &request, const Plan &plan)
{
    constexpr std::size_t maxReasons = 20;
    std::vector<std::string> reasons;
    for (const auto &[what, reason] : plan.skipped) {
        if (reasons.size() < maxReasons)
            reasons.push_back(fmt::format("{}: {}", what, reason));
    }
    if (plan.skipped.size() > maxReasons)
        reasons.push_back(fmt::format("and {} more", plan.skipped.size() - maxReasons));
    return {Errc::InvalidInput, "no candidate is left to evaluate", request.taskFilter,
            "widen the task filter, or check the names of the candidate files",
            fmt::format("{}", fmt::join(reasons, "\n"))};
}

void addDialogues(const GivenCandidates &given, const std::map<std::string, PlanItem> &tasks,
                  Plan &plan)
{
    for (const std::shared_ptr<const Dialogue> &dialogue : given.dialogues) {
        if (const auto task = tasks.find(dialogue->task); task != tasks.end())
            plan.dialogues.push_back({task->second.task, dialogue, given.raw});
    }
}

/// Tasks of the suite, split by the filter.
struct Selection {
    std::map<std::string, PlanItem> tasks;
    std::set<std::string> deselected;
};

Result<Selection> select(const Plan &plan, const std::string &taskFilter)
{
    const auto filter = parseFilter(taskFilter);
    if (!filter)
        return filter.error();
    Selection out;
    for (PlanItem &item : tasksOf(plan)) {
        const auto selected = matchesTask(*filter, *item.task);
        if (!selected)
            return selected.error();
        if (*selected)
            out.tasks[item.task->name] = std::move(item);
        else
            out.deselected.insert(item.task->name);
    }
    return out;
}

/// Reads the suite into the plan.
Result<Selection> selectFromSuite(const RunRequest &request, std::optional<SuiteLayout> detected,
                                  Plan &plan)
{
    auto suite = readSuite(request, detected);
    if (!suite)
        return suite.error();
    plan.suite = std::move(*suite);
    return select(plan, request.taskFilter);
}

void addSkipped(MethodItems &set, Plan &plan)
{
    std::move(set.skipped.begin(), set.skipped.end(), std::back_inserter(plan.skipped));
}

/// Keeps the candidates of one platform, because a native suite runs on one.
Status keepNative(const RunRequest &request, std::vector<MethodItems> &sets, Plan &plan)
{
    auto platform = nativePlatform(request, sets);
    if (!platform)
        return platform.error();
    plan.platform = std::move(*platform);
    for (MethodItems &set : sets)
        keepPlatform(set, plan.platform);
    // A method without candidates is not part of the run.
    for (MethodItems &set : sets) {
        if (set.items.empty())
            addSkipped(set, plan);
    }
    std::erase_if(sets, [](const MethodItems &set) { return set.items.empty(); });
    return {};
}

/// Returns the precisions that all submissions name; float32 if they name none.
Result<std::vector<RunPrecision>> namedPrecisions(const std::set<std::string> &named)
{
    std::map<std::set<RunPrecision>, std::vector<RunPrecision>> found; // in any order
    for (const std::string &words : named) {
        auto precisions = precisionsFromWords(words);
        if (!precisions)
            return Error{Errc::Unsupported,
                         "the submissions are for the precision \"" + words + "\"",
                         "generation_config.yaml:precision",
                         "name another one: --precision float32, float16 or bfloat16"};
        if (precisions->empty())
            precisions->push_back(RunPrecision::Float32);
        found.emplace(std::set(precisions->begin(), precisions->end()), *precisions);
    }
    if (found.size() > 1)
        return Error{Errc::InvalidInput, "the submissions are for different precisions",
                     "generation_config.yaml:precision",
                     "evaluate their folders one at a time, or name one with --precision"};
    return found.empty() ? std::vector{RunPrecision::Float32} : found.begin()->second;
}

/// Sets the precisions of the plan, and the first for its tasks: as requested, or as the
/// submissions name them.
Status choosePrecisions(const std::vector<RunPrecision> &requested,
                        const std::set<std::string> &named, Plan &plan)
{
    auto *benchmark = std::get_if<Benchmark>(&plan.suite);
    if (benchmark == nullptr || benchmark->layout != SuiteLayout::KernelBench) {
        if (requested.empty())
            return {};
        return Error{Errc::Unsupported,
                     "the tasks of " + plan.suiteName() + " name their own types", "precision",
                     "leave --precision out"};
    }
    auto chosen = requested.empty() ? namedPrecisions(named) : requested;
    if (!chosen)
        return chosen.error();
    plan.precisions = std::move(*chosen);
    plan.precision = suiteWord(plan.precisions.front());
    for (BenchmarkTask &task : benchmark->tasks)
        task.facts["precision"] = plan.precision;
    return {};
}

/// Lets the tasks be judged with gradients if the request says so.
Status chooseGradients(bool requested, Plan &plan)
{
    if (!requested)
        return {};
    auto *benchmark = std::get_if<Benchmark>(&plan.suite);
    if (benchmark == nullptr || benchmark->layout != SuiteLayout::KernelBench)
        return Error{Errc::Unsupported,
                     "gradients are judged for tasks of KernelBench, not of " + plan.suiteName(),
                     "backward", "leave --backward out"};
    for (BenchmarkTask &task : benchmark->tasks)
        task.facts["backward"] = true;
    return {};
}

/// Gives the tasks the shapes of the request.
Status giveShapes(const PythonRequest &python, Plan &plan)
{
    if (auto *benchmark = std::get_if<Benchmark>(&plan.suite))
        return chooseShapes(python, *benchmark);
    if (python.shapes.empty())
        return {};
    return Error{Errc::Unsupported, "native tasks have shapes of their own", "shapes",
                 "leave --shapes out"};
}

/// Sets the conditions under which the tasks are judged; `named` are precisions of submissions.
Status chooseConditions(const PythonRequest &python, const std::set<std::string> &named, Plan &plan)
{
    Status chosen = choosePrecisions(python.precisions, named, plan);
    if (chosen)
        chosen = chooseGradients(python.backward, plan);
    return chosen ? giveShapes(python, plan) : chosen; // a shape has the other conditions, too
}

/// Adds a method and those of its candidates that the run evaluates.
void addMethod(const RunRequest &request, const Selection &selection, MethodItems &set, Plan &plan)
{
    plan.methods.push_back(set.method);
    addSkipped(set, plan);
    for (PlanItem &item : set.items) {
        const std::string &name = item.candidate.task;
        const auto task = selection.tasks.find(name);
        if (task == selection.tasks.end()) {
            if (selection.deselected.count(name) == 0)
                plan.skipped.push_back({set.method.name + ": " + item.candidate.fileName,
                                        "the suite has no task \"" + name + "\""});
            continue;
        }
        if (!isInShard(item.candidate, request.shard))
            continue;
        item.task = task->second.task;
        item.native = task->second.native;
        item.benchmark = task->second.benchmark;
        plan.items.push_back(std::move(item));
    }
}

} // namespace

const std::string &Plan::suiteName() const
{
    return std::visit([](const auto &each) -> const std::string & { return each.name; }, suite);
}

const std::string &Plan::suiteHash() const
{
    return std::visit([](const auto &each) -> const std::string & { return each.hash; }, suite);
}

Result<Plan> makePlan(const RunRequest &request, std::optional<SuiteLayout> detected)
{
    Plan plan;
    const auto selection = selectFromSuite(request, detected, plan);
    if (!selection)
        return selection.error();
    auto sets = readAllCandidates(request, plan);
    if (!sets)
        return sets.error();

    if (plan.isNative()) {
        if (Status kept = keepNative(request, *sets, plan); !kept)
            return kept.error();
    }
    std::set<std::string> platforms;
    std::set<std::string> precisions;
    for (MethodItems &set : *sets)
        precisions.merge(set.precisions);
    if (Status chosen = chooseConditions(request.python, precisions, plan); !chosen)
        return chosen.error();
    for (MethodItems &set : *sets) {
        platforms.merge(set.platforms);
        addMethod(request, *selection, set, plan);
    }
    for (const GivenCandidates &given : request.given)
        addDialogues(given, selection->tasks, plan);
    std::stable_sort(
        plan.items.begin(), plan.items.end(),
        [](const PlanItem &a, const PlanItem &b) { return a.task->name < b.task->name; });
    std::set<const Task *> distinct;
    for (const PlanItem &item : plan.items)
        distinct.insert(item.task);
    plan.tasks = static_cast<int>(distinct.size());
    // With many shards, some may have nothing to do.
    if (plan.items.empty() && request.shard.count <= 1)
        return nothingLeft(request, plan);
    if (!plan.isNative() && platforms.size() == 1)
        plan.platform = *platforms.begin();
    return plan;
}

Result<Plan> planTasks(const RunRequest &request, std::optional<SuiteLayout> detected)
{
    Plan plan;
    const auto selection = selectFromSuite(request, detected, plan);
    if (!selection)
        return selection.error();
    if (Status chosen = chooseConditions(request.python, {}, plan); !chosen)
        return chosen.error();
    if (plan.precisions.size() > 1)
        return Error{Errc::InvalidInput,
                     "kernels are asked for in one precision, not in "
                         + precisionWords(plan.precisions),
                     "precision", "name one of them"};
    for (PlanItem &item : tasksOf(plan)) {
        if (selection->tasks.count(item.task->name) > 0)
            plan.items.push_back(std::move(item));
    }
    plan.tasks = static_cast<int>(plan.items.size());
    if (plan.items.empty())
        return Error{Errc::InvalidInput, "no task of the suite is selected", request.taskFilter,
                     "widen the task filter; kloupe suites list lists the tasks"};
    return plan;
}

} // namespace loupe
