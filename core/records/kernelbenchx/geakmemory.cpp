// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/geakmemory.h"

#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"

#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Reads the first stored candidate, the fastest: [code, speedup, …].
void readGeakCandidates(const JsonReader &reader, GeakMemory &out)
{
    if (!reader.has("perf_candidates") || reader.json()["perf_candidates"].is_null())
        return;
    const Json &candidates = reader.json()["perf_candidates"];
    if (!candidates.is_array())
        return reader.problem("perf_candidates", "must be a list");
    for (const Json &each : candidates) {
        const bool isShaped
            = each.is_array() && each.size() >= 2 && each[0].is_string() && each[1].is_number();
        if (!isShaped || each[1].get<double>() <= 0)
            return reader.problem("perf_candidates",
                                  "must hold lists of a code and a speedup above 0");
        if (out.speedup && *out.speedup >= each[1].get<double>())
            continue;
        out.speedup = each[1].get<double>();
        out.source = each[0].get<std::string>();
    }
}

GeakMemory readGeakProblem(const JsonReader &reader)
{
    GeakMemory out;
    out.passCall = recordedFlag(reader, "pass_call");
    out.passExe = recordedFlag(reader, "pass_exe");
    for (const char *key : {"call_err_msg", "exe_err_msg"}) {
        const std::string text = looseText(reader.json(), key);
        if (text.empty() || text == "None")
            continue;
        out.error += out.error.empty() ? "" : "\n";
        out.error += text;
    }
    readGeakCandidates(reader, out);
    out.ran = looseText(reader.json(), "call_candidate");
    for (const char *key : {"exe_candidate", "call_candidate"}) {
        if (out.source.empty())
            out.source = looseText(reader.json(), key);
    }
    return out;
}

} // namespace

Result<std::map<std::string, GeakMemory>>
readGeakMemory(const std::string &content, const std::string &file, RecordProblems &problems)
{
    const auto members = partsOfObject(content, file);
    if (!members)
        return members.error();
    std::map<std::string, GeakMemory> out;
    for (const JsonPart &member : *members) {
        const auto json = problems.parsed(member.text, file, member.line);
        if (!json)
            continue;
        std::vector<JsonProblem> found;
        const JsonReader reader(*json, file + ":" + std::to_string(member.line), member.key, found);
        GeakMemory memory;
        if (json->is_object())
            memory = readGeakProblem(reader);
        memory.original = member.text;
        if (problems.accept(std::move(found)))
            out.emplace(member.key, std::move(memory));
    }
    return out;
}

} // namespace loupe
