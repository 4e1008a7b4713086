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

/// Software behind an address. It decides the name of the output limit and the header of the key;
/// everything else is the same.
enum class EndpointKind { OpenAi, Azure, Vllm, SgLang, LlamaCpp, Ollama, OpenRouter, Gateway };

/// Returns the name used in profiles, such as "llama.cpp".
const char *name(EndpointKind kind);

struct Endpoint {
    EndpointUrl url;
    EndpointKind kind = EndpointKind::Gateway;
    KeyName key;
    int lanes = 1;                                 ///< maximum number of concurrent requests
    std::optional<std::int64_t> requestsPerMinute; ///< absent: no limit on the client's side
    std::optional<std::int64_t> tokensPerMinute;   ///< input and output together
    bool isLocal = false; ///< runs on this machine and disturbs timing; defaults to true for
                          ///< loopback
    bool isStreamed = true;
    std::string proxy;             ///< address; empty: the usual proxy variables apply
    std::filesystem::path extraCa; ///< certificates trusted in addition to the system's
    std::string maxOutputName;     ///< name of the field that limits the output
};

struct ModelParameters {
    std::vector<double> temperature; ///< one for all samples, or one for each, cycled; empty: the
                                     ///< endpoint's default
    std::optional<double> topP;
    std::optional<std::int64_t> seed;    ///< for sample 0; sample n uses seed + n
    std::int64_t maxOutput = 16000;      ///< tokens of an answer, including reasoning; always sent
    std::int64_t maxOutputLimit = 64000; ///< upper bound when the limit is raised for a truncated
                                         ///< answer
    Json extra = Json::object();         ///< more fields of the body, copied unchanged
};

/// Limits of one request. Seconds are maximum waits; content beyond a size limit is cut or ends the
/// answer.
struct EndpointLimits {
    double connectSeconds = 30;
    double firstByteSeconds = 600; ///< from sending to the answer's head
    double idleSeconds = 120;      ///< between two lines of a stream
    double totalSeconds = 3600;
    double startSeconds = 600; ///< maximum time a server may report that it is loading its model
    double waitSeconds = 300;  ///< maximum wait between two tries, even if Retry-After is longer
    double backoffSeconds = 1; ///< first wait without Retry-After; it doubles
    std::int64_t tries = 5;    ///< maximum tries after temporary failures
    std::int64_t rawBytes = std::int64_t{128} << 20; ///< of the raw answer
    std::int64_t contentBytes = std::int64_t{4}
        << 20; ///< of the content, and separately of the reasoning
};

struct BudgetLimits {
    std::optional<std::int64_t> requests;
    std::optional<std::int64_t> inputTokens;
    std::optional<std::int64_t> outputTokens;
    std::optional<Money> dollars;
};

/// Limits that no request may exceed; it is not sent otherwise.
struct Budget {
    BudgetLimits run;
    BudgetLimits task;     ///< for each task
    BudgetLimits dialogue; ///< for each sample of a task
    std::optional<double> wallSeconds;
};

/// Settings of an endpoint, its model and a generation. It never holds a key.
struct Profile {
    std::string name;
    bool isDemo = false; ///< results are labelled as demonstration data
    Endpoint endpoint;
    std::string model;
    ModelParameters parameters;
    EndpointLimits limits;
    std::optional<Prices> prices;
    Budget budget;
    Json generation = Json::object(); ///< strategy, prompt, feedback, checker: read by
                                      ///< core/generation
    std::string text;                 ///< source text
    std::string source;               ///< name of the file for errors
    std::string sha256;               ///< hash of its canonical form: equal for equal settings
};

/// Reads a profile of at most 1 MiB. InvalidInput lists every problem with its path: unknown keys,
/// values out of range, a limit in dollars without prices.
Result<Profile> readProfile(const std::filesystem::path &file);
Result<Profile> parseProfile(std::string text, const std::string &source);

} // namespace loupe
