// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchsummary.h"

#include "core/records/reading/jsonfields.h"
#include "core/records/reading/sourcefiles.h"

#include <cstdint>

namespace loupe {

namespace {

constexpr int maxKernelGenBenchRounds = 10'000;

std::map<int, std::string> readKernelGenBenchCodes(const JsonReader &reader)
{
    std::map<int, std::string> codes;
    const auto recorded = reader.object("generated_codes_by_round", false);
    if (!recorded || !recorded->json().is_object())
        return codes;
    for (const auto &[key, value] : recorded->json().items()) {
        const auto round = numberAfter("", key, maxKernelGenBenchRounds);
        if (!round)
            recorded->problem(key, "must be the number of a round");
        else if (!value.is_string() && !value.is_null())
            recorded->problem(key, "must be a string or null");
        else
            codes[*round] = value.is_string() ? value.get<std::string>() : std::string();
    }
    return codes;
}

} // namespace

KernelGenBenchOutcome readKernelGenBenchOutcome(const JsonReader &reader, const JsonPart &part)
{
    KernelGenBenchOutcome outcome;
    const std::string status = reader.requiredString("status");
    if (status != "passed" && status != "failed" && reader.has("status"))
        reader.problem("status", "must be passed or failed, is \"" + status + "\"");
    outcome.isPassed = status == "passed";
    if (reader.has("total_tests"))
        outcome.total = recordedCount(reader, "total_tests", 0, INT32_MAX);
    if (reader.has("failed_tests"))
        outcome.failed = recordedCount(reader, "failed_tests", 0, INT32_MAX);
    outcome.error = recordedText(reader, "error");
    outcome.text = part.text;
    return outcome;
}

bool agrees(const KernelGenBenchVerification &verification, const KernelGenBenchOutcome &outcome)
{
    const auto differs = [](const std::optional<int> &a, const std::optional<int> &b) {
        return a && b && *a != *b;
    };
    return verification.success.value_or(false) == outcome.isPassed
        && !differs(verification.total, outcome.total)
        && !differs(verification.failed, outcome.failed);
}

KernelGenBenchPasses readKernelGenBenchPasses(const JsonReader &reader)
{
    KernelGenBenchPasses passes;
    const bool isPassed = reader.requiredBool("passed");
    if (reader.has("first_pass_round") && !reader.json().find("first_pass_round")->is_null())
        passes.first = recordedCount(reader, "first_pass_round", 0, maxKernelGenBenchRounds);
    if (isPassed != passes.first.has_value())
        reader.problem("first_pass_round",
                       isPassed ? "must be a number where passed is true"
                                : "must be null where passed is false");
    passes.codes = readKernelGenBenchCodes(reader);
    return passes;
}

} // namespace loupe
