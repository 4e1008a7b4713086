// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/profilerows.h"

#include "core/base/json.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowloop.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

using Extents = std::array<std::uint32_t, 3>;

/// Parses three integers as the writer stored them; anything else reads as zeros.
Extents extentsFrom(std::string_view text)
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

Json toJson(const std::map<std::string, CounterValue> &metrics)
{
    Json json = Json::object();
    for (const auto &[name, metric] : metrics)
        json[name] = {{"value", metric.value}, {"unit", metric.unit}};
    return json;
}

std::map<std::string, CounterValue> metricsFrom(std::string_view text)
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

KernelActivity activityFrom(const Statement &row)
{
    KernelActivity out;
    out.role = row.text(0);
    out.caseName = row.text(1);
    out.kind = row.text(2);
    out.name = row.text(3);
    out.launchesPerCall = row.real(4);
    out.deviceMsPerCall = row.real(5);
    out.share = row.real(6);
    out.bytesPerCall = row.real(7);
    out.grid = extentsFrom(row.textView(8));
    out.block = extentsFrom(row.textView(9));
    out.registers = static_cast<std::uint32_t>(row.integer(10));
    out.staticSharedBytes = static_cast<std::uint32_t>(row.integer(11));
    out.dynamicSharedBytes = static_cast<std::uint32_t>(row.integer(12));
    out.localBytes = static_cast<std::uint32_t>(row.integer(13));
    out.configurations = row.smallInteger(14);
    out.streams = row.smallInteger(15);
    return out;
}

KernelCounters countersFrom(const Statement &row)
{
    KernelCounters out;
    out.name = row.text(0);
    out.launch = row.smallInteger(1);
    out.grid = extentsFrom(row.textView(2));
    out.block = extentsFrom(row.textView(3));
    out.durationMs = row.optionalReal(4);
    out.dramReadBytes = row.optionalReal(5);
    out.dramWriteBytes = row.optionalReal(6);
    out.achievedOccupancy = row.optionalReal(7);
    out.smThroughput = row.optionalReal(8);
    out.memoryThroughput = row.optionalReal(9);
    out.tensorUse = row.optionalReal(10);
    out.metrics = metricsFrom(row.textView(11));
    return out;
}

/// Calls `each` for the rows of a query whose only parameter is `id`.
template <typename Each>
Status rowsOf(Database &database, std::string_view sql, std::int64_t id, Each each)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(id);
    return forEachRow(**statement, each);
}

} // namespace

WorkRecord workRecord(const Statement &row, int first)
{
    WorkRecord out;
    out.caseName = row.text(first);
    out.flops = row.optionalReal(first + 1);
    out.bytes = row.optionalReal(first + 2);
    out.compulsoryBytes = row.optionalReal(first + 3);
    out.peakName = row.text(first + 4);
    out.peakFlops = row.optionalReal(first + 5);
    out.bandwidth = row.optionalReal(first + 6);
    out.cacheBytes = row.optionalReal(first + 7);
    out.cacheBandwidth = row.optionalReal(first + 8);
    out.evidence = row.text(first + 9);
    return out;
}

Status insertActivity(Database &database, std::int64_t evaluationId, const Evaluation &evaluation)
{
    int position = 0;
    for (const KernelActivity &row : evaluation.kernels) {
        Status stored = database.run(
            "INSERT INTO kernel_activity (evaluation_id, position, role, case_name, kind, name, "
            "launches_per_call, device_ms_per_call, share, bytes_per_call, grid, block, registers, "
            "static_shared_bytes, dynamic_shared_bytes, local_bytes, configurations, streams) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            evaluationId, position++, row.role, row.caseName, row.kind, row.name,
            row.launchesPerCall, row.deviceMsPerCall, row.share, row.bytesPerCall,
            Json(row.grid).dump(), Json(row.block).dump(), row.registers, row.staticSharedBytes,
            row.dynamicSharedBytes, row.localBytes, row.configurations, row.streams);
        if (!stored)
            return stored;
    }
    if (evaluation.counters) {
        if (Status stored = insertCounters(database, evaluationId, *evaluation.counters); !stored)
            return stored;
    }
    if (!evaluation.work)
        return {};
    const WorkRecord &work = *evaluation.work;
    return database.run(
        "INSERT INTO work (evaluation_id, case_name, flops, bytes, compulsory_bytes, peak_name, "
        "peak_flops, bandwidth, cache_bytes, cache_bandwidth, evidence) VALUES (?, ?, ?, ?, ?, ?, "
        "?, ?, ?, ?, ?)",
        evaluationId, work.caseName, work.flops, work.bytes, work.compulsoryBytes, work.peakName,
        work.peakFlops, work.bandwidth, work.cacheBytes, work.cacheBandwidth, work.evidence);
}

Status insertCounters(Database &database, std::int64_t evaluationId, const CounterProfile &profile)
{
    const auto original = putBlob(database, profile.original);
    if (!original)
        return original.error();
    const auto id = database.insert(
        "INSERT INTO counter_profile (evaluation_id, source, tool, device_name, taken_at, note, "
        "original) VALUES (?, ?, ?, ?, ?, ?, ?)",
        evaluationId, profile.source, profile.tool, profile.deviceName, profile.takenAt,
        profile.note, *original);
    if (!id)
        return id.error();
    int position = 0;
    for (const KernelCounters &kernel : profile.kernels) {
        Status stored = database.run(
            "INSERT INTO kernel_counter (profile_id, position, name, launch, grid, block, "
            "duration_ms, dram_read_bytes, dram_write_bytes, achieved_occupancy, sm_throughput, "
            "memory_throughput, tensor_use, metrics) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?, ?)",
            *id, position++, kernel.name, kernel.launch, Json(kernel.grid).dump(),
            Json(kernel.block).dump(), kernel.durationMs, kernel.dramReadBytes,
            kernel.dramWriteBytes, kernel.achievedOccupancy, kernel.smThroughput,
            kernel.memoryThroughput, kernel.tensorUse, toJson(kernel.metrics).dump());
        if (!stored)
            return stored;
    }
    position = 0;
    for (const InstructionSamples &at : profile.samples) {
        Status stored = database.run(
            "INSERT INTO instruction_samples (profile_id, position, function, module, \"offset\", "
            "reason, samples) VALUES (?, ?, ?, ?, ?, ?, ?)",
            *id, position++, at.function, at.module, at.offset, at.reason, at.samples);
        if (!stored)
            return stored;
    }
    return {};
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
    Status done = rowsOf(
        database,
        "SELECT role, case_name, kind, name, launches_per_call, device_ms_per_call, share, "
        "bytes_per_call, grid, block, registers, static_shared_bytes, dynamic_shared_bytes, "
        "local_bytes, configurations, streams FROM kernel_activity WHERE evaluation_id = ? ORDER "
        "BY position",
        evaluationId,
        [&](const Statement &row) { evaluation.kernels.push_back(activityFrom(row)); });
    return done ? readWork(database, evaluationId, evaluation) : done;
}

Status readWork(Database &database, std::int64_t evaluationId, Evaluation &evaluation)
{
    return rowsOf(database,
                  "SELECT case_name, flops, bytes, compulsory_bytes, peak_name, peak_flops, "
                  "bandwidth, cache_bytes, cache_bandwidth, evidence FROM work WHERE "
                  "evaluation_id = ?",
                  evaluationId,
                  [&](const Statement &row) { evaluation.work = workRecord(row, 0); });
}

Result<std::vector<CounterProfile>> readCounters(Database &database, std::int64_t evaluationId)
{
    std::vector<CounterProfile> out;
    std::vector<std::pair<std::int64_t, std::optional<std::int64_t>>> keys; ///< row and its blob
    Status done
        = rowsOf(database,
                 "SELECT source, tool, device_name, taken_at, note, id, original FROM "
                 "counter_profile WHERE evaluation_id = ? ORDER BY id",
                 evaluationId, [&](const Statement &row) {
                     out.push_back(
                         {row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), {}, {}});
                     keys.emplace_back(row.integer(5), row.optionalInteger(6));
                 });
    for (std::size_t i = 0; done && i < out.size(); ++i) {
        auto original = getBlob(database, keys[i].second);
        if (!original)
            return std::move(original).error();
        out[i].original = std::move(original).value();
        done = rowsOf(
            database,
            "SELECT name, launch, grid, block, duration_ms, dram_read_bytes, dram_write_bytes, "
            "achieved_occupancy, sm_throughput, memory_throughput, tensor_use, metrics FROM "
            "kernel_counter WHERE profile_id = ? ORDER BY position",
            keys[i].first,
            [&](const Statement &row) { out[i].kernels.push_back(countersFrom(row)); });
        if (done)
            done = rowsOf(database,
                          "SELECT function, module, \"offset\", reason, samples FROM "
                          "instruction_samples WHERE profile_id = ? ORDER BY position",
                          keys[i].first, [&](const Statement &row) {
                              out[i].samples.push_back(
                                  {row.text(0), row.text(1), row.integer(2), row.text(3),
                                   std::clamp<std::int64_t>(row.integer(4), 0, maxSampleCount)});
                          });
    }
    if (!done)
        return done.error();
    return out;
}

} // namespace loupe
