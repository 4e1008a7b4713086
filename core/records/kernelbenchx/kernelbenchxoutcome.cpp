// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/kernelbenchxoutcome.h"

#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxtasks.h"
#include "core/records/reading/jsonfields.h"

#include <utility>

namespace loupe {

namespace {

std::string kernelBenchXFileOf(const JsonReader &reader)
{
    std::string file = reader.requiredString("file");
    if (reader.has("file") && reader.json()["file"].is_string() && !isKernelBenchXTaskFile(file))
        reader.problem("file", "must be Category/name.py, is \"" + file + "\"");
    return file;
}

std::optional<double> positiveKernelBenchXNumber(const JsonReader &reader, std::string_view key)
{
    const auto value = measuredNumber(reader, key);
    if (value && *value < 0)
        reader.problem(key, "must not be below 0");
    return value && *value > 0 ? value : std::nullopt;
}

std::vector<TimingSeries> readKernelBenchXRows(const JsonReader &reader)
{
    std::vector<TimingSeries> out;
    if (!reader.has("performance"))
        return out;
    for (const JsonReader &row : reader.objects("performance")) {
        if (!row.json().is_object())
            continue;
        TimingSeries series;
        series.role = "candidate";
        series.clock = "do_bench median";
        if (row.has("input_size"))
            series.caseName = goldenCaseName(row.json()["input_size"]);
        if (const auto ms = positiveKernelBenchXNumber(row, "ms")) {
            series.samplesMs.push_back(*ms);
            series.callsPerSample.push_back(1);
            out.push_back(std::move(series));
        }
    }
    return out;
}

template <typename T>
bool takeOrCompare(const std::optional<T> &from, std::optional<T> &to)
{
    if (!from)
        return false;
    if (!to) {
        to = from;
        return false;
    }
    return *from != *to;
}

} // namespace

void KernelBenchXOutcome::addError(const std::string &text)
{
    if (text.empty() || error.find(text) != std::string::npos)
        return;
    error += error.empty() ? "" : "\n";
    error += text;
}

Evaluation KernelBenchXOutcome::evaluation(const std::string &baseline) const
{
    Evaluation out;
    out.candidate.language = "python";
    out.candidate.source = kernelBenchXKernelOf(code);
    out.runLog = error;
    out.originalRecord = original;
    if (callOk == false) {
        const bool isEmpty = error.find("empty prediction") != std::string::npos;
        out.verdict = isEmpty ? Verdict::EmptySubmission : Verdict::BuildFailed;
        out.message = isEmpty ? "Recorded: nothing was generated."
                              : "Recorded: did not run to its end (call failed).";
    } else if (exeOk == false) {
        out.verdict = Verdict::WrongAnswer;
        out.message = "Recorded: ran, wrong result (exe failed).";
    } else if (exeOk == true) {
        out.verdict = Verdict::Correct;
        out.message = perfOk == true ? "Recorded: right and timed." : "Recorded: right, not timed.";
        out.timings = timings;
        out.candidateMs = runtimeMs;
        out.speedup = speedup;
        out.baseline = speedup ? baseline : "";
    } else {
        out.message = "Recorded: ran; whether its results are right is not.";
    }
    return out;
}

KernelBenchXOutcome readKernelBenchXMetrics(const JsonReader &reader)
{
    KernelBenchXOutcome out;
    if (!reader.json().is_object())
        return out;
    out.file = kernelBenchXFileOf(reader);
    const bool call = reader.requiredBool("call_ok");
    const bool exe = reader.requiredBool("exe_ok");
    const bool perf = reader.requiredBool("perf_ok");
    if (exe && !call)
        reader.problem("exe_ok", "cannot be true where call_ok is false");
    if (perf && !exe)
        reader.problem("perf_ok", "cannot be true where exe_ok is false");
    out.callOk = call;
    out.exeOk = exe;
    out.perfOk = perf;
    out.runtimeMs = positiveKernelBenchXNumber(reader, "runtime_ms");
    out.speedup = positiveKernelBenchXNumber(reader, "speedup");
    static_cast<void>(positiveKernelBenchXNumber(reader, "gbs"));
    static_cast<void>(positiveKernelBenchXNumber(reader, "tflops"));
    if (perf && !out.runtimeMs)
        reader.problem("runtime_ms", "must be a number above 0 where perf_ok is true");
    if (!perf && (out.runtimeMs || out.speedup))
        reader.problem("perf_ok", "cannot be false where there is a time or a speedup");
    out.timings = readKernelBenchXRows(reader);
    out.code = looseText(reader.json(), "code");
    out.error = looseText(reader.json(), "error");
    return out;
}

KernelBenchXOutcome readKernelBenchXCall(const JsonReader &reader)
{
    KernelBenchXOutcome out;
    if (!reader.json().is_object())
        return out;
    out.file = kernelBenchXFileOf(reader);
    out.callOk = reader.requiredBool("ok");
    out.code = looseText(reader.json(), "code");
    out.error = looseText(reader.json(), "stderr");
    return out;
}

KernelBenchXOutcome readKernelBenchXExe(const JsonReader &reader)
{
    KernelBenchXOutcome out = readKernelBenchXCall(reader);
    out.exeOk = out.callOk;
    out.callOk = std::nullopt;
    return out;
}

KernelBenchXOutcome readKernelBenchXEff(const JsonReader &reader)
{
    KernelBenchXOutcome out;
    if (!reader.json().is_object())
        return out;
    out.file = kernelBenchXFileOf(reader);
    out.perfOk = reader.requiredBool("ok");
    out.runtimeMs = positiveKernelBenchXNumber(reader, "runtime_ms");
    out.speedup = positiveKernelBenchXNumber(reader, "speedup");
    out.error = looseText(reader.json(), "error");
    return out;
}

bool mergeKernelBenchX(const KernelBenchXOutcome &stage, KernelBenchXOutcome &known)
{
    if (known.file.find('/') == std::string::npos)
        known.file = stage.file;
    bool isDifferent = takeOrCompare(stage.callOk, known.callOk);
    isDifferent = takeOrCompare(stage.exeOk, known.exeOk) || isDifferent;
    isDifferent = takeOrCompare(stage.perfOk, known.perfOk) || isDifferent;
    isDifferent = takeOrCompare(stage.runtimeMs, known.runtimeMs) || isDifferent;
    isDifferent = takeOrCompare(stage.speedup, known.speedup) || isDifferent;
    if (known.code.empty())
        known.code = stage.code;
    known.addError(stage.error);
    if (!stage.original.empty()) {
        known.original += known.original.empty() ? "" : "\n";
        known.original += stage.original;
    }
    return isDifferent;
}

} // namespace loupe
