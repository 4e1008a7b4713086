// SPDX-License-Identifier: Apache-2.0
#include "core/records/multikernelbench/multikernelbenchrecord.h"

#include "core/records/multikernelbench/multikernelbenchoperators.h"
#include "core/records/reading/failuresigns.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace loupe {

namespace {

constexpr int maxMultiKernelBenchRuns = 1'000'000;

bool isMultiKernelBenchSamplingFolder(std::string_view text)
{
    return text.find('-') != std::string_view::npos
        && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return std::isdigit(c) != 0 || c == '.' || c == '-';
           });
}

/// Messages of the comparison or the driver about built candidates that are not right.
constexpr std::array multiKernelBenchSigns{
    FailureSign{"Timeout fault", Verdict::RunTimeout},
    FailureSign{"Segmentation fault", Verdict::Crashed},
    FailureSign{"Unknown fault", Verdict::Crashed},
    FailureSign{"Output shape mismatch", Verdict::WrongShape},
    FailureSign{"Output length mismatch", Verdict::WrongStructure},
    FailureSign{"Output mismatch", Verdict::WrongValue},
    FailureSign{"out of memory", Verdict::OutOfMemory},
};

Verdict multiKernelBenchFailure(std::string_view info)
{
    if (const auto known = failureIn(info, multiKernelBenchSigns))
        return *known;
    // Any other text after "[FAIL]" is an exception.
    return info.starts_with("[FAIL]") ? Verdict::ReturnedError : Verdict::WrongAnswer;
}

} // namespace

std::string MultiKernelBenchIdentity::method() const
{
    std::string name = model.empty() ? "not recorded" : model;
    if (!sampling.empty())
        name.append(" (").append(language).append(", ").append(strategy).append(", ").append(
            sampling + ")");
    return name;
}

MultiKernelBenchIdentity multiKernelBenchIdentityOf(const std::vector<std::string> &pathParts)
{
    MultiKernelBenchIdentity place;
    if (pathParts.size() < 2)
        return place;
    auto folder = pathParts.rbegin() + 1;
    const auto end = pathParts.rend();
    const auto run = numberAfter("run", *folder, maxMultiKernelBenchRuns);
    if (!run || end - folder < 2)
        return place;
    place.sample = *run;
    place.model = *++folder;
    if (end - folder < 4 || !isMultiKernelBenchSamplingFolder(*(folder + 1)))
        return place;
    place.sampling = *++folder;
    place.strategy = *++folder;
    place.language = *++folder;
    return place;
}

MultiKernelBenchRecord readMultiKernelBenchRecord(const JsonReader &reader)
{
    MultiKernelBenchRecord record;
    record.isCompiled = reader.requiredBool("compiled");
    record.isCorrect = recordedFlag(reader, "correctness").value_or(false);
    record.hardware = recordedText(reader, "hardware");
    record.compileInfo = looseText(reader.json(), "compile_info");
    record.correctnessInfo = looseText(reader.json(), "correctness_info");
    record.isCheating = recordedFlag(reader, "cheating").value_or(false);
    record.cheatingInfo = looseText(reader.json(), "cheating_info");
    if (reader.has("performance") && !reader.json().find("performance")->is_null()) {
        const auto performance = reader.object("performance");
        if (performance && performance->json().is_object())
            record.mean = recordedPositive(*performance, "mean");
    }
    if (record.isCorrect && !record.isCompiled)
        reader.problem("correctness", "cannot be true where compiled is false");
    if (record.mean && !record.isCorrect)
        reader.problem("performance", "must be null where correctness is not true");
    return record;
}

double multiKernelBenchMilliseconds(double recorded, std::string_view language)
{
    constexpr double millisecondsPerSecond = 1000.0;
    return language == "pallas" ? recorded * millisecondsPerSecond : recorded;
}

void applyMultiKernelBenchRecord(const MultiKernelBenchRecord &record, const std::string &language,
                                 Evaluation &out)
{
    out.buildLog = record.compileInfo;
    out.runLog = record.correctnessInfo;
    if (!record.isCompiled) {
        out.verdict = Verdict::BuildFailed;
        out.message = "Recorded: did not compile.";
    } else if (!record.isCorrect) {
        out.verdict = multiKernelBenchFailure(record.correctnessInfo);
        out.message = "Recorded: compiled, wrong result.";
        if (out.verdict == Verdict::RunTimeout) {
            out.message = "Recorded: a deadline over building, checking and timing together.";
            out.flags.emplace_back("unknown_stage"); // the driver records "compiled" for all of
                                                     // these
        }
    } else {
        out.verdict = Verdict::Correct;
        out.message = record.mean ? "Recorded: right and timed." : "Recorded: right, not timed.";
    }
    if (record.mean)
        out.candidateMs = multiKernelBenchMilliseconds(*record.mean, language);
    if (record.isCheating) {
        // The suite counts such candidates as correct, and a note keeps that verdict.
        out.flags.emplace_back("recorded_cheating");
        out.findings.push_back({"recorded_cheating", RuleLayer::Record, FindingSeverity::Note,
                                "The suite's own check flagged it: " + record.cheatingInfo, 0});
    }
}

std::optional<GoldenRecord> readMultiKernelBenchBaseline(const Json &entry, const JsonPart &part,
                                                         const std::string &place,
                                                         const std::string &language,
                                                         std::vector<JsonProblem> &problems)
{
    if (entry.is_string()) {
        const auto &text = entry.get_ref<const std::string &>();
        if (text != "not supported" && text != "timeout")
            problems.push_back({place, "must be an object, \"not supported\" or \"timeout\""});
        return std::nullopt;
    }
    const JsonReader reader(entry, place, {}, problems);
    if (!entry.is_object())
        return std::nullopt;
    const std::size_t before = problems.size();
    const auto time = [&](const char *key) -> std::optional<double> {
        const auto recorded = recordedPositive(reader, key);
        return recorded ? std::optional(multiKernelBenchMilliseconds(*recorded, language))
                        : std::nullopt;
    };
    GoldenRecord golden;
    golden.baseline = "eager";
    golden.task = multiKernelBenchTask(part.key).name;
    const auto mean = time("mean");
    if (isNotFinite(jsonMember(&reader.json(), "mean")))
        return std::nullopt;
    if (!mean && problems.size() == before)
        reader.problem("mean", "must be a number");
    golden.milliseconds = mean.value_or(0);
    golden.minimumMs = time("min");
    golden.maximumMs = time("max");
    const auto deviation = recordedNumber(reader, "std");
    if (deviation)
        golden.deviationMs = multiKernelBenchMilliseconds(*deviation, language);
    static_cast<void>(recordedText(reader, "device"));
    golden.originalRecord = part.text;
    return problems.size() == before ? std::optional(golden) : std::nullopt;
}

Task multiKernelBenchTask(const std::string &op)
{
    constexpr std::string_view levels = "npukernelbench_level";
    Task task;
    task.suite = "multikernelbench";
    task.category = multiKernelBenchCategory(op);
    task.name = task.category.empty() ? op : task.category + "/" + op;
    task.title = op;
    if (task.category.starts_with(levels))
        task.level = task.category.back() - '0';
    task.referenceLanguage = "python";
    return task;
}

} // namespace loupe
