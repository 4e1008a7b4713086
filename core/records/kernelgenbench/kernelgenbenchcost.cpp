// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchcost.h"

#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <cstdint>
#include <set>
#include <string>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxTranscriptBytes = 1U << 30U;
constexpr std::int64_t maxKernelGenBenchTokens
    = 1'000'000'000'000; ///< per message; larger counts are invalid

/// Calls `take` with each line that is a JSON object; a transcript may be truncated anywhere.
template <typename Take>
void forEachKernelGenBenchEvent(std::string_view transcript, const Take &take)
{
    for (const JsonPart &line : jsonLines(transcript)) {
        const auto event = parsePythonJson(line.text, {});
        if (event && event->is_object())
            take(*event);
    }
}

std::string kernelGenBenchText(const Json *value, const char *key)
{
    const Json *found = jsonMember(value, key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t kernelGenBenchCount(const Json *value, const char *key)
{
    const Json *found = jsonMember(value, key);
    if (found == nullptr || !found->is_number_integer())
        return 0;
    const auto number = found->get<std::int64_t>();
    return number >= 0 && number <= maxKernelGenBenchTokens ? number : 0;
}

void addKernelGenBenchTokens(std::optional<std::int64_t> &sum, std::int64_t more)
{
    sum = sum.value_or(0) + more;
}

} // namespace

void addClaudeCodeCost(std::string_view transcript, GenerationCost &cost)
{
    std::set<std::string> seen;
    forEachKernelGenBenchEvent(transcript, [&](const Json &event) {
        const Json *message = jsonMember(&event, "message");
        const Json *usage = jsonMember(message, "usage");
        if (kernelGenBenchText(&event, "type") != "assistant" || usage == nullptr)
            return;
        const std::string id = kernelGenBenchText(message, "id");
        if (!id.empty() && !seen.insert(id).second)
            return;
        addKernelGenBenchTokens(cost.inputTokens,
                                kernelGenBenchCount(usage, "input_tokens")
                                    + kernelGenBenchCount(usage, "cache_creation_input_tokens")
                                    + kernelGenBenchCount(usage, "cache_read_input_tokens"));
        addKernelGenBenchTokens(cost.outputTokens, kernelGenBenchCount(usage, "output_tokens"));
        addKernelGenBenchTokens(cost.requests, 1);
    });
}

void addOpenCodeCost(std::string_view transcript, GenerationCost &cost)
{
    forEachKernelGenBenchEvent(transcript, [&](const Json &event) {
        const Json *tokens = jsonMember(jsonMember(&event, "part"), "tokens");
        if (kernelGenBenchText(&event, "type") != "step_finish" || tokens == nullptr)
            return;
        std::int64_t input = kernelGenBenchCount(tokens, "input");
        if (const Json *cache = jsonMember(tokens, "cache"))
            input += kernelGenBenchCount(cache, "read") + kernelGenBenchCount(cache, "write");
        addKernelGenBenchTokens(cost.inputTokens, input);
        addKernelGenBenchTokens(cost.outputTokens, kernelGenBenchCount(tokens, "output"));
        addKernelGenBenchTokens(cost.requests, 1);
    });
}

GenerationCost kernelGenBenchWorkspaceCost(const fs::path &workspace)
{
    GenerationCost cost;
    for (const fs::path &file : entriesOf(workspace)) {
        std::error_code ignored;
        if (fs::is_symlink(file, ignored) || !isFile(file))
            continue;
        const std::string name = file.filename().string();
        const bool isClaude = name.starts_with("cc_output") && name.ends_with(".jsonl");
        const bool isOpenCode = name.starts_with("oc_output") && name.ends_with(".json");
        if (!isClaude && !isOpenCode)
            continue;
        const auto transcript = readWithin(workspace, file, maxTranscriptBytes);
        if (transcript && isClaude)
            addClaudeCodeCost(*transcript, cost);
        if (transcript && isOpenCode)
            addOpenCodeCost(*transcript, cost);
    }
    return cost;
}

} // namespace loupe
