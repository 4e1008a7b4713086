// SPDX-License-Identifier: Apache-2.0
#include "core/executors/slurmstates.h"

#include "core/base/json.h"

#include <charconv>
#include <optional>
#include <set>
#include <sstream>

namespace loupe {

namespace {

constexpr std::size_t maxListedTasks = 100'000;

/// Reads a number in Slurm's JSON: plain, or since 23.02 {"set": …, "infinite": …, "number": …}.
std::optional<std::int64_t> slurmNumber(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if (found->is_number_integer())
        return found->get<std::int64_t>();
    if (!found->is_object() || found->value("set", Json(false)) != true)
        return std::nullopt;
    const auto number = found->find("number");
    return number != found->end() && number->is_number_integer()
        ? std::optional(number->get<std::int64_t>())
        : std::nullopt;
}

/// Reads a string in Slurm's JSON: plain, or since 23.11 the first of an array.
std::string slurmWord(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return {};
    const Json &word = found->is_array() && !found->empty() ? found->front() : *found;
    return word.is_string() ? word.get<std::string>() : std::string();
}

std::optional<int> wholeNumber(std::string_view text)
{
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return isWhole && number >= 0 ? std::optional(number) : std::nullopt;
}

/// Adds the numbers of "7", "1-3" or "1-9:2". Returns false for any other text.
bool addRange(const std::string &text, std::vector<int> &out)
{
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::size_t dash = std::min(text.find('-'), colon);
    const auto first = wholeNumber(std::string_view(text).substr(0, dash));
    const auto last = dash < colon
        ? wholeNumber(std::string_view(text).substr(dash + 1, colon - dash - 1))
        : first;
    const auto step = colon < text.size() ? wholeNumber(std::string_view(text).substr(colon + 1))
                                          : std::optional(1);
    if (!first || !last || !step || *step < 1)
        return false;
    for (std::int64_t i = *first; i <= *last; i += *step) {
        if (out.size() >= maxListedTasks)
            return false;
        out.push_back(static_cast<int>(i));
    }
    return true;
}

Result<Json> jobsOfSqueue(const std::string &text)
{
    auto json = parseJson(text, "squeue --json");
    if (!json)
        return json.error();
    const auto jobs = json->is_object() ? json->find("jobs") : json->end();
    if (!json->is_object() || jobs == json->end() || !jobs->is_array())
        return Error{Errc::Unsupported, "squeue lists no jobs", "squeue --json",
                     "Slurm 21.08 or newer is needed"};
    return std::move(*jobs);
}

} // namespace

ArrayTaskState arrayTaskState(const std::string &word)
{
    static const std::set<std::string> waiting{
        "PENDING",       "REQUEUED",    "REQUEUE_FED",   "REQUEUE_HOLD", "SPECIAL_EXIT",
        "RESV_DEL_HOLD", "CONFIGURING", "POWER_UP_NODE", "SUSPENDED",    "STOPPED"};
    static const std::set<std::string> running{"RUNNING", "COMPLETING", "RESIZING", "SIGNALING",
                                               "STAGE_OUT"};
    if (waiting.count(word) != 0)
        return ArrayTaskState::Waiting;
    return running.count(word) != 0 ? ArrayTaskState::Running : ArrayTaskState::Ended;
}

std::vector<int> arrayTasks(const std::string &text)
{
    std::vector<int> out;
    std::istringstream parts(text.substr(0, text.find('%')));
    for (std::string part; std::getline(parts, part, ',');) {
        if (!addRange(part, out))
            return {};
    }
    return out;
}

Result<ArrayStates> statesFromSqueue(const std::string &text, std::int64_t arrayJob)
{
    const auto jobs = jobsOfSqueue(text);
    if (!jobs)
        return jobs.error();
    ArrayStates out;
    for (const Json &job : *jobs) {
        if (!job.is_object() || slurmNumber(job, "array_job_id") != arrayJob)
            continue;
        const ArrayTaskState state = arrayTaskState(slurmWord(job, "job_state"));
        // Tasks that wait together form a single entry.
        const std::string together = slurmWord(job, "array_task_string");
        if (!together.empty()) {
            for (const int task : arrayTasks(together))
                out[task] = state;
        } else if (const auto task = slurmNumber(job, "array_task_id")) {
            out[static_cast<int>(*task)] = state;
        }
    }
    return out;
}

Result<std::vector<std::int64_t>> arrayJobsNamed(const std::string &text, const std::string &name)
{
    const auto jobs = jobsOfSqueue(text);
    if (!jobs)
        return jobs.error();
    std::set<std::int64_t> out;
    for (const Json &job : *jobs) {
        if (!job.is_object() || slurmWord(job, "name") != name)
            continue;
        if (const auto number = slurmNumber(job, "array_job_id"); number && *number > 0)
            out.insert(*number);
    }
    return std::vector<std::int64_t>(out.begin(), out.end());
}

ArrayStates statesFromSacct(const std::string &text, std::int64_t arrayJob)
{
    ArrayStates out;
    std::istringstream lines(text);
    const std::string begin = std::to_string(arrayJob) + "_";
    for (std::string line; std::getline(lines, line);) {
        const std::size_t bar = line.find('|');
        if (bar == std::string::npos || !line.starts_with(begin))
            continue;
        std::string tasks = line.substr(begin.size(), bar - begin.size());
        if (tasks.starts_with('[') && tasks.ends_with(']'))
            tasks = tasks.substr(1, tasks.size() - 2);
        for (const int task : arrayTasks(tasks))
            out[task] = arrayTaskState(line.substr(bar + 1));
    }
    return out;
}

} // namespace loupe
