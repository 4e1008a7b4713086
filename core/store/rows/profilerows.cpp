// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/profilerows.h"

#include "core/base/json.h"
#include "core/store/rows/profilecolumns.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Inserts rows with their positions below the row `id`, whose column is `key`. Each type has one
/// table and key.
template <typename Row>
Status insertBelow(Database &database, std::string_view table, std::string_view key,
                   std::int64_t id, const std::vector<Row> &rows)
{
    static const std::string sql = insertStatement(table, {key, "position"}, columnNames<Row>());
    int position = 0;
    for (const Row &row : rows) {
        if (const auto stored = insertRow(database, sql, row, id, position++); !stored)
            return stored.error();
    }
    return {};
}

} // namespace

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

Status removeProfileRows(Database &database, std::int64_t evaluationId)
{
    for (const char *statement :
         {"DELETE FROM kernel_activity WHERE evaluation_id = ?",
          "DELETE FROM work WHERE evaluation_id = ?",
          "DELETE FROM kernel_counter WHERE profile_id IN (SELECT id FROM counter_profile WHERE "
          "evaluation_id = ?)",
          "DELETE FROM instruction_samples WHERE profile_id IN (SELECT id FROM counter_profile "
          "WHERE evaluation_id = ?)",
          "DELETE FROM counter_profile WHERE evaluation_id = ?"}) {
        if (Status done = database.run(statement, evaluationId); !done)
            return done;
    }
    return {};
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
    std::vector<CounterProfile> out;
    std::vector<std::int64_t> ids;
    Status damage;
    Status done = readRows(
        database, profilesSql,
        [&](const Statement &row) {
            auto values = readValues<std::int64_t, CounterProfile>(database, row);
            if (!values) {
                damage = values.error();
                return;
            }
            auto &[id, profile] = *values;
            ids.push_back(id);
            out.push_back(std::move(profile));
        },
        evaluationId);
    for (std::size_t i = 0; done && damage && i < out.size(); ++i) {
        done = readRows(
            database, kernelsSql,
            [&](const Statement &row) {
                out[i].kernels.push_back(readColumns<KernelCounters>(row, 0));
            },
            ids[i]);
        if (done)
            done = readRows(
                database, samplesSql,
                [&](const Statement &row) {
                    auto &added
                        = out[i].samples.emplace_back(readColumns<InstructionSamples>(row, 0));
                    added.samples = std::clamp<std::int64_t>(added.samples, 0, maxSampleCount);
                },
                ids[i]);
    }
    if (!done || !damage)
        return done ? damage.error() : done.error();
    return out;
}

} // namespace loupe
