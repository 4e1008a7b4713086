// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/attachreferences.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

/// Returns "level1/19" for "level1/19_ReLU", the part of KernelBench's names that identifies a
/// task.
std::string_view numberedPart(std::string_view name)
{
    return name.substr(0, name.find('_', name.find('/') + 1));
}

bool isNumberAlone(std::string_view name)
{
    return numberedPart(name).size() == name.size();
}

/// Returns the task of the checkout in the recorded task's place; null if there is none.
const BenchmarkTask *inPlaceOf(const Task &recorded, const Benchmark &benchmark)
{
    if (benchmark.layout != SuiteLayout::KernelBench)
        return benchmark.find(recorded.name);
    const auto found = std::ranges::find_if(benchmark.tasks, [&](const BenchmarkTask &each) {
        return numberedPart(each.task.name) == numberedPart(recorded.name);
    });
    return found == benchmark.tasks.end() ? nullptr : &*found;
}

bool isSameTask(const Task &recorded, const Task &current)
{
    if (!recorded.hash.empty())
        return recorded.hash == current.hash;
    return recorded.name == current.name || isNumberAlone(recorded.name);
}

/// Returns "level1/3, level1/7 and 12 more".
std::string someOf(std::span<const std::string> names)
{
    constexpr std::size_t shown = 3;
    std::string out
        = fmt::format("{}", fmt::join(names.first(std::min(shown, names.size())), ", "));
    if (names.size() > shown)
        out += fmt::format(" and {} more", names.size() - shown);
    return out;
}

} // namespace

FoundReferences findReferences(std::span<const Task> recorded, const Benchmark &benchmark)
{
    FoundReferences out{.suite = benchmark.name,
                        .version = benchmark.version,
                        .folder = benchmark.folder,
                        .tasks = {},
                        .otherTask = {},
                        .notFound = {}};
    for (const Task &task : recorded) {
        if (task.suite != benchmark.name || !task.reference.empty())
            continue;
        const BenchmarkTask *current = inPlaceOf(task, benchmark);
        if (current == nullptr || current->task.reference.empty()) {
            out.notFound.push_back(task.name);
            continue;
        }
        if (!isSameTask(task, current->task)) {
            out.otherTask.push_back(task.name);
            continue;
        }
        Task whole = task;
        whole.reference = current->task.reference;
        whole.referenceLanguage = current->task.referenceLanguage;
        out.byName += task.hash.empty() ? 1 : 0;
        out.tasks.push_back(std::move(whole));
    }
    return out;
}

Result<std::vector<FoundReferences>> attachReferences(StoreReader &reader, StoreWriter &writer,
                                                      std::span<const Benchmark> benchmarks)
{
    std::vector<FoundReferences> out;
    std::size_t known = 0;
    for (const Benchmark &benchmark : benchmarks) {
        const auto recorded = reader.tasks(benchmark.name);
        if (!recorded)
            return recorded.error();
        known += recorded->size();
        FoundReferences found = findReferences(*recorded, benchmark);
        if (found.missing() == 0)
            continue;
        if (Status added = writer.addReferences(found.tasks); !added)
            return std::move(added).error();
        out.push_back(std::move(found));
    }
    if (out.empty())
        return Error{Errc::NotFound,
                     known == 0 ? "the store has no task of this suite"
                                : "every task of this suite has its reference already",
                     benchmarks.empty() ? std::string() : benchmarks.front().folder.string()};
    return out;
}

std::vector<std::string> sentencesOf(const FoundReferences &found)
{
    std::vector<std::string> out{fmt::format("{} of {} missing references attached from {}",
                                             found.tasks.size(), found.missing(),
                                             found.folder.string())};
    if (found.byName > 0)
        out.push_back(fmt::format(
            "{} matched by name: the records do not say which version of the suite they used",
            found.byName));
    if (!found.otherTask.empty())
        out.push_back(fmt::format("{} in another version of the task: {}", found.otherTask.size(),
                                  someOf(found.otherTask)));
    if (!found.notFound.empty())
        out.push_back(fmt::format("{} not in the checkout: {}", found.notFound.size(),
                                  someOf(found.notFound)));
    return out;
}

} // namespace loupe
