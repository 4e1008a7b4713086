// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/endpoints/profile/endpointurl.h"
#include "core/endpoints/profile/keyname.h"
#include "core/endpoints/profile/money.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What answers behind an address. It decides how the ceiling of an answer is named and in which
/// header the key travels; everything else is the same.
enum class EndpointKind { OpenAi, Azure, Vllm, SgLang, LlamaCpp, Ollama, OpenRouter, Gateway };

/// "llama.cpp", as profiles say it.
const char *name(EndpointKind kind);

struct Endpoint {
    EndpointUrl url;
    EndpointKind kind = EndpointKind::Gateway;
    KeyName key;
    int lanes = 1;                                 ///< requests that are open at the same time
    std::optional<std::int64_t> requestsPerMinute; ///< nothing: no limit of ours
    std::optional<std::int64_t> tokensPerMinute;   ///< of input and output together
    bool isLocal = false; ///< on this machine: shares what is timed; the loopback is, unless said
    bool isStreamed = true;
    std::string proxy;             ///< an address; empty: what the usual variables say
    std::filesystem::path extraCa; ///< certificates that are trusted beside the system's
    std::string maxOutputName;     ///< of the field that limits an answer
};

struct ModelParameters {
    std::vector<double> temperature; ///< one for all samples, or one each, repeated from the start;
                                     ///< empty: the endpoint's own
    std::optional<double> topP;
    std::optional<std::int64_t> seed;    ///< of sample 0; the n-th asks with seed + n
    std::int64_t maxOutput = 16000;      ///< tokens of an answer, reasoning included; always sent
    std::int64_t maxOutputLimit = 64000; ///< how far a truncated answer's ceiling may be raised
    Json extra = Json::object();         ///< further fields of the body, as they are
};

/// Seconds are waits at most. What an answer holds beyond its limits is cut, or ends it.
struct EndpointLimits {
    double connectSeconds = 30;
    double firstByteSeconds = 600; ///< from sending to the answer's head
    double idleSeconds = 120;      ///< between two lines of a stream
    double totalSeconds = 3600;
    double startSeconds = 600; ///< how long a server may say that it is loading its model
    double waitSeconds = 300;  ///< the longest wait between two tries, whatever Retry-After says
    double backoffSeconds = 1; ///< the first wait where the server names none; doubles
    std::int64_t tries = 5;    ///< of a request that fails in passing
    std::int64_t rawBytes = std::int64_t{128} << 20; ///< of an answer as it comes
    std::int64_t contentBytes = std::int64_t{4}
        << 20; ///< of its text, and as much of its reasoning
};

struct BudgetLimits {
    std::optional<std::int64_t> requests;
    std::optional<std::int64_t> inputTokens;
    std::optional<std::int64_t> outputTokens;
    std::optional<Money> dollars;
};

/// Nothing is sent that might exceed one of them.
struct Budget {
    BudgetLimits run;
    BudgetLimits task;     ///< of each task
    BudgetLimits dialogue; ///< of each sample of a task
    std::optional<double> wallSeconds;
};

/// What is asked, where, with what, and how far. It holds no key.
struct Profile {
    std::string name;
    bool isDemo = false; ///< what it asks for is demonstration data, and labelled so
    Endpoint endpoint;
    std::string model;
    ModelParameters parameters;
    EndpointLimits limits;
    std::optional<Prices> prices;
    Budget budget;
    Json generation = Json::object(); ///< strategy, prompt, feedback, judge: not this room's
    std::string text;                 ///< as it was read
    std::string source;               ///< where errors say that it lies
    std::string sha256;               ///< of its canonical form: equal for the same settings
};

/// The profile in a file of at most 1 MiB. InvalidInput with every problem by its place: keys that
/// are not known, values out of range, a limit in dollars without prices.
Result<Profile> readProfile(const std::filesystem::path &file);
Result<Profile> parseProfile(std::string text, const std::string &source);

} // namespace loupe
