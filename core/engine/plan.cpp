// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan.h"

#include "core/suites/candidatefolder.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>

namespace loupe {

namespace {

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// Case-insensitive match with `*` for any characters.
bool matchesPattern(std::string_view pattern, std::string_view text)
{
    if (pattern.empty())
        return text.empty();
    if (pattern.front() == '*')
        return matchesPattern(pattern.substr(1), text)
            || (!text.empty() && matchesPattern(pattern, text.substr(1)));
    return !text.empty() && pattern.front() == text.front()
        && matchesPattern(pattern.substr(1), text.substr(1));
}

bool compareLevel(FilterOp op, int level, const std::string &value)
{
    double bound = 0;
    std::from_chars(value.data(), value.data() + value.size(), bound);
    switch (op) {
    case FilterOp::Is:
        return level == bound;
    case FilterOp::Less:
        return level < bound;
    case FilterOp::LessOrEqual:
        return level <= bound;
    case FilterOp::Greater:
        return level > bound;
    case FilterOp::GreaterOrEqual:
        return level >= bound;
    }
    return false;
}

bool matchesValue(const FilterTerm &term, const std::string &value, const Task &task)
{
    if (term.field == "level")
        return task.level && compareLevel(term.op, *task.level, value);
    const std::string wanted = lowered(value);
    if (term.field == "category")
        return matchesPattern(wanted, lowered(task.category));
    if (term.field == "suite")
        return matchesPattern(wanted, lowered(task.suite));
    if (term.field == "task") {
        const std::string name = lowered(task.name);
        return matchesPattern(wanted, name)
            || matchesPattern(wanted, name.substr(name.find('/') + 1));
    }
    return lowered(task.name + " " + task.title).find(wanted) != std::string::npos;
}

Result<std::vector<CandidateSet>> readAllCandidates(const RunRequest &request)
{
    if (request.candidates.empty())
        return Error{Errc::InvalidInput,
                     "no candidate folder was given",
                     "candidates",
                     "give one or more folders of candidates",
                     {}};
    std::vector<CandidateSet> all;
    for (const auto &folder : request.candidates) {
        auto sets = readCandidates(folder);
        if (!sets)
            return sets.error();
        std::move(sets->begin(), sets->end(), std::back_inserter(all));
    }
    if (!request.method.empty()) {
        if (all.size() != 1)
            return Error{Errc::InvalidInput,
                         "a method name fits one method, and these folders hold "
                             + std::to_string(all.size()),
                         "method",
                         "leave the name out, or name the folder of one method",
                         {}};
        all.front().method.name = request.method;
        for (Candidate &candidate : all.front().candidates)
            candidate.method = request.method;
    }
    std::set<std::string> names;
    for (const CandidateSet &set : all) {
        if (!names.insert(set.method.name).second)
            return Error{Errc::InvalidInput,
                         "two folders hold the method \"" + set.method.name + "\"",
                         "candidates",
                         "rename one in its method.json",
                         {}};
    }
    return all;
}

} // namespace

Result<bool> matchesTask(const Filter &filter, const Task &task)
{
    for (const FilterTerm &term : filter.terms) {
        static const std::set<std::string> usable{"", "task", "category", "level", "suite"};
        if (usable.count(term.field) == 0)
            return Error{Errc::InvalidInput,
                         "tasks cannot be selected by \"" + term.field + "\"",
                         "character " + std::to_string(term.position + 1),
                         "use task, category, level or a bare word",
                         {}};
        const bool any
            = std::any_of(term.values.begin(), term.values.end(),
                          [&](const auto &value) { return matchesValue(term, value, task); });
        if (any == term.negated)
            return false;
    }
    return true;
}

Result<Plan> makePlan(const RunRequest &request)
{
    auto suite = readNativeSuite(request.suite);
    if (!suite)
        return suite.error();
    const auto filter = parseFilter(request.taskFilter);
    if (!filter)
        return filter.error();
    auto sets = readAllCandidates(request);
    if (!sets)
        return sets.error();

    Plan plan;
    plan.suite = std::move(*suite);
    std::map<std::string, const NativeTask *> tasks;
    std::set<std::string> deselected;
    for (const NativeTask &task : plan.suite.tasks) {
        const auto selected = matchesTask(*filter, task.task);
        if (!selected)
            return selected.error();
        if (*selected)
            tasks[task.task.name] = &task;
        else
            deselected.insert(task.task.name);
    }
    for (CandidateSet &set : *sets) {
        plan.methods.push_back(set.method);
        for (const UnreadCandidate &unread : set.unread)
            plan.skipped.push_back({unread.file.string(), unread.reason});
        for (Candidate &candidate : set.candidates) {
            const auto task = tasks.find(candidate.task);
            if (task != tasks.end())
                plan.items.push_back({task->second, std::move(candidate)});
            else if (deselected.count(candidate.task) == 0)
                plan.skipped.push_back({set.method.name + ": " + candidate.fileName,
                                        "the suite has no task \"" + candidate.task + "\""});
        }
    }
    std::stable_sort(
        plan.items.begin(), plan.items.end(),
        [](const PlanItem &a, const PlanItem &b) { return a.task->task.name < b.task->task.name; });
    std::set<const NativeTask *> distinct;
    for (const PlanItem &item : plan.items)
        distinct.insert(item.task);
    plan.tasks = static_cast<int>(distinct.size());
    if (plan.items.empty())
        return Error{Errc::InvalidInput, "no candidate is left to evaluate", request.taskFilter,
                     "widen the task filter, or check the names of the candidate files",
                     plan.skipped.empty()
                         ? ""
                         : plan.skipped.front().what + ": " + plan.skipped.front().reason};
    return plan;
}

} // namespace loupe
