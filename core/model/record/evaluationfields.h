// SPDX-License-Identifier: Apache-2.0
//
// Lists the fields of an evaluation as they are sent and stored, for core/base/fieldlisting.h. All
// formats use the same listing, and a test fails if a field does not survive the round trip.
#pragma once

#include "core/base/fieldlisting.h"
#include "core/model/device/kernelprofile.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/run.h"

#include <array>
#include <string>

namespace loupe {

inline constexpr auto verdictId = [](Verdict verdict) { return std::string(facts(verdict).id); };
inline constexpr auto verdictOfId = [](const std::string &id) { return verdictFromId(id); };

template <typename Fields>
void listFields(Fields &fields, MismatchMap &map)
{
    auto &[rows, columns, cellRows, cellColumns, share] = map;
    fields("rows", rows);
    fields("columns", columns);
    fields("cell_rows", cellRows);
    fields("cell_columns", cellColumns);
    fields.bytes("share", share);
    if (!isConsistent(map))
        fields.problem("share", "does not agree with the sizes of the map");
}

template <typename Fields>
void listFields(Fields &fields, OutputComparison &whole)
{
    auto &[output, elements, mismatched, unwritten, notANumber, maxAbsoluteError, meanAbsoluteError,
           maxRelativeError, absoluteTolerance, relativeTolerance, shape, worstIndex, worstExpected,
           worstActual, firstMismatch, pattern, dtype, meanRelativeError, expectedNan,
           expectedInfinite, actualNan, actualInfinite, cosine, l1Relative, rmse, map, errorCounts]
        = whole;
    fields("output", output);
    fields("elements", elements);
    fields("mismatched", mismatched);
    fields("unwritten", unwritten);
    fields("not_a_number", notANumber);
    fields("max_absolute_error", maxAbsoluteError);
    fields("mean_absolute_error", meanAbsoluteError);
    fields("max_relative_error", maxRelativeError);
    fields("absolute_tolerance", absoluteTolerance);
    fields("relative_tolerance", relativeTolerance);
    fields("shape", shape);
    fields("worst_index", worstIndex);
    fields("worst_expected", worstExpected);
    fields("worst_actual", worstActual);
    fields("first_mismatch", firstMismatch);
    fields("pattern", pattern);
    fields("dtype", dtype);
    fields("mean_relative_error", meanRelativeError);
    fields("expected_nan", expectedNan);
    fields("expected_infinite", expectedInfinite);
    fields("actual_nan", actualNan);
    fields("actual_infinite", actualInfinite);
    fields("cosine", cosine);
    fields("l1_relative", l1Relative);
    fields("rmse", rmse);
    fields("map", map);
    fields("error_counts", errorCounts);
    if (!errorCounts.empty() && errorCounts.size() != std::size_t{errorBins})
        fields.problem("error_counts", "must have a count for each bin, or none");
}

template <typename Fields>
void listFields(Fields &fields, Trial &trial)
{
    auto &[index, caseName, seed, verdict, message, outputs, signal] = trial;
    fields("index", index);
    fields("case", caseName);
    fields("seed", seed);
    fields.named("verdict", verdict, verdictId, verdictOfId);
    fields("message", message);
    fields("outputs", outputs);
    static_cast<void>(signal); // of a fresh evaluation only
}

template <typename Fields>
void listFields(Fields &fields, TimingSeries &series)
{
    auto &[role, clock, caseName, samplesMs, callsPerSample, overheadMs, samplesByProcess] = series;
    fields("role", role);
    fields("clock", clock);
    fields("case", caseName);
    fields("samples_ms", samplesMs);
    fields("calls", callsPerSample);
    fields("overhead_ms", overheadMs);
    fields("samples_by_process", samplesByProcess);
    if (!isConsistent(series))
        fields.problem("samples_by_process", "must add up to the samples, or be empty");
}

template <typename Fields>
void listFields(Fields &fields, Finding &finding)
{
    auto &[rule, layer, severity, message, line] = finding;
    fields("rule", rule);
    fields.named("layer", layer, layerName, layerFromName);
    fields.named("severity", severity, severityName, severityFromName);
    fields("message", message);
    fields("line", line);
}

template <typename Fields>
void listFields(Fields &fields, Diagnostic &diagnostic)
{
    auto &[severity, file, line, column, message, isFirstCause] = diagnostic;
    fields.named("severity", severity, severityWord, severityFromWord);
    fields("file", file);
    fields("line", line);
    fields("column", column);
    fields("message", message);
    fields("first_cause", isFirstCause);
}

template <typename Fields>
void listFields(Fields &fields, GeneratedCode &code)
{
    auto &[kernel, kind, text, registers, localBytes, sharedBytes, note] = code;
    fields("kernel", kernel);
    fields("kind", kind);
    fields("text", text);
    fields("registers", registers);
    fields("local_bytes", localBytes);
    fields("shared_bytes", sharedBytes);
    fields("note", note);
}

template <typename Fields>
void listFields(Fields &fields, FurtherTime &time)
{
    auto &[record, missing] = time;
    auto &[task, baseline, caseName, milliseconds, minimumMs, maximumMs, deviationMs,
           gigabytesPerSecond, teraflops, originalRecord, source]
        = record;
    fields("task", task);
    fields("baseline", baseline);
    fields("case", caseName);
    fields("ms", milliseconds);
    fields("minimum_ms", minimumMs);
    fields("maximum_ms", maximumMs);
    fields("deviation_ms", deviationMs);
    fields("gigabytes_per_second", gigabytesPerSecond);
    fields("teraflops", teraflops);
    fields("original_record", originalRecord);
    fields("source", source);
    fields("missing", missing);
    if (missing.empty() && !(milliseconds > 0))
        fields.problem("ms", "is not above 0");
}

/// Lists only the key of the candidate, because the reader has the rest.
template <typename Fields>
void listFields(Fields &fields, Evaluation &evaluation)
{
    auto &[candidate, attempt, verdict, strictVerdict, message, candidateMs, baselineMs, baseline,
           speedup, speedupLow, speedupHigh, buildMs, verifyMs, timeMs, trials, timings, kernels,
           work, findings, counters, diagnostics, buildLog, runLog, flags, originalRecord,
           startedAt, finishedAt, traits, furtherTimes, generatedCode]
        = evaluation;
    auto &[task, method, sample, round, source, language, fileName, feedback, cost, request]
        = candidate;
    fields("task", task);
    fields("method", method);
    fields("sample", sample);
    fields("round", round);
    fields("attempt", attempt);
    fields.named("verdict", verdict, verdictId, verdictOfId);
    fields.named("strict_verdict", strictVerdict, verdictId, verdictOfId);
    fields("message", message);
    fields("candidate_ms", candidateMs);
    fields("baseline_ms", baselineMs);
    fields("baseline", baseline);
    fields("speedup", speedup);
    fields("speedup_low", speedupLow);
    fields("speedup_high", speedupHigh);
    fields("build_ms", buildMs);
    fields("verify_ms", verifyMs);
    fields("time_ms", timeMs);
    fields("trials", trials);
    fields("timings", timings);
    fields("kernels", kernels);
    fields("work", work);
    fields("findings", findings);
    fields("counters", counters);
    fields("diagnostics", diagnostics);
    fields("build_log", buildLog);
    fields("run_log", runLog);
    fields("flags", flags);
    fields("original_record", originalRecord);
    fields("started_at", startedAt);
    fields("finished_at", finishedAt);
    auto &[madeOf, ownShare, arithmetic] = traits;
    fields.named(
        "made_of", madeOf, [](MadeOf value) { return toString(value); }, madeOfFromString);
    fields("own_share", ownShare);
    fields.named(
        "arithmetic", arithmetic, [](Arithmetic value) { return toString(value); },
        arithmeticFromString);
    if (ownShare && !(*ownShare >= 0 && *ownShare <= 1))
        fields.problem("own_share", "is not between 0 and 1");
    fields("further_times", furtherTimes);
    fields("generated_code", generatedCode);
}

template <typename Fields>
void listFields(Fields &fields, KernelActivity &kernel)
{
    auto &[role, caseName, kind, name, launchesPerCall, deviceMsPerCall, share, bytesPerCall, grid,
           block, registers, staticSharedBytes, dynamicSharedBytes, localBytes, configurations,
           streams]
        = kernel;
    fields("role", role);
    fields("case", caseName);
    fields("kind", kind);
    fields("name", name);
    fields("launches_per_call", launchesPerCall);
    fields("device_ms_per_call", deviceMsPerCall);
    fields("share", share);
    fields("bytes_per_call", bytesPerCall);
    fields("grid", grid);
    fields("block", block);
    fields("registers", registers);
    fields("static_shared_bytes", staticSharedBytes);
    fields("dynamic_shared_bytes", dynamicSharedBytes);
    fields("local_bytes", localBytes);
    fields("configurations", configurations);
    fields("streams", streams);
}

template <typename Fields>
void listFields(Fields &fields, WorkRecord &work)
{
    auto &[caseName, flops, bytes, compulsoryBytes, peakName, peakFlops, bandwidth, cacheBytes,
           cacheBandwidth, evidence]
        = work;
    fields("case", caseName);
    fields("flops", flops);
    fields("bytes", bytes);
    fields("compulsory_bytes", compulsoryBytes);
    fields("peak_name", peakName);
    fields("peak_flops", peakFlops);
    fields("bandwidth", bandwidth);
    fields("cache_bytes", cacheBytes);
    fields("cache_bandwidth", cacheBandwidth);
    fields("evidence", evidence);
}

template <typename Fields>
void listFields(Fields &fields, CounterValue &whole)
{
    auto &[value, unit] = whole;
    fields("value", value);
    fields("unit", unit);
}

template <typename Fields>
void listFields(Fields &fields, KernelCounters &kernel)
{
    auto &[name, launch, grid, block, durationMs, dramReadBytes, dramWriteBytes, achievedOccupancy,
           smThroughput, memoryThroughput, tensorUse, metrics]
        = kernel;
    fields("name", name);
    fields("launch", launch);
    fields("grid", grid);
    fields("block", block);
    fields("duration_ms", durationMs);
    fields("dram_read_bytes", dramReadBytes);
    fields("dram_write_bytes", dramWriteBytes);
    fields("achieved_occupancy", achievedOccupancy);
    fields("sm_throughput", smThroughput);
    fields("memory_throughput", memoryThroughput);
    fields("tensor_use", tensorUse);
    fields("metrics", metrics);
}

template <typename Fields>
void listFields(Fields &fields, InstructionSamples &of)
{
    auto &[function, module, offset, reason, samples] = of;
    fields("function", function);
    fields("module", module);
    fields("offset", offset);
    fields("reason", reason);
    fields("samples", samples);
}

template <typename Fields>
void listFields(Fields &fields, CounterProfile &profile)
{
    auto &[source, tool, deviceName, takenAt, note, original, kernels, samples] = profile;
    fields("source", source);
    fields("tool", tool);
    fields("device_name", deviceName);
    fields("taken_at", takenAt);
    fields("note", note);
    fields("original", original);
    fields("kernels", kernels);
    fields("samples", samples);
}

template <typename Fields>
void listFields(Fields &fields, Environment &environment)
{
    auto &[deviceName, deviceKind, json] = environment;
    fields("device_name", deviceName);
    fields("device_kind", deviceKind);
    fields("facts", json);
}

/// Lists a run as a node began it: without uuid, name, suite and candidates, which the client
/// knows.
template <typename Fields>
void listFields(Fields &fields, Run &run)
{
    auto &[uuid, name, suite, origin, protocol, sandbox, toolVersion, profileJson, startedAt,
           environment, precision]
        = run;
    fields("origin", origin);
    fields("protocol", protocol);
    fields("sandbox", sandbox);
    fields("tool_version", toolVersion);
    fields("profile", profileJson);
    fields("started_at", startedAt);
    fields("environment", environment);
    fields("precision", precision);
}

} // namespace loupe
