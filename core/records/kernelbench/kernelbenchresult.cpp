// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/kernelbenchresult.h"

#include "core/base/asciicase.h"
#include "core/records/reading/jsonfields.h"

#include <algorithm>
#include <array>
#include <map>

namespace loupe {

namespace {

constexpr std::size_t maxQuoteLength = 300;

bool containsWord(const std::string &text, std::string_view word)
{
    const auto same = [](char a, char b) { return lowered(a) == lowered(b); };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// Returns the first non-blank line, shortened for a table.
std::string firstLineOf(const std::string &text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos)
        return {};
    std::string line = text.substr(begin, text.find('\n', begin) - begin);
    if (line.size() > maxQuoteLength) {
        std::size_t end = maxQuoteLength;
        while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0U) == 0x80U)
            --end; // not within a multi-byte character
        line.resize(end);
        line += "…";
    }
    return line;
}

/// Metadata of a failed evaluation.
class ResultMetadata
{
public:
    explicit ResultMetadata(const Json &json) : m_json(json) { }

    bool has(const char *key) const { return m_json.contains(key); }
    std::string text(const char *key) const { return looseText(m_json, key); }

    /// Sets the exception's name and text as the message; a traceback becomes the log.
    void tell(const char *key, const std::string &what, KernelBenchResult &out) const
    {
        const std::string name = text((std::string(key) + "_name").c_str());
        const std::string said = text(key);
        const std::string traceback = text((std::string(key) + "_traceback").c_str());
        out.log = said.empty() ? name : said;
        if (!traceback.empty()) {
            out.log += '\n';
            out.log += traceback;
        }
        out.message = "Recorded: " + what;
        for (const std::string &part : {name, firstLineOf(said)}) {
            if (part.empty())
                continue;
            out.message += ": ";
            out.message += part;
        }
    }

private:
    const Json &m_json;
};

bool isOutOfMemory(const std::string &text)
{
    return containsWord(text, "out of memory") || containsWord(text, "OutOfMemoryError");
}

void readHarnessError(const ResultMetadata &metadata, KernelBenchResult &out)
{
    const char *const key = metadata.has("error") ? "error" : "gpu_error";
    const std::string text = metadata.text(key);
    if (containsWord(text, "timed out") || containsWord(text, "timeout")) {
        out.verdict = Verdict::RunTimeout;
        metadata.tell(key, "no result within the deadline", out);
    } else if (containsWord(text, "kernel not found")) {
        out.verdict = Verdict::EmptySubmission;
        metadata.tell(key, "no kernel submitted", out);
    } else {
        out.verdict = Verdict::InfraError;
        metadata.tell(key, "the harness failed", out);
    }
}

void readMismatch(const ResultMetadata &metadata, KernelBenchResult &out)
{
    const std::string largest = metadata.text("max_difference");
    const std::string issue = metadata.text("correctness_issue");
    out.log = issue;
    out.message = "Recorded: " + (issue.empty() ? "wrong result" : firstLineOf(issue));
    if (!largest.empty()) {
        out.verdict = containsWord(largest, "nan") || containsWord(largest, "inf")
            ? Verdict::NotANumber
            : Verdict::WrongValue;
        out.log += "\nmax_difference " + largest;
        out.log += "\navg_difference " + metadata.text("avg_difference");
    } else {
        out.verdict = containsWord(issue, "shape") ? Verdict::WrongShape : Verdict::WrongAnswer;
    }
    if (const std::string trials = metadata.text("correctness_trials"); !trials.empty())
        out.message += ", trials " + trials;
}

void readFailure(const ResultMetadata &metadata, KernelBenchResult &out)
{
    if (metadata.has("timeout_error")) {
        out.verdict = Verdict::RunTimeout;
        metadata.tell("timeout_error", "no result within the deadline", out);
    } else if (metadata.has("compilation_error") || metadata.has("compiler_error")) {
        out.verdict = Verdict::CompileError;
        metadata.tell(metadata.has("compilation_error") ? "compilation_error" : "compiler_error",
                      "did not compile", out);
    } else if (metadata.has("cuda_error")) {
        const std::string text = metadata.text("cuda_error");
        out.verdict = isOutOfMemory(text)                 ? Verdict::OutOfMemory
            : containsWord(text, "illegal memory access") ? Verdict::OutOfBounds
                                                          : Verdict::Crashed;
        metadata.tell("cuda_error", "the device reported an error", out);
    } else if (metadata.has("runtime_error")) {
        const bool isMemory = isOutOfMemory(metadata.text("runtime_error"))
            || isOutOfMemory(metadata.text("runtime_error_name"));
        out.verdict = isMemory ? Verdict::OutOfMemory : Verdict::ReturnedError;
        metadata.tell("runtime_error", "raised while it ran", out);
    } else if (metadata.has("other_error")) {
        const bool isMemory = isOutOfMemory(metadata.text("other_error"))
            || isOutOfMemory(metadata.text("other_error_name"));
        out.verdict = isMemory ? Verdict::OutOfMemory : Verdict::BuildFailed;
        out.flags.emplace_back("stage_unclear");
        metadata.tell("other_error", "candidate, reference or harness raised", out);
    } else if (metadata.has("error") || metadata.has("gpu_error")) {
        readHarnessError(metadata, out);
    } else if (out.isCompiled) {
        readMismatch(metadata, out);
    } else {
        out.verdict = Verdict::BuildFailed;
        out.message = "Recorded: did not compile; why is not recorded.";
    }
}

bool namesFailure(const Json &metadata)
{
    constexpr std::array<const char *, 8> keys{
        "timeout_error", "compilation_error", "compiler_error", "cuda_error",
        "runtime_error", "other_error",       "error",          "gpu_error"};
    return std::ranges::any_of(keys, [&](const char *key) { return metadata.contains(key); });
}

/// Returns a mandatory field; null is "not recorded".
std::optional<bool> judgement(const JsonReader &reader, const char *key)
{
    if (!reader.has(key))
        reader.problem(key, "is missing");
    return recordedFlag(reader, key);
}

/// Returns the name of the device; if a process with several devices recorded a list, its common
/// name.
std::string deviceIn(const Json &facts)
{
    const Json *hardware = jsonMember(&facts, "hardware");
    const bool isOne = hardware != nullptr && hardware->is_array() && !hardware->empty()
        && hardware->front().is_string() && std::ranges::all_of(*hardware, [&](const Json &each) {
                           return each == hardware->front();
                       });
    return isOne ? hardware->front().get<std::string>() : looseText(facts, "hardware");
}

} // namespace

void KernelBenchResult::applyTo(Evaluation &evaluation) const
{
    evaluation.verdict = verdict;
    evaluation.message = message;
    evaluation.candidateMs = runtimeMs;
    evaluation.baselineMs = referenceMs;
    if (referenceMs)
        evaluation.baseline = "eager (same session)";
    if (runtimeMs && referenceMs)
        evaluation.speedup = *referenceMs / *runtimeMs;
    (verdict == Verdict::CompileError ? evaluation.buildLog : evaluation.runLog) = log;
    evaluation.flags.insert(evaluation.flags.end(), flags.begin(), flags.end());
}

KernelBenchResult readKernelBenchResult(const JsonReader &reader, const char *correctness)
{
    KernelBenchResult out;
    if (!reader.json().is_object())
        return out;
    const std::optional<bool> compiled = judgement(reader, "compiled");
    const std::optional<bool> correct = judgement(reader, correctness);
    out.isCompiled = compiled.value_or(false);
    out.isCorrect = correct.value_or(false);
    const auto metadata = reader.object("metadata", false);
    if (metadata && !metadata->json().is_object())
        return out;
    const Json none = Json::object();
    const Json &facts = metadata ? metadata->json() : none;
    const auto time = [&](std::string_view key) {
        const auto value = measuredNumber(reader, key);
        return value && *value > 0 ? value : std::nullopt;
    };
    out.runtimeMs = time("runtime");
    out.referenceMs = time("ref_runtime");
    if (out.isCorrect && compiled == false)
        reader.problem(correctness, "cannot be true where compiled is false");
    if (out.runtimeMs && correct == false)
        reader.problem("runtime", "must be -1 where correctness is false");
    if (reader.has("runtime_stats") && !reader.json()["runtime_stats"].is_object()
        && !reader.json()["runtime_stats"].is_null())
        reader.problem("runtime_stats", "must be an object");
    out.device = deviceIn(facts);
    if (out.device.empty() && reader.has("runtime_stats")) // Caesar moves it out of the metadata
        out.device = deviceIn(reader.json()["runtime_stats"]);
    if (facts.contains("excessive_speedup") && facts["excessive_speedup"] == true)
        out.flags.emplace_back("excessive_speedup");
    const bool isKnown = compiled == false || (compiled && correct);
    if (!out.isCorrect && (isKnown || namesFailure(facts))) {
        readFailure(ResultMetadata(facts), out);
        return out;
    }
    if (!isKnown) {
        out.runtimeMs.reset();
        out.message = "Recorded: whether it is right is null.";
        return out;
    }
    out.verdict = Verdict::Correct;
    const ResultMetadata timing(facts);
    if (out.runtimeMs) {
        out.message = "Recorded: right and timed.";
    } else if (timing.has("error_during_performance")) {
        out.flags.emplace_back("timing_failed");
        timing.tell("error_during_performance", "right, but timing it failed", out);
    } else {
        out.message = "Recorded: right, not timed.";
    }
    return out;
}

std::string mainDeviceOf(const std::vector<std::string> &devices)
{
    std::map<std::string, int> counts;
    for (const std::string &device : devices)
        counts[device] += device.empty() ? 0 : 1;
    const auto most
        = std::max_element(counts.begin(), counts.end(),
                           [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == counts.end() ? std::string() : most->first;
}

void markReferenceFailure(int level, int number, Evaluation &evaluation)
{
    constexpr int wholeNumbersLevel = 4;
    constexpr int classIndices = 95;
    const bool isBroken = level == wholeNumbersLevel || (level == 1 && number == classIndices);
    if (isBroken
        && (evaluation.verdict == Verdict::BuildFailed
            || evaluation.verdict == Verdict::ReturnedError))
        evaluation.flags.emplace_back("reference_fails");
}

} // namespace loupe
