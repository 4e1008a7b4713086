// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/evaluationrows.h"

#include "core/base/json.h"
#include "core/store/rows/evaluationcolumns.h"
#include "core/store/rows/findingrows.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace loupe {

Result<StoredId> requestOf(Database &database, const std::string &uuid)
{
    if (uuid.empty())
        return StoredId();
    return database.lookup("SELECT id FROM request WHERE uuid = ?", uuid);
}

namespace {

Status insertFlags(Database &database, std::int64_t evaluationId,
                   const std::vector<std::string> &flags)
{
    int position = 0;
    for (const std::string &flag : flags) {
        if (Status stored = database.run("INSERT INTO evaluation_flag (evaluation_id, position, "
                                         "flag) VALUES (?, ?, ?)",
                                         evaluationId, position++, flag);
            !stored)
            return stored;
    }
    return {};
}

Status insertTrials(Database &database, std::int64_t evaluationId, const std::vector<Trial> &trials)
{
    static const std::string sql
        = insertStatement("trial", {"evaluation_id"}, columnNames<Trial>());
    for (const Trial &each : trials) {
        const auto id = insertRow(database, sql, each, evaluationId);
        if (!id)
            return id.error();
        if (Status stored = insertBelow(database, "trial_output", "trial_id", *id, each.outputs);
            !stored)
            return stored;
    }
    return {};
}

/// Inserts the evaluation's kernels, work and own counters, which are written with it.
Status insertActivity(Database &database, std::int64_t evaluationId, const Evaluation &evaluation)
{
    if (Status stored = insertBelow(database, "kernel_activity", "evaluation_id", evaluationId,
                                    evaluation.kernels);
        !stored)
        return stored;
    if (evaluation.counters) {
        if (Status stored = insertCounters(database, evaluationId, *evaluation.counters); !stored)
            return stored;
    }
    if (!evaluation.work)
        return {};
    static const std::string sql
        = insertStatement("work", {"evaluation_id"}, columnNames<WorkRecord>());
    const auto stored = insertRow(database, sql, *evaluation.work, evaluationId);
    return stored ? Status() : stored.error();
}

} // namespace

Status insertParts(Database &database, std::int64_t evaluationId, const Evaluation &evaluation)
{
    constexpr std::string_view key = "evaluation_id";
    Status stored = insertFlags(database, evaluationId, evaluation.flags);
    if (stored)
        stored = insertTrials(database, evaluationId, evaluation.trials);
    if (stored)
        stored = insertBelow(database, "timing", key, evaluationId, evaluation.timings);
    if (stored)
        stored = insertBelow(database, "diagnostic", key, evaluationId, evaluation.diagnostics);
    if (stored)
        stored
            = insertBelow(database, "generated_code", key, evaluationId, evaluation.generatedCode);
    if (stored)
        stored = insertActivity(database, evaluationId, evaluation);
    if (stored)
        stored = insertFindings(database, evaluationId, evaluation.findings);
    return stored;
}

Extents extentsOfColumn(std::string_view text)
{
    Extents out = {};
    const Result<Json> parsed = parseJson(text, "store");
    if (!parsed || !parsed->is_array() || parsed->size() != out.size())
        return out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!(*parsed)[i].is_number_unsigned())
            return {};
        out[i] = (*parsed)[i].get<std::uint32_t>();
    }
    return out;
}

std::string columnOfMetrics(const std::map<std::string, CounterValue> &metrics)
{
    Json json = Json::object();
    for (const auto &[name, metric] : metrics)
        json[name] = {{"value", metric.value}, {"unit", metric.unit}};
    return json.dump();
}

std::map<std::string, CounterValue> metricsOfColumn(std::string_view text)
{
    std::map<std::string, CounterValue> out;
    const Result<Json> parsed = parseJson(text, "store");
    if (!parsed || !parsed->is_object())
        return out;
    for (const auto &[name, metric] : parsed->items()) {
        const bool isWhole = metric.is_object() && metric.contains("value")
            && metric["value"].is_number() && metric.contains("unit") && metric["unit"].is_string();
        if (isWhole)
            out[name] = {metric["value"].get<double>(), metric["unit"].get<std::string>()};
    }
    return out;
}

Status insertCounters(Database &database, std::int64_t evaluationId, const CounterProfile &profile)
{
    static const std::string sql
        = insertStatement("counter_profile", {"evaluation_id"}, columnNames<CounterProfile>());
    const auto id = insertRow(database, sql, profile, evaluationId);
    if (!id)
        return id.error();
    Status stored = insertBelow(database, "kernel_counter", "profile_id", *id, profile.kernels);
    if (stored)
        stored = insertBelow(database, "instruction_samples", "profile_id", *id, profile.samples);
    return stored;
}

Status readActivity(Database &database, std::int64_t evaluationId, Evaluation &evaluation)
{
    static const std::string sql = selectOf<KernelActivity>(
        "FROM kernel_activity WHERE evaluation_id = ? ORDER BY position");
    auto kernels = readList<KernelActivity>(database, sql, evaluationId);
    if (!kernels)
        return std::move(kernels).error();
    evaluation.kernels = std::move(*kernels);
    return readWork(database, evaluationId, evaluation);
}

Status readWork(Database &database, std::int64_t evaluationId, Evaluation &evaluation)
{
    static const std::string sql = selectOf<WorkRecord>("FROM work WHERE evaluation_id = ?");
    return readRows(
        database, sql,
        [&](const Statement &row) { evaluation.work = readColumns<WorkRecord>(row, 0); },
        evaluationId);
}

Result<std::vector<CounterProfile>> readCounters(Database &database, std::int64_t evaluationId)
{
    static const std::string profilesSql = "SELECT id, " + columnNames<CounterProfile>().list()
        + " FROM counter_profile WHERE evaluation_id = ? ORDER BY id";
    static const std::string kernelsSql
        = selectOf<KernelCounters>("FROM kernel_counter WHERE profile_id = ? ORDER BY position");
    static const std::string samplesSql = selectOf<InstructionSamples>(
        "FROM instruction_samples WHERE profile_id = ? ORDER BY position");
    auto profiles = readListWithBlobs<std::pair<std::int64_t, CounterProfile>>(
        database, profilesSql, evaluationId);
    if (!profiles)
        return std::move(profiles).error();
    std::vector<CounterProfile> out;
    for (auto &[id, profile] : *profiles) {
        auto kernels = readList<KernelCounters>(database, kernelsSql, id);
        if (!kernels)
            return std::move(kernels).error();
        auto samples = readList<InstructionSamples>(database, samplesSql, id);
        if (!samples)
            return std::move(samples).error();
        for (InstructionSamples &each : *samples)
            each.samples = std::clamp<std::int64_t>(each.samples, 0, maxSampleCount);
        profile.kernels = std::move(*kernels);
        profile.samples = std::move(*samples);
        out.push_back(std::move(profile));
    }
    return out;
}

} // namespace loupe
