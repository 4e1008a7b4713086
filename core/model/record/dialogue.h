// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/sharedtext.h"
#include "core/model/record/extraction.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Generation settings: endpoint, model, parameters, strategy, feedback, limits, prices. Without
/// secrets.
struct GenerationProfile {
    std::string name;
    std::string json;
    friend bool operator==(const GenerationProfile &, const GenerationProfile &) = default;
};

/// Template of messages.
struct PromptTemplate {
    std::string name;     ///< "cpu.start"
    std::string platform; ///< requested platform of a candidate
    std::string purpose;  ///< start, fix, optimise, truncated, hint
    std::string body;
    std::string variables; ///< JSON array of the names that it uses
    friend bool operator==(const PromptTemplate &, const PromptTemplate &) = default;
};

/// Key of an evaluation of the same run, task and method.
struct ToldEvaluation {
    int sample = 0;
    int round = 0;
    int attempt = 0;
    friend bool operator==(const ToldEvaluation &, const ToldEvaluation &) = default;
};

/// One message of a dialogue.
struct DialogueMessage {
    int ordinal = 0;                    ///< from 0 on, without gaps
    int round = 0;                      ///< of the candidate that it requests or contains
    std::string role;                   ///< system, user, assistant
    std::string kind;                   ///< system, task, example, feedback, reminder, hint, answer
    std::optional<PromptTemplate> made; ///< template of the message
    SharedText body;
    std::string author;                 ///< of a user's hint
    std::optional<ToldEvaluation> told; ///< evaluation whose result is the feedback
    std::string request;                ///< uuid of the request that it answers; else empty
    friend bool operator==(const DialogueMessage &, const DialogueMessage &) = default;
};

/// Response of a server.
struct Response {
    std::string raw;    ///< bytes as received
    SharedText content; ///< the text in it, in UTF-8; the message of the answer shares it
    std::string reasoning;
    std::string finishReason; ///< stop, length, content_filter …; empty: not recorded
    std::string modelSaid;    ///< model that the server names
    std::string fingerprint;
    std::optional<std::int64_t> inputTokens;
    std::optional<std::int64_t> cachedTokens; ///< of the input
    std::optional<std::int64_t> outputTokens;
    std::optional<std::int64_t> reasoningTokens; ///< of the output
    std::string usageSource;                     ///< reported, counted, estimated; empty: unknown
    std::optional<double> dollars;
    std::string dollarsSource; ///< reported, priced; empty: unknown
    bool isComplete = true;    ///< false: the connection ended before the answer did
    /// Code taken from it, by each version of the rule and by users.
    std::vector<Extraction> extractions;
    friend bool operator==(const Response &, const Response &) = default;
};

/// Adds a value to a sum; the sum stays nullopt while no value is known.
template <typename Number>
void addKnown(std::optional<Number> &sum, const std::optional<Number> &value)
{
    if (value)
        sum = sum.value_or(Number{}) + *value;
}

/// One call of an endpoint. A round may need several: retries, and answers that were truncated.
struct Request {
    std::string uuid;
    int round = 0;
    std::string purpose; ///< start, fix, optimise, truncated, reminder
    int attempt = 0;     ///< of the same round and purpose, from 0 on
    std::string httpMethod;
    std::string path;  ///< of the URL
    std::string body;  ///< canonical JSON; no headers
    std::string state; ///< planned, sent, answered, failed, unknown (sent without an answer)
    std::optional<double> reservedDollars;
    std::optional<std::int64_t> httpStatus;
    std::string errorClass;
    std::string errorText;
    std::optional<double> retryAfterSeconds;
    std::string plannedAt; ///< ISO 8601 UTC, as all times; empty: not yet, or not recorded
    std::string sentAt;
    std::string firstByteAt;
    std::string endedAt;
    std::string providerRequestId;
    std::optional<Response> response;
    friend bool operator==(const Request &, const Request &) = default;
};

/// Origin of a round's candidate: another candidate of the same run, task and method.
struct Lineage {
    int round = 0;
    int parentSample = 0;
    int parentRound = 0;
    std::string role; ///< refined, crossed, inspired, hinted
    friend bool operator==(const Lineage &, const Lineage &) = default;
};

/// All messages that led to the candidates of one sample, round by round.
struct Dialogue {
    std::string task;   ///< Task::name
    std::string method; ///< Method::name
    int sample = 0;
    std::optional<GenerationProfile> profile; ///< nullopt: imported
    std::string strategy;
    std::optional<std::int64_t> island;
    std::string state;      ///< planned, prompted, asking, answered … stopped
    std::string stopReason; ///< solved, rounds, budget … ; empty: not stopped, or not recorded
    std::string askedSeed;
    std::vector<DialogueMessage> messages; ///< by ordinal
    std::vector<Request> requests;         ///< in the order in which they were planned
    std::vector<Lineage> lineage;
    friend bool operator==(const Dialogue &, const Dialogue &) = default;
};

/// Function that returns the bytes of a server's answer to a request, by its uuid; an error if they
/// are not available. They are many times as large as an answer's text, so a store fetches one
/// answer at a time.
using RawAnswers = std::function<Result<std::string>(const std::string &request)>;

} // namespace loupe
