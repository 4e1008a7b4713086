// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/roundrequests.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr const char *truncatedPurpose = "truncated";
constexpr const char *reminderPurpose = "reminder";
constexpr int maxRaises = 2;

/// Requests and answers of one round.
struct RoundState {
    const Request *answer = nullptr; ///< last answer
    int raised = 0;                  ///< whole answers to requests with a raised output limit

    RoundState(const Dialogue *dialogue, int round) : m_dialogue(dialogue), m_round(round)
    {
        eachRequest([this](const Request &request) {
            if (!isAnswered(request))
                return;
            answer = &request;
            raised += request.purpose == truncatedPurpose ? 1 : 0;
        });
    }

    std::int64_t asked(const std::string &purpose) const
    {
        std::int64_t count = 0;
        eachRequest([&](const Request &request) { count += request.purpose == purpose ? 1 : 0; });
        return count;
    }

private:
    template <typename Each>
    void eachRequest(Each each) const
    {
        if (m_dialogue == nullptr)
            return;
        for (const Request &request : m_dialogue->requests) {
            if (request.round == m_round)
                each(request);
        }
    }

    const Dialogue *m_dialogue;
    int m_round;
};

ExtractionOutcome outcomeOf(const Request &answer)
{
    const auto &extractions = answer.response->extractions;
    return extractions.empty() ? ExtractionOutcome::Empty : extractions.front().outcome;
}

bool isWithoutProgram(ExtractionOutcome outcome)
{
    return outcome == ExtractionOutcome::NoCode || outcome == ExtractionOutcome::Empty
        || outcome == ExtractionOutcome::Unparseable;
}

/// Returns true if the server's own limit ended the answer, such as a full context. A higher output
/// limit would not help then. Reasoning tokens are added to the output, because some servers count
/// them separately. Counts within 10 % of the limit count as reaching it.
bool isBelowCeiling(const Response &answer, std::int64_t ceiling)
{
    return answer.outputTokens
        && *answer.outputTokens + answer.reasoningTokens.value_or(0) < ceiling - ceiling / 10;
}

std::int64_t ceilingAfter(int raises, const ModelParameters &parameters)
{
    std::int64_t ceiling = parameters.maxOutput;
    for (int raise = 0; raise < raises; ++raise)
        ceiling = std::min(ceiling * 2, parameters.maxOutputLimit);
    return ceiling;
}

} // namespace

bool isAnswered(const Request &request)
{
    return request.state == "answered" && request.response && request.response->isComplete;
}

int rankOfPurpose(const std::string &purpose)
{
    if (purpose == truncatedPurpose)
        return 1;
    return purpose == reminderPurpose ? 2 : 0;
}

std::optional<WantedRequest> nextOfRound(const Dialogue *dialogue, int round,
                                         const std::string &purpose, const Strategy &strategy,
                                         const ModelParameters &parameters)
{
    const RoundState state(dialogue, round);
    const auto wanted = [&](const std::string &what, std::int64_t ceiling) {
        return WantedRequest{round, what, state.asked(what) + 1, ceiling, {}};
    };
    if (state.answer == nullptr)
        return wanted(purpose, parameters.maxOutput);
    if (state.answer->purpose == reminderPurpose)
        return std::nullopt;
    const ExtractionOutcome outcome = outcomeOf(*state.answer);
    const std::int64_t ceiling = ceilingAfter(state.raised, parameters);
    if (outcome == ExtractionOutcome::Truncated) {
        const std::int64_t raised = ceilingAfter(state.raised + 1, parameters);
        return state.raised < maxRaises && raised > ceiling
                && !isBelowCeiling(*state.answer->response, ceiling)
            ? std::optional(wanted(truncatedPurpose, raised))
            : std::nullopt;
    }
    return strategy.hasReminder && isWithoutProgram(outcome)
        ? std::optional(wanted(reminderPurpose, ceiling))
        : std::nullopt;
}

bool isCutByServer(const Dialogue &dialogue, int round, const ModelParameters &parameters)
{
    const RoundState state(&dialogue, round);
    return state.answer != nullptr && outcomeOf(*state.answer) == ExtractionOutcome::Truncated
        && isBelowCeiling(*state.answer->response, ceilingAfter(state.raised, parameters));
}

const Request *settledAnswer(const Dialogue &dialogue, int round, const Strategy &strategy,
                             const ModelParameters &parameters)
{
    return nextOfRound(&dialogue, round, {}, strategy, parameters)
        ? nullptr
        : RoundState(&dialogue, round).answer;
}

int settledRounds(const Dialogue &dialogue, const Strategy &strategy,
                  const ModelParameters &parameters)
{
    int round = 0;
    while (settledAnswer(dialogue, round, strategy, parameters) != nullptr)
        ++round;
    return round;
}

} // namespace loupe
