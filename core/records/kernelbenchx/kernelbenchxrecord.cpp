// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/kernelbenchxrecord.h"

#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace loupe {

namespace {

constexpr std::size_t separatorLength = 146;
constexpr int maxRounds = 1000;

constexpr std::string_view renamedFrom = "Broadcast/expand_where";
constexpr std::string_view renamedTo = "Index/expand_where";

/// Tasks of the corpus that are not in the 176 tasks of kernelbenchx_v1.json (KernelBench-X
/// fd41922, June 2026), because they were dropped for publication.
constexpr std::array<std::string_view, 18> droppedTasks{
    "Broadcast/tile_clamp",
    "Fusion/fused_sigmoid_argmax",
    "Fusion/fused_sigmoid_conv2d",
    "Fusion/fused_silu_batch_norm",
    "Fusion/fused_softmax_mul",
    "Index/gather",
    "LinearAlgebra/least_squares_qr",
    "Loss/l1_loss",
    "Math/autocast",
    "Math/exp",
    "Math/mul_int8",
    "Math/sqrt",
    "MatrixMultiply/scaled_add_dot",
    "MatrixMultiply/scaled_add_norm",
    "MatrixMultiply/tensordot",
    "Pooling/max_pool2d",
    "Reduce/logsumexp",
    "Reduce/max",
};

constexpr std::array<std::string_view, 6> kinds{"speedup_increase", "call_fail_to_pass",
                                                "exe_fail_to_pass", "perf_ok_newly",
                                                "regression_exe",   "regression_perf"};

std::string separator()
{
    return std::string(separatorLength, '#');
}

/// Returns "Activation/softmax" for "Activation/softmax.py"; reports a problem for anything else.
std::string taskName(const JsonReader &reader)
{
    const std::string id = reader.requiredString("task_id");
    constexpr std::string_view ending = ".py";
    const std::size_t slash = id.find('/');
    const bool shaped = slash != std::string::npos && slash > 0 && id.rfind('/') == slash
        && id.size() > slash + 1 + ending.size() && id.ends_with(ending)
        && std::all_of(id.begin(), id.end(), [](char c) {
                            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'
                                || c == '/' || c == '.' || c == '-';
                        });
    if (shaped)
        return id.substr(0, id.size() - ending.size());
    if (reader.has("task_id") && reader.json()["task_id"].is_string())
        reader.problem("task_id", "must be Category/name.py, is \"" + id + "\"");
    return {};
}

std::optional<int> roundNumber(std::string_view text)
{
    constexpr std::string_view start = "round_";
    int number = -1;
    if (!text.starts_with(start))
        return std::nullopt;
    const char *end = text.data() + text.size();
    const auto [parsed, failed] = std::from_chars(text.data() + start.size(), end, number);
    if (failed != std::errc() || parsed != end || number < 0 || number > maxRounds)
        return std::nullopt;
    return number;
}

void readRounds(const JsonReader &reader, KernelBenchXRecord &record)
{
    const std::string from = reader.requiredString("from_round");
    const std::string to = reader.requiredString("to_round");
    const std::string transition = reader.requiredString("transition");
    if (from.empty() || to.empty() || transition.empty())
        return;
    const auto fromNumber = roundNumber(from);
    const auto toNumber = roundNumber(to);
    if (!fromNumber)
        reader.problem("from_round", "must be round_N, is \"" + from + "\"");
    if (!toNumber)
        reader.problem("to_round", "must be round_N, is \"" + to + "\"");
    if (!fromNumber || !toNumber)
        return;
    if (*toNumber != *fromNumber + 1)
        reader.problem("to_round", "must be the round after " + from + ", is " + to);
    if (transition != from + "_to_" + to)
        reader.problem("transition",
                       "must be " + from + "_to_" + to + ", is \"" + transition + "\"");
    record.fromRound = *fromNumber;
    record.toRound = *toNumber;
}

std::string knownKinds()
{
    std::string out;
    for (const std::string_view each : kinds) {
        out += out.empty() ? "" : ", ";
        out += each;
    }
    return out;
}

std::string readKind(const JsonReader &reader)
{
    std::string kind = reader.requiredString("kind");
    if (!reader.has("kind") || !reader.json()["kind"].is_string())
        return kind;
    for (std::size_t begin = 0; begin <= kind.size();) {
        const std::size_t end = std::min(kind.find(',', begin), kind.size());
        const std::string one = kind.substr(begin, end - begin);
        if (std::find(kinds.begin(), kinds.end(), one) == kinds.end())
            reader.problem("kind", "\"" + one + "\" is not one of " + knownKinds());
        begin = end + 1;
    }
    return kind;
}

/// Checks for a number, or "N/A" if nothing was measured.
void checkMaintainability(const JsonReader &state)
{
    if (state.has("maintainability") && state.json()["maintainability"].is_string()
        && state.requiredString("maintainability") == "N/A")
        return;
    static_cast<void>(state.requiredNumber("maintainability"));
}

/// Reads a nullable number whose key must exist, because corpora always write it.
std::optional<double> requiredOrNull(const JsonReader &reader, std::string_view key)
{
    if (!reader.has(key)) {
        reader.problem(key, "is missing");
        return std::nullopt;
    }
    return reader.nullableNumber(key);
}

void checkConsistency(const JsonReader &reader, const KernelBenchXState &state)
{
    if (state.exeOk && !state.callOk)
        reader.problem("exe_ok", "cannot be true where call_ok is false");
    if (state.perfOk && !state.exeOk)
        reader.problem("perf_ok", "cannot be true where exe_ok is false");
    if (state.perfOk != state.speedup.has_value())
        reader.problem("speedup",
                       state.perfOk ? "must be a number where perf_ok is true"
                                    : "must be null where perf_ok is false");
    if (state.perfOk != state.runtimeMs.has_value())
        reader.problem("runtime_ms",
                       state.perfOk ? "must be a number where perf_ok is true"
                                    : "must be null where perf_ok is false");
    if (state.speedup && *state.speedup <= 0)
        reader.problem("speedup", "must be above 0");
    if (state.runtimeMs && *state.runtimeMs <= 0)
        reader.problem("runtime_ms", "must be above 0");
}

std::string readCode(const JsonReader &record, const std::string &side)
{
    const std::string key = side + "_code";
    std::string code = record.requiredString(key);
    const bool present = record.requiredBool(side + "_code_present");
    if (!record.has(key) || !record.json()[key].is_string())
        return code;
    if (!present) {
        if (!code.empty())
            record.problem(key, "must be empty where " + side + "_code_present is false");
        return code;
    }
    const std::size_t first = code.find(separator());
    if (first == std::string::npos)
        record.problem(key, "has no line of 146 # between kernel and test");
    else if (code.find('#', first + separatorLength) == first + separatorLength
             || code.find(separator(), first + separatorLength) != std::string::npos)
        record.problem(key, "has more than one separator of 146 #");
    return code;
}

KernelBenchXState readState(const JsonReader &record, const std::string &side,
                            const std::string &lines)
{
    KernelBenchXState state;
    const auto reader = record.object(side);
    if (reader && reader->json().is_object()) {
        state.callOk = reader->requiredBool("call_ok");
        state.exeOk = reader->requiredBool("exe_ok");
        state.perfOk = reader->requiredBool("perf_ok");
        state.runtimeMs = requiredOrNull(*reader, "runtime_ms");
        state.speedup = requiredOrNull(*reader, "speedup");
        state.gigabytesPerSecond = requiredOrNull(*reader, "gbs");
        state.teraflops = requiredOrNull(*reader, "tflops");
        static_cast<void>(reader->requiredString("dtype"));
        checkMaintainability(*reader);
        state.error = reader->requiredString("error");
        checkConsistency(*reader, state);
    }
    state.code = readCode(record, side);
    const auto stats = record.object("diff_stats");
    if (stats && stats->json().is_object())
        state.recordedLines = static_cast<int>(
            std::clamp<std::int64_t>(stats->requiredInteger(lines), 0, 1'000'000'000));
    return state;
}

int lineCount(std::string_view text)
{
    const auto breaks = std::count(text.begin(), text.end(), '\n');
    return static_cast<int>(breaks) + (text.empty() || text.back() == '\n' ? 0 : 1);
}

} // namespace

SharedText KernelBenchXState::kernel() const
{
    return code.part(code.view().substr(0, code.view().find(separator())));
}

bool KernelBenchXState::hasCollapsedWhitespace() const
{
    return lineCount(code) < recordedLines;
}

KernelBenchXRecord readKernelBenchXRecord(const SharedText &text, const std::string &file, int line,
                                          std::vector<JsonProblem> &problems)
{
    KernelBenchXRecord record;
    record.line = line;
    record.text = text;
    const auto json = parseElement({text, line}, file);
    if (!json) {
        problems.push_back({json.error().where, json.error().message});
        return record;
    }
    const JsonReader reader(*json, file + ":" + std::to_string(line), {}, problems);
    if (!json->is_object())
        return record;
    record.task = taskName(reader);
    if (record.task == renamedFrom) {
        record.task = renamedTo;
        record.renamed = true;
    }
    readRounds(reader, record);
    record.kind = readKind(reader);
    record.before = readState(reader, "before", "lines_a");
    record.after = readState(reader, "after", "lines_b");
    static_cast<void>(reader.requiredString("unified_diff"));
    static_cast<void>(reader.requiredString("notes"));
    static_cast<void>(reader.object("llm_fields"));
    return record;
}

bool isDroppedKernelBenchXTask(std::string_view task)
{
    return std::find(droppedTasks.begin(), droppedTasks.end(), task) != droppedTasks.end();
}

} // namespace loupe
