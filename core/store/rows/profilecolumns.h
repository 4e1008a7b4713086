// SPDX-License-Identifier: Apache-2.0
//
// Columns of a kernel's activity, of work and of counters, for core/store/sqlite/rowlisting.h: one
// list for writing, reading and merging.
#pragma once

#include "core/model/device/kernelprofile.h"
#include "core/store/sqlite/rowlisting.h"

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>

namespace loupe {

using Extents = std::array<std::uint32_t, 3>;

inline std::string columnOfExtents(const Extents &extents)
{
    return Json(extents).dump();
}
/// Decodes three integers as the writer stored them; anything else reads as zeros.
Extents extentsOfColumn(std::string_view text);

std::string columnOfMetrics(const std::map<std::string, CounterValue> &metrics);
/// Decodes metrics; ignores those that are not whole.
std::map<std::string, CounterValue> metricsOfColumn(std::string_view text);

/// Lists the columns of table `kernel_activity`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, KernelActivity>
void listColumns(Columns &columns, Row &kernel)
{
    auto &[role, caseName, kind, name, launchesPerCall, deviceMsPerCall, share, bytesPerCall, grid,
           block, registers, staticSharedBytes, dynamicSharedBytes, localBytes, configurations,
           streams]
        = kernel;
    columns("role", role);
    columns("case_name", caseName);
    columns("kind", kind);
    columns("name", name);
    columns("launches_per_call", launchesPerCall);
    columns("device_ms_per_call", deviceMsPerCall);
    columns("share", share);
    columns("bytes_per_call", bytesPerCall);
    columns.named("grid", grid, columnOfExtents, extentsOfColumn);
    columns.named("block", block, columnOfExtents, extentsOfColumn);
    columns("registers", registers);
    columns("static_shared_bytes", staticSharedBytes);
    columns("dynamic_shared_bytes", dynamicSharedBytes);
    columns("local_bytes", localBytes);
    columns("configurations", configurations);
    columns("streams", streams);
}

/// Lists the columns of table `work`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, WorkRecord>
void listColumns(Columns &columns, Row &work)
{
    auto &[caseName, flops, bytes, compulsoryBytes, peakName, peakFlops, bandwidth, cacheBytes,
           cacheBandwidth, evidence]
        = work;
    columns("case_name", caseName);
    columns("flops", flops);
    columns("bytes", bytes);
    columns("compulsory_bytes", compulsoryBytes);
    columns("peak_name", peakName);
    columns("peak_flops", peakFlops);
    columns("bandwidth", bandwidth);
    columns("cache_bytes", cacheBytes);
    columns("cache_bandwidth", cacheBandwidth);
    columns("evidence", evidence);
}

/// Lists the columns of table `kernel_counter`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, KernelCounters>
void listColumns(Columns &columns, Row &kernel)
{
    auto &[name, launch, grid, block, durationMs, dramReadBytes, dramWriteBytes, achievedOccupancy,
           smThroughput, memoryThroughput, tensorUse, metrics]
        = kernel;
    columns("name", name);
    columns("launch", launch);
    columns.named("grid", grid, columnOfExtents, extentsOfColumn);
    columns.named("block", block, columnOfExtents, extentsOfColumn);
    columns("duration_ms", durationMs);
    columns("dram_read_bytes", dramReadBytes);
    columns("dram_write_bytes", dramWriteBytes);
    columns("achieved_occupancy", achievedOccupancy);
    columns("sm_throughput", smThroughput);
    columns("memory_throughput", memoryThroughput);
    columns("tensor_use", tensorUse);
    columns.named("metrics", metrics, columnOfMetrics, metricsOfColumn);
}

/// Lists the columns of table `instruction_samples`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, InstructionSamples>
void listColumns(Columns &columns, Row &of)
{
    auto &[function, module, offset, reason, samples] = of;
    columns("function", function);
    columns("module", module);
    columns("\"offset\"", offset);
    columns("reason", reason);
    columns("samples", samples);
}

/// Lists the columns of table `counter_profile`. Kernels and samples have rows of their own.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, CounterProfile>
void listColumns(Columns &columns, Row &profile)
{
    auto &[source, tool, deviceName, takenAt, note, original, kernels, samples] = profile;
    columns("source", source);
    columns("tool", tool);
    columns("device_name", deviceName);
    columns("taken_at", takenAt);
    columns("note", note);
    columns.blob("original", original);
}

} // namespace loupe
