// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/strategy.h"

#include "core/base/json.h"
#include "core/endpoints/profile/profilefields.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

constexpr std::int64_t mostSamples = 10'000;
constexpr int mostRaises = 2;

const Request *lastAnswer(const Dialogue &dialogue)
{
    const auto found
        = std::find_if(dialogue.requests.rbegin(), dialogue.requests.rend(), isAnswered);
    return found == dialogue.requests.rend() ? nullptr : &*found;
}

bool isTruncated(const Request &request)
{
    const auto &extractions = request.response->extractions;
    return !extractions.empty() && extractions.front().outcome == ExtractionOutcome::Truncated;
}

} // namespace

Result<Strategy> readStrategy(const Profile &profile)
{
    std::vector<JsonProblem> problems;
    const JsonReader object(profile.generation, profile.source, "", problems);
    for (const char *later : {"feedback", "judge"}) {
        if (object.has(later))
            object.problem(later, "is of strategies with rounds, which this version has not");
    }
    Strategy strategy;
    if (const auto chosen = object.object("strategy", false)) {
        chosen->allowOnly({"kind", "samples"});
        if (chosen->requiredString("kind") != "independent")
            chosen->problem("kind", "must be \"independent\", the one that this version has");
        std::int64_t samples = 1;
        ProfileFields(*chosen).whole("samples", 1, mostSamples, samples);
        strategy.samples = static_cast<int>(samples);
    }
    if (const auto prompt = object.object("prompt", false)) {
        prompt->allowOnly({"start"});
        strategy.startPrompt = prompt->optionalString("start");
    }
    if (!problems.empty())
        return toError(problems);
    return strategy;
}

bool isAnswered(const Request &request)
{
    return request.state == "answered" && request.response && request.response->isComplete;
}

const Request *settledAnswer(const Dialogue &dialogue, const ModelParameters &parameters)
{
    return nextRequest(&dialogue, parameters) ? nullptr : lastAnswer(dialogue);
}

std::optional<WantedRequest> nextRequest(const Dialogue *dialogue,
                                         const ModelParameters &parameters)
{
    const auto asked = [&](const char *purpose) -> std::int64_t {
        return dialogue == nullptr
            ? 0
            : std::count_if(dialogue->requests.begin(), dialogue->requests.end(),
                            [&](const Request &each) { return each.purpose == purpose; });
    };
    const Request *answer = dialogue == nullptr ? nullptr : lastAnswer(*dialogue);
    if (answer == nullptr)
        return WantedRequest{0, "start", asked("start") + 1, parameters.maxOutput};
    if (!isTruncated(*answer))
        return std::nullopt;
    const std::int64_t answers
        = std::count_if(dialogue->requests.begin(), dialogue->requests.end(), isAnswered);
    std::int64_t ceiling = parameters.maxOutput;
    std::int64_t before = ceiling;
    for (std::int64_t raised = 0; raised < answers; ++raised) {
        before = ceiling;
        ceiling = std::min(ceiling * 2, parameters.maxOutputLimit);
    }
    if (answers > mostRaises || ceiling <= before)
        return std::nullopt;
    return WantedRequest{0, "truncated", asked("truncated") + 1, ceiling};
}

} // namespace loupe
