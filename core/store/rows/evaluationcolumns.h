// SPDX-License-Identifier: Apache-2.0
//
// Columns of the tables that depend on an evaluation, for core/store/sqlite/rowlisting.h: one list
// for writing, reading and merging.
#pragma once

#include "core/model/device/kernelprofile.h"
#include "core/model/record/evaluation.h"
#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/rowlisting.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>

namespace loupe {

inline std::string_view columnOfVerdict(Verdict verdict)
{
    return facts(verdict).id;
}

/// Lists the columns of table `trial`. The outputs have rows of their own; a signal is not stored.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, Trial>
void listColumns(Columns &columns, Row &trial)
{
    auto &[index, caseName, seed, verdict, message, outputs, signal] = trial;
    columns("trial_index", index);
    columns("case_name", caseName);
    columns("seed", seed);
    columns.named("verdict", verdict, columnOfVerdict, storedVerdict);
    columns("message", message);
}

/// Encodes counts of mismatches for the column; empty if they were not counted.
inline std::string columnOfCounts(const ErrorCounts &counts)
{
    return counts.empty() ? std::string() : Json(counts).dump();
}
/// Decodes counts; a list whose size is not the number of bins counts as missing.
inline ErrorCounts countsOfColumn(std::string_view text)
{
    ErrorCounts counts = text.empty() ? ErrorCounts() : storedIntegers(text);
    if (counts.size() != static_cast<std::size_t>(errorBins))
        counts.clear();
    return counts;
}

/// Lists the columns of table `trial_output`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, OutputComparison>
void listColumns(Columns &columns, Row &comparison)
{
    auto &[output, elements, mismatched, unwritten, notANumber, maxAbsoluteError, meanAbsoluteError,
           maxRelativeError, absoluteTolerance, relativeTolerance, shape, worstIndex, worstExpected,
           worstActual, firstMismatch, pattern, dtype, meanRelativeError, expectedNan,
           expectedInfinite, actualNan, actualInfinite, cosine, l1Relative, rmse, map, errorCounts]
        = comparison;
    columns("output", output);
    columns("elements", elements);
    columns("mismatched", mismatched);
    columns("unwritten", unwritten);
    columns("not_a_number", notANumber);
    columns("max_absolute_error", maxAbsoluteError);
    columns("mean_absolute_error", meanAbsoluteError);
    columns("max_relative_error", maxRelativeError);
    columns("absolute_tolerance", absoluteTolerance);
    columns("relative_tolerance", relativeTolerance);
    columns("shape", shape);
    columns("worst_index", worstIndex);
    columns("worst_expected", worstExpected);
    columns("worst_actual", worstActual);
    columns("first_mismatch", firstMismatch);
    columns("pattern", pattern);
    columns("dtype", dtype);
    columns("mean_relative_error", meanRelativeError);
    columns("expected_nan", expectedNan);
    columns("expected_infinite", expectedInfinite);
    columns("actual_nan", actualNan);
    columns("actual_infinite", actualInfinite);
    columns("cosine", cosine);
    columns("l1_relative", l1Relative);
    columns("rmse", rmse);
    auto &[rows, across, cellRows, cellColumns, share] = map;
    columns("map_rows", rows);
    columns("map_columns", across);
    columns("map_cell_rows", cellRows);
    columns("map_cell_columns", cellColumns);
    columns.blob("map_share", share);
    columns.named("error_counts", errorCounts, columnOfCounts, countsOfColumn);
}

/// Encodes the samples of each process for the column; empty for a single process.
inline std::string columnOfProcesses(const std::vector<std::int64_t> &samples)
{
    return samples.empty() ? std::string() : Json(samples).dump();
}

/// Lists the columns of table `timing`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, TimingSeries>
void listColumns(Columns &columns, Row &series)
{
    auto &[role, clock, caseName, samplesMs, callsPerSample, overheadMs, samplesByProcess] = series;
    columns("role", role);
    columns("clock", clock);
    columns("case_name", caseName);
    columns("overhead_ms", overheadMs);
    columns.written("sample_count", samplesMs.size());
    columns.blob("samples_ms", samplesMs);
    columns.blob("calls", callsPerSample);
    columns.named("samples_by_process", samplesByProcess, columnOfProcesses, storedIntegers);
}

/// Lists the columns of table `diagnostic`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, Diagnostic>
void listColumns(Columns &columns, Row &diagnostic)
{
    auto &[severity, file, line, column, message, isFirstCause] = diagnostic;
    columns.named("severity", severity, severityWord, [](std::string_view word) {
        return severityFromWord(word).value_or(Severity::Error);
    });
    columns("file", file);
    columns("line", line);
    columns("column_number", column);
    columns("message", message);
    columns("is_first_cause", isFirstCause);
}

/// Lists the columns of table `generated_code`.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, GeneratedCode>
void listColumns(Columns &columns, Row &code)
{
    auto &[kernel, kind, text, registers, localBytes, sharedBytes, note] = code;
    columns("kernel", kernel);
    columns("kind", kind);
    columns.blob("text", text);
    columns("registers", registers);
    columns("local_bytes", localBytes);
    columns("shared_bytes", sharedBytes);
    columns("note", note);
}

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
