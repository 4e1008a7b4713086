// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/provenance.h"

#include "core/analysis/metrics/timesbycase.h"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

/// Appends a line "name  value"; nothing without a value.
void addFact(std::string &out, std::string_view name, std::string_view value)
{
    if (!value.empty())
        out += fmt::format("{:<12}{}\n", name, value);
}

void addCommands(std::string &out, const EvaluationDetail &detail)
{
    const bool isOurs = detail.run.origin == "engine";
    out += "\nCommands (FILE: this store)\n";
    out += fmt::format("kloupe rerun {}{} --store FILE\n", detail.row.id.value,
                       isOurs ? " --same-seeds" : " --suite FOLDER");
    out += fmt::format("kloupe show {} --store FILE\n", detail.row.id.value);
}

/// Returns ", of 3 processes: 8, 8, 4"; empty for a single process.
std::string processesText(const TimingSeries &series)
{
    if (series.samplesByProcess.empty())
        return {};
    return fmt::format(", of {} processes: {}", series.samplesByProcess.size(),
                       fmt::join(series.samplesByProcess, ", "));
}

void addSamples(std::string &out, const TimingSeries &series)
{
    out += fmt::format("\nSamples of the {}, ms ({}, {}; n = {}{})\n", series.role, series.clock,
                       series.caseName.empty() ? "the only case" : series.caseName,
                       series.samplesMs.size(), processesText(series));
    constexpr std::size_t inLine = 10;
    for (std::size_t i = 0; i < series.samplesMs.size(); ++i)
        out += fmt::format("{}{}", series.samplesMs[i],
                           (i + 1) % inLine == 0 || i + 1 == series.samplesMs.size() ? "\n" : "  ");
}

} // namespace

std::optional<SpeedupEstimate> speedupOver(const EvaluationDetail &detail,
                                           const ReferenceTime &reference)
{
    const auto samples = detail.furtherSamples.find(reference.baseline);
    return samples == detail.furtherSamples.end()
        ? std::nullopt
        : furtherSpeedup(detail.evaluation, samples->second);
}

std::vector<std::string> joinedBaselineTexts(const EvaluationDetail &detail)
{
    std::vector<std::string> out;
    const auto &candidateMs = detail.evaluation.candidateMs;
    if (detail.evaluation.verdict != Verdict::Correct || !candidateMs || *candidateMs <= 0)
        return out;
    for (const ReferenceTime &each : detail.references) {
        if (each.isDisputed) {
            out.push_back(fmt::format("no speedup over {}: reference times of the device disagree",
                                      each.baseline));
            continue;
        }
        out.push_back(fmt::format("{:.4g}x over {}, {:.4g} ms, from {} (run {})",
                                  each.milliseconds / *candidateMs, each.baseline,
                                  each.milliseconds, each.source, each.run));
        if (const auto speedup = speedupOver(detail, each))
            out.back() += fmt::format("; 95 % interval {:.4g} to {:.4g}, without a drift between "
                                      "the two timings",
                                      speedup->low, speedup->high);
    }
    return out;
}

std::string provenanceText(const EvaluationDetail &detail)
{
    const Evaluation &evaluation = detail.evaluation;
    const Run &run = detail.run;
    std::string out = fmt::format("Evaluation {}\n", detail.row.id.value);
    addFact(out, "task", detail.row.suite + " / " + detail.row.task);
    addFact(out, "task hash", detail.task.hash);
    addFact(out, "candidate",
            fmt::format("{}, sample {}, round {}, attempt {}", detail.row.method, detail.row.sample,
                        detail.row.round, evaluation.attempt));
    addFact(out, "evaluated", evaluation.startedAt);
    addFact(out, "run", run.name);
    addFact(out, "run id", run.uuid);
    addFact(out, "from", run.origin);
    addFact(out, "program", run.toolVersion);
    addFact(out, "protocol", run.protocol);
    addFact(out, "sandbox", run.sandbox);
    addFact(out, "device", run.environment.deviceName);
    addFact(out, "baseline", evaluation.baseline);
    for (const std::string &each : joinedBaselineTexts(detail))
        addFact(out, "joined", each);
    addCommands(out, detail);
    for (const TimingSeries &series : evaluation.timings)
        addSamples(out, series);
    for (const Trial &trial : evaluation.trials) {
        if (!trial.seed.empty())
            out += fmt::format("\nTrial {} ({}): seed {}\n", trial.index, trial.caseName,
                               trial.seed);
    }
    if (!run.profileJson.empty())
        out += "\nSettings of the run\n" + run.profileJson + "\n";
    if (!run.environment.json.empty())
        out += "\nMachine\n" + run.environment.json + "\n";
    return out;
}

} // namespace loupe
