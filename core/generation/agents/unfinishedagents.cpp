// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/unfinishedagents.h"

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runpreset.h"
#include "core/generation/agents/agentkeys.h"
#include "core/generation/loop/keptrequests.h"

#include <limits>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int agentsVersion = 1;
constexpr const char *agentsFile = "agents.json";
constexpr int maxAgents = 64;

/// Returns the folder of a request. Each run, method and sample has its own.
fs::path folderOf(const AgentRunRequest &request, const std::string &run)
{
    return spoolFor(request.run.store, "agents-", {run, request.method, request.sample});
}

Json commandJson(const AgentCommand &command)
{
    Json readable = Json::array();
    for (const fs::path &each : command.readOnly)
        readable.push_back(wholePath(each));
    Json out{{"environment", command.environment},
             {"readable", readable},
             {"network", command.hasNetwork}};
    if (!mayHoldKey(command))
        out["words"] = command.argv;
    return out;
}

Result<std::string> requestText(const AgentRunRequest &request, const std::string &run)
{
    const auto preset = presetOf(request.run, run);
    if (!preset)
        return preset.error();
    const AgentLimits &limits = request.limits;
    const Json json{{"kloupe_agents", agentsVersion},
                    {"name", run},
                    {"method", request.method},
                    {"sample", request.sample},
                    {"judge", request.judge == Strategy::Judge::Suite ? "suite" : "strict"},
                    {"command", commandJson(request.command)},
                    {"limits",
                     {{"verdicts", limits.verdicts},
                      {"seconds", limits.seconds},
                      {"dollars", orNull(limits.dollars)},
                      {"grace_seconds", limits.graceSeconds}}},
                    {"at_once", request.atOnce},
                    {"folder", wholePath(request.folder)},
                    {"run", toJson(*preset)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int readCount(const JsonReader &object, std::string_view key, int least, int most)
{
    const std::int64_t count = object.requiredInteger(key);
    if (count >= least && count <= most)
        return static_cast<int>(count);
    object.problem(key, "must be " + std::to_string(least) + " to " + std::to_string(most));
    return least;
}

void readCommand(const JsonReader &object, AgentCommand &command)
{
    object.allowOnly({"words", "environment", "readable", "network"});
    command.argv = object.optionalStrings("words");
    command.environment = object.optionalStrings("environment");
    for (const std::string &each : object.optionalStrings("readable"))
        command.readOnly.emplace_back(each);
    command.hasNetwork = object.optionalBool("network", false);
}

void readLimits(const JsonReader &object, AgentLimits &limits)
{
    object.allowOnly({"verdicts", "seconds", "dollars", "grace_seconds"});
    limits.verdicts = readCount(object, "verdicts", 1, std::numeric_limits<int>::max());
    limits.seconds = object.requiredNumber("seconds");
    limits.dollars = object.nullableNumber("dollars");
    limits.graceSeconds = object.requiredNumber("grace_seconds");
    if (!(limits.seconds > 0))
        object.problem("seconds", "must be more than 0");
    if (limits.dollars && !(*limits.dollars > 0))
        object.problem("dollars", "must be more than 0, or null");
    if (!(limits.graceSeconds >= 0))
        object.problem("grace_seconds", "must not be below 0");
}

Result<AgentRunRequest> parseAgents(const std::string &text, const fs::path &file,
                                    const fs::path &store)
{
    const std::string source = file.string();
    const auto json = parseJson(text, source);
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader object(*json, source, "", problems);
    object.allowOnly({"kloupe_agents", "name", "method", "sample", "judge", "command", "limits",
                      "at_once", "folder", "run"});
    if (object.requiredInteger("kloupe_agents") != agentsVersion)
        object.problem("kloupe_agents", "must be 1, the form that this version reads");
    RunRequest given;
    given.store = store;
    given.name = object.requiredString("name");
    given.resume = true;
    AgentRunRequest out;
    out.method = object.requiredString("method");
    out.sample = readCount(object, "sample", 0, std::numeric_limits<int>::max());
    const std::string judge = object.requiredString("judge");
    if (judge != "strict" && judge != "suite")
        object.problem("judge", "must be strict or suite");
    out.judge = judge == "suite" ? Strategy::Judge::Suite : Strategy::Judge::Strict;
    out.atOnce = readCount(object, "at_once", 1, maxAgents);
    out.folder = object.optionalString("folder");
    if (const auto command = object.object("command"))
        readCommand(*command, out.command);
    if (const auto limits = object.object("limits"))
        readLimits(*limits, out.limits);
    const auto run = object.object("run");
    if (!problems.empty())
        return toError(problems);
    const auto preset = parsePreset(run->json().dump(), source);
    if (!preset)
        return preset.error();
    out.run = requestOf(*preset, given);
    return out;
}

Fd openFolder(const fs::path &folder)
{
    return Fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Returns true if another process holds the folder's lock, which lasts until its run ends.
bool isAtWork(const fs::path &folder)
{
    const Fd opened = openFolder(folder);
    return opened && flock(opened.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Status makeFolders(const fs::path &folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!failed)
        fs::permissions(folder.parent_path(), fs::perms::owner_all, failed);
    if (failed)
        return Error{Errc::Io, "cannot store the agent's request: " + failed.message(),
                     folder.string()};
    return {};
}

} // namespace

KeptAgentRequest::KeptAgentRequest(fs::path folder, Fd lock)
    : m_folder(std::move(folder))
    , m_lock(std::move(lock))
{
}

Result<KeptAgentRequest> KeptAgentRequest::keep(const AgentRunRequest &request,
                                                const std::string &run)
{
    const auto text = requestText(request, run);
    if (!text)
        return text.error();
    const fs::path folder = folderOf(request, run);
    if (Status made = makeFolders(folder); !made)
        return made.error();
    Fd lock = openFolder(folder);
    if (!lock)
        return Error{Errc::Io, "cannot open the folder: " + std::generic_category().message(errno),
                     folder.string()};
    if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return Error{Errc::Busy, "another process works on the run \"" + run + "\"",
                     request.run.store.string(),
                     "wait until it ends, or start another run with --name"};
    if (Status written = writeFileAtomic(folder / agentsFile, *text); !written)
        return written.error();
    return KeptAgentRequest(folder, std::move(lock));
}

Status KeptAgentRequest::drop()
{
    return dropKeptRequest(m_folder, agentsFile);
}

bool isAgentRequestKept(const AgentRunRequest &request, const std::string &run)
{
    std::error_code failed;
    return fs::exists(folderOf(request, run) / agentsFile, failed);
}

Result<std::vector<AgentRunRequest>> unfinishedAgents(const fs::path &store)
{
    return parsedRequests<AgentRunRequest>(keptRequests(store, agentsFile, isAtWork), store,
                                           parseAgents);
}

} // namespace loupe
