// SPDX-License-Identifier: Apache-2.0
#include "core/executors/slurmtemplate.h"

#include "core/base/fieldlisting.h"
#include "core/base/files.h"
#include "core/base/shellword.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

constexpr std::size_t maxTemplateBytes = std::size_t{1} << 20;
constexpr int maxShards = 10'000;
constexpr std::string_view nameLetters
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

bool isVariableName(const std::string &name)
{
    return !name.empty() && name.find_first_not_of(nameLetters) == std::string::npos
        && (name.front() < '0' || name.front() > '9');
}

bool holdsControl(const std::string &text)
{
    return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

void checkTemplate(const SlurmTemplate &site, const std::string &source,
                   std::vector<JsonProblem> &problems)
{
    const auto demand = [&](bool holds, const std::string &field, const char *message) {
        if (!holds)
            problems.push_back({source + ":" + field, message});
    };
    demand(site.folder.starts_with('/'), "folder",
           "must be the whole path of a folder that every node sees");
    demand(site.program.empty() || site.program.starts_with('/'), "program",
           "must be a whole path");
    demand(site.scratch.empty() || site.scratch.starts_with('/'), "scratch",
           "must be a whole path, or empty");
    demand(site.tasks >= 1 && site.tasks <= maxShards, "tasks", "must be 1 to 10000");
    demand(site.atOnce >= 0, "at_once", "must not be negative");
    demand(site.cpus >= 0, "cpus", "must not be negative");
    demand(site.pollSeconds >= 0.1 && site.pollSeconds <= 3600, "poll_seconds",
           "must be 0.1 to 3600");
    demand(site.warnSeconds >= 0 && site.warnSeconds <= 65535, "warn_seconds",
           "must be 0 to 65535");
    for (const auto &[value, field] :
         {std::pair(site.folder, "folder"), std::pair(site.program, "program"),
          std::pair(site.scratch, "scratch"), std::pair(site.partition, "partition"),
          std::pair(site.account, "account"), std::pair(site.qos, "qos"),
          std::pair(site.constraint, "constraint"), std::pair(site.gres, "gres"),
          std::pair(site.time, "time"), std::pair(site.memory, "memory")})
        demand(!holdsControl(value), field, "must be one line of text");
    for (const auto &[name, value] : site.environment)
        demand(isVariableName(name) && value.find('\0') == std::string::npos, "environment." + name,
               "is not a variable that can be set");
    for (const std::string &module : site.modules)
        demand(!module.empty() && !holdsControl(module), "modules", "names no module");
    for (const std::string &word : site.wrapper)
        demand(word.find('\0') == std::string::npos, "wrapper",
               "has a character that is not allowed");
}

} // namespace

template <typename Fields>
void listFields(Fields &fields, SlurmTemplate &site)
{
    auto &[folder, program, scratch, tasks, atOnce, pollSeconds, warnSeconds, partition, account,
           qos, constraint, gres, time, memory, cpus, modules, environment, wrapper]
        = site;
    int version = 1;
    fields("kernelloupe_slurm", version);
    if (version != 1)
        fields.problem("kernelloupe_slurm", "must be 1; use a newer KernelLoupe for others");
    fields("folder", folder);
    fields("program", program);
    fields("scratch", scratch);
    fields("tasks", tasks);
    fields("at_once", atOnce);
    fields("poll_seconds", pollSeconds);
    fields("warn_seconds", warnSeconds);
    fields("partition", partition);
    fields("account", account);
    fields("qos", qos);
    fields("constraint", constraint);
    fields("gres", gres);
    fields("time", time);
    fields("memory", memory);
    fields("cpus", cpus);
    fields("modules", modules);
    fields("environment", environment);
    fields("wrapper", wrapper);
}

Result<SlurmTemplate> parseSlurmTemplate(const std::string &text, const std::string &source)
{
    const auto json = parseJson(text, source);
    if (!json)
        return json.error();
    if (!json->is_object() || !json->contains("kernelloupe_slurm"))
        return Error{Errc::InvalidInput, "this is not a Slurm template",
                     source + ":kernelloupe_slurm", "resources/help/launching.md shows one"};
    SlurmTemplate site;
    if (Status read = readFields(*json, source, MissingFields::Kept, site); !read)
        return read.error();
    std::vector<JsonProblem> problems;
    checkTemplate(site, source, problems);
    if (!problems.empty())
        return toError(problems);
    return site;
}

Result<SlurmTemplate> readSlurmTemplate(const std::filesystem::path &file)
{
    const auto text = readFile(file, maxTemplateBytes);
    if (!text)
        return text.error();
    return parseSlurmTemplate(*text, file.string());
}

std::string arrayScript(const SlurmTemplate &site, const JobFolder &job, const std::string &program,
                        const SandboxChoice &sandbox)
{
    std::string out
        = "#!/bin/bash -l\n# Written by kloupe. One task of the array does one shard.\n";
    for (const std::string &module : site.modules)
        out += "module load " + shellQuoted(module) + " || exit 4\n";
    for (const auto &[name, value] : site.environment)
        out += "export " + name + "=" + shellQuoted(value) + "\n";
    std::vector<std::string> words = site.wrapper;
    words.insert(words.end(), {program, "work", job.path().string(), "--accept-settings"});
    if (!site.scratch.empty())
        words.insert(words.end(), {"--scratch", site.scratch});
    for (std::string &option : sandboxOptions(sandbox))
        words.push_back(std::move(option));
    out += "exec";
    for (const std::string &word : words)
        out += " " + shellQuoted(word);
    return out + " --shard \"$SLURM_ARRAY_TASK_ID\"\n";
}

std::string arrayName(const JobFolder &job)
{
    return "kloupe-" + job.path().filename().string();
}

std::vector<std::string> sbatchCommand(const SlurmTemplate &site, const JobFolder &job,
                                       const std::vector<int> &shards)
{
    std::string array = fmt::format("--array={}", fmt::join(shards, ","));
    if (shards.size() > 1 && shards.back() - shards.front() + 1 == static_cast<int>(shards.size()))
        array = fmt::format("--array={}-{}", shards.front(), shards.back());
    if (site.atOnce > 0)
        array += fmt::format("%{}", site.atOnce);
    std::vector<std::string> argv{"sbatch",
                                  "--parsable",
                                  "--requeue",
                                  array,
                                  "--job-name=" + arrayName(job),
                                  "--open-mode=append",
                                  "--output=" + (job.path() / "shards/%a.log").string(),
                                  "--chdir=" + job.path().string()};
    const auto add = [&](const char *option, const std::string &value) {
        if (!value.empty())
            argv.push_back(option + value);
    };
    add("--partition=", site.partition);
    add("--account=", site.account);
    add("--qos=", site.qos);
    add("--constraint=", site.constraint);
    add("--gres=", site.gres);
    add("--time=", site.time);
    add("--mem=", site.memory);
    if (site.cpus > 0)
        add("--cpus-per-task=", std::to_string(site.cpus));
    if (site.warnSeconds > 0)
        add("--signal=", fmt::format("B:TERM@{}", site.warnSeconds));
    argv.push_back((job.path() / "array.sh").string());
    return argv;
}

} // namespace loupe
