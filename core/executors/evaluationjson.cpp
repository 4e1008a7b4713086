// SPDX-License-Identifier: Apache-2.0
#include "core/executors/evaluationjson.h"

#include "core/base/fieldlisting.h"

namespace loupe {

namespace {

constexpr auto verdictId = [](Verdict verdict) { return std::string(facts(verdict).id); };
constexpr auto verdictOfId = [](const std::string &id) { return verdictFromId(id); };

std::string wordFor(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

} // namespace

// Found by the writer and the reader of listed fields, hence not in the unnamed namespace.

template <typename Fields>
void listFields(Fields &fields, MismatchMap &map)
{
    fields("rows", map.rows);
    fields("columns", map.columns);
    fields("cell_rows", map.cellRows);
    fields("cell_columns", map.cellColumns);
    std::string share(map.share.begin(), map.share.end());
    std::string text = toBase64(share);
    fields("share", text);
    const auto bytes = fromBase64(text);
    if (bytes)
        map.share.assign(bytes->begin(), bytes->end());
    else
        fields.problem("share", "is not base64");
}

template <typename Fields>
void listFields(Fields &fields, OutputComparison &output)
{
    fields("output", output.output);
    fields("elements", output.elements);
    fields("mismatched", output.mismatched);
    fields("unwritten", output.unwritten);
    fields("not_a_number", output.notANumber);
    fields("max_absolute_error", output.maxAbsoluteError);
    fields("mean_absolute_error", output.meanAbsoluteError);
    fields("max_relative_error", output.maxRelativeError);
    fields("absolute_tolerance", output.absoluteTolerance);
    fields("relative_tolerance", output.relativeTolerance);
    fields("shape", output.shape);
    fields("worst_index", output.worstIndex);
    fields("worst_expected", output.worstExpected);
    fields("worst_actual", output.worstActual);
    fields("first_mismatch", output.firstMismatch);
    fields("pattern", output.pattern);
    fields("dtype", output.dtype);
    fields("mean_relative_error", output.meanRelativeError);
    fields("expected_nan", output.expectedNan);
    fields("expected_infinite", output.expectedInfinite);
    fields("actual_nan", output.actualNan);
    fields("actual_infinite", output.actualInfinite);
    fields("cosine", output.cosine);
    fields("l1_relative", output.l1Relative);
    fields("rmse", output.rmse);
    fields("map", output.map);
}

template <typename Fields>
void listFields(Fields &fields, Trial &trial)
{
    fields("index", trial.index);
    fields("case", trial.caseName);
    fields("seed", trial.seed);
    fields.named("verdict", trial.verdict, verdictId, verdictOfId);
    fields("message", trial.message);
    fields("outputs", trial.outputs);
}

template <typename Fields>
void listFields(Fields &fields, TimingSeries &series)
{
    fields("role", series.role);
    fields("clock", series.clock);
    fields("case", series.caseName);
    fields("samples_ms", series.samplesMs);
    fields("calls", series.callsPerSample);
    fields("overhead_ms", series.overheadMs);
}

template <typename Fields>
void listFields(Fields &fields, KernelActivity &kernel)
{
    fields("role", kernel.role);
    fields("case", kernel.caseName);
    fields("kind", kernel.kind);
    fields("name", kernel.name);
    fields("launches_per_call", kernel.launchesPerCall);
    fields("device_ms_per_call", kernel.deviceMsPerCall);
    fields("share", kernel.share);
    fields("bytes_per_call", kernel.bytesPerCall);
    fields("grid", kernel.grid);
    fields("block", kernel.block);
    fields("registers", kernel.registers);
    fields("static_shared_bytes", kernel.staticSharedBytes);
    fields("dynamic_shared_bytes", kernel.dynamicSharedBytes);
    fields("local_bytes", kernel.localBytes);
    fields("configurations", kernel.configurations);
    fields("streams", kernel.streams);
}

template <typename Fields>
void listFields(Fields &fields, WorkRecord &work)
{
    fields("case", work.caseName);
    fields("flops", work.flops);
    fields("bytes", work.bytes);
    fields("compulsory_bytes", work.compulsoryBytes);
    fields("peak_name", work.peakName);
    fields("peak_flops", work.peakFlops);
    fields("bandwidth", work.bandwidth);
    fields("cache_bytes", work.cacheBytes);
    fields("cache_bandwidth", work.cacheBandwidth);
    fields("evidence", work.evidence);
}

template <typename Fields>
void listFields(Fields &fields, CounterValue &value)
{
    fields("value", value.value);
    fields("unit", value.unit);
}

template <typename Fields>
void listFields(Fields &fields, KernelCounters &kernel)
{
    fields("name", kernel.name);
    fields("launch", kernel.launch);
    fields("grid", kernel.grid);
    fields("block", kernel.block);
    fields("duration_ms", kernel.durationMs);
    fields("dram_read_bytes", kernel.dramReadBytes);
    fields("dram_write_bytes", kernel.dramWriteBytes);
    fields("achieved_occupancy", kernel.achievedOccupancy);
    fields("sm_throughput", kernel.smThroughput);
    fields("memory_throughput", kernel.memoryThroughput);
    fields("tensor_use", kernel.tensorUse);
    fields("metrics", kernel.metrics);
}

template <typename Fields>
void listFields(Fields &fields, CounterProfile &profile)
{
    fields("source", profile.source);
    fields("tool", profile.tool);
    fields("device_name", profile.deviceName);
    fields("taken_at", profile.takenAt);
    fields("note", profile.note);
    fields("original", profile.original);
    fields("kernels", profile.kernels);
}

template <typename Fields>
void listFields(Fields &fields, Finding &finding)
{
    fields("rule", finding.rule);
    fields.named("layer", finding.layer, layerName, layerFromName);
    fields.named("severity", finding.severity, severityName, severityFromName);
    fields("message", finding.message);
    fields("line", finding.line);
}

template <typename Fields>
void listFields(Fields &fields, Diagnostic &diagnostic)
{
    fields.named("severity", diagnostic.severity, wordFor,
                 byName(std::array{Severity::Note, Severity::Warning, Severity::Error}, wordFor));
    fields("file", diagnostic.file);
    fields("line", diagnostic.line);
    fields("column", diagnostic.column);
    fields("message", diagnostic.message);
    fields("first_cause", diagnostic.isFirstCause);
}

template <typename Fields>
void listFields(Fields &fields, Evaluation &evaluation)
{
    fields("task", evaluation.candidate.task);
    fields("method", evaluation.candidate.method);
    fields("sample", evaluation.candidate.sample);
    fields("round", evaluation.candidate.round);
    fields("attempt", evaluation.attempt);
    fields.named("verdict", evaluation.verdict, verdictId, verdictOfId);
    fields.named("strict_verdict", evaluation.strictVerdict, verdictId, verdictOfId);
    fields("message", evaluation.message);
    fields("candidate_ms", evaluation.candidateMs);
    fields("baseline_ms", evaluation.baselineMs);
    fields("baseline", evaluation.baseline);
    fields("speedup", evaluation.speedup);
    fields("speedup_low", evaluation.speedupLow);
    fields("speedup_high", evaluation.speedupHigh);
    fields("build_ms", evaluation.buildMs);
    fields("verify_ms", evaluation.verifyMs);
    fields("time_ms", evaluation.timeMs);
    fields("trials", evaluation.trials);
    fields("timings", evaluation.timings);
    fields("kernels", evaluation.kernels);
    fields("work", evaluation.work);
    fields("findings", evaluation.findings);
    fields("counters", evaluation.counters);
    fields("diagnostics", evaluation.diagnostics);
    fields("build_log", evaluation.buildLog);
    fields("run_log", evaluation.runLog);
    fields("flags", evaluation.flags);
    fields("original_record", evaluation.originalRecord);
    fields("started_at", evaluation.startedAt);
    fields("finished_at", evaluation.finishedAt);
}

template <typename Fields>
void listFields(Fields &fields, Environment &environment)
{
    fields("device_name", environment.deviceName);
    fields("device_kind", environment.deviceKind);
    fields("facts", environment.json);
}

template <typename Fields>
void listFields(Fields &fields, Run &run)
{
    fields("origin", run.origin);
    fields("protocol", run.protocol);
    fields("sandbox", run.sandbox);
    fields("tool_version", run.toolVersion);
    fields("profile", run.profileJson);
    fields("started_at", run.startedAt);
    fields("environment", run.environment);
    fields("precision", run.precision);
}

Json evaluationToJson(const Evaluation &evaluation)
{
    return fieldsToJson(evaluation);
}

Result<Evaluation> evaluationFromJson(const Json &json)
{
    Evaluation evaluation;
    if (Status read = readFields(json, "evaluation", MissingFields::Refused, evaluation); !read)
        return read.error();
    return evaluation;
}

Json runToJson(const Run &run)
{
    return fieldsToJson(run);
}

Result<Run> runFromJson(const Json &json)
{
    Run run;
    if (Status read = readFields(json, "run", MissingFields::Refused, run); !read)
        return read.error();
    return run;
}

} // namespace loupe
