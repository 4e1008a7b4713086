// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/base/untrustedfile.h"
#include "core/endpoints/profile/profile.h"
#include "core/endpoints/profile/profilefields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxProfileBytes = 1 << 20;
constexpr double maxWait = 86400 * 7;
constexpr std::int64_t maxTokens = 100'000'000;
constexpr double maxDollars = 1'000'000;

struct KindFacts {
    EndpointKind kind;
    const char *name;
    const char *maxOutputName;
};
constexpr std::array<KindFacts, 8> kinds{{{EndpointKind::OpenAi, "openai", "max_completion_tokens"},
                                          {EndpointKind::Azure, "azure", "max_completion_tokens"},
                                          {EndpointKind::Vllm, "vllm", "max_tokens"},
                                          {EndpointKind::SgLang, "sglang", "max_tokens"},
                                          {EndpointKind::LlamaCpp, "llama.cpp", "max_tokens"},
                                          {EndpointKind::Ollama, "ollama", "max_tokens"},
                                          {EndpointKind::OpenRouter, "openrouter", "max_tokens"},
                                          {EndpointKind::Gateway, "gateway", "max_tokens"}}};

void readKind(const JsonReader &object, Endpoint &endpoint)
{
    const std::string wanted = object.optionalString("kind", name(endpoint.kind));
    std::string known;
    for (const KindFacts &each : kinds) {
        known += known.empty() ? each.name : std::string(", ") + each.name;
        if (wanted == each.name) {
            endpoint.kind = each.kind;
            endpoint.maxOutputName = each.maxOutputName;
            return;
        }
    }
    object.problem("kind", "must be one of " + known);
}

void readKeyName(const JsonReader &object, Endpoint &endpoint)
{
    const std::string text = object.optionalString("key");
    if (text.empty())
        return;
    if (const auto parsed = parseKeyName(text))
        endpoint.key = *parsed;
    else // The text is not repeated, because it may be a pasted key.
        object.problem("key",
                       "says where the key is, env:NAME, file:PATH or keyring:LABEL; a "
                       "profile holds no key");
}

void readEndpoint(const JsonReader &object, const std::string &source, Endpoint &endpoint)
{
    object.allowOnly({"url", "kind", "key", "lanes", "requests_per_minute", "tokens_per_minute",
                      "local", "stream", "proxy", "ca_file", "max_output_name"});
    const auto url = parseEndpointUrl(object.requiredString("url"));
    if (url)
        endpoint.url = *url;
    else
        object.problem("url", url.error().text());
    readKind(object, endpoint);
    readKeyName(object, endpoint);
    const ProfileFields fields(object);
    std::int64_t lanes = endpoint.lanes;
    fields.whole("lanes", 1, 256, lanes);
    endpoint.lanes = static_cast<int>(lanes);
    fields.whole("requests_per_minute", 1, 1'000'000, endpoint.requestsPerMinute);
    fields.whole("tokens_per_minute", 1, 1'000'000'000, endpoint.tokensPerMinute);
    endpoint.isLocal = object.optionalBool("local", url && isLoopback(url->host));
    endpoint.isStreamed = object.optionalBool("stream", true);
    fields.text("proxy", endpoint.proxy);
    if (endpoint.proxy.find('@') != std::string::npos)
        object.problem("proxy", "holds a password; leave it to the variable https_proxy");
    fields.text("max_output_name", endpoint.maxOutputName);
    std::string certificates;
    fields.text("ca_file", certificates);
    if (!certificates.empty())
        endpoint.extraCa = fs::absolute(fs::path(source).parent_path() / certificates);
}

void readTemperature(const JsonReader &object, ModelParameters &parameters)
{
    if (!object.has("temperature"))
        return;
    const Json &found = object.json().at("temperature");
    const Json list = found.is_array() ? found : Json::array({found});
    for (const Json &each : list) {
        const bool fits = each.is_number() && each.get<double>() >= 0 && each.get<double>() <= 10;
        if (!fits)
            return object.problem("temperature",
                                  "must be a number from 0 to 10, or a list of them");
        parameters.temperature.push_back(each.get<double>());
    }
}

void readParameters(const JsonReader &object, const Endpoint &endpoint, ModelParameters &parameters)
{
    object.allowOnly({"temperature", "top_p", "seed", "max_output", "max_output_limit", "extra"});
    const ProfileFields fields(object);
    readTemperature(object, parameters);
    fields.number("top_p", 0, 1, parameters.topP);
    fields.whole("seed", 0, std::int64_t{1} << 52, parameters.seed);
    fields.whole("max_output", 1, maxTokens, parameters.maxOutput);
    parameters.maxOutputLimit = std::max(parameters.maxOutput, parameters.maxOutputLimit);
    fields.whole("max_output_limit", parameters.maxOutput, maxTokens, parameters.maxOutputLimit);
    if (!object.has("extra"))
        return;
    parameters.extra = object.json().at("extra");
    if (!parameters.extra.is_object())
        return object.problem("extra", "must be an object of further fields of the request");
    constexpr std::array<std::string_view, 10> ours{
        "model",       "messages", "n",    "stream",     "stream_options",
        "temperature", "top_p",    "seed", "max_tokens", "max_completion_tokens"};
    for (const auto &[key, value] : parameters.extra.items()) {
        const bool isOurs = key == endpoint.maxOutputName
            || std::find(ours.begin(), ours.end(), key) != ours.end();
        if (isOurs)
            object.problem("extra", "\"" + key + "\" is written by the program itself");
    }
}

void readLimits(const JsonReader &object, EndpointLimits &limits)
{
    object.allowOnly({"connect_seconds", "first_byte_seconds", "idle_seconds", "total_seconds",
                      "start_seconds", "wait_seconds", "backoff_seconds", "tries", "raw_bytes",
                      "content_bytes"});
    const ProfileFields fields(object);
    fields.number("connect_seconds", 0.01, maxWait, limits.connectSeconds);
    fields.number("first_byte_seconds", 0.01, maxWait, limits.firstByteSeconds);
    fields.number("idle_seconds", 0.01, maxWait, limits.idleSeconds);
    fields.number("total_seconds", 0.01, maxWait, limits.totalSeconds);
    fields.number("start_seconds", 0, maxWait, limits.startSeconds);
    fields.number("wait_seconds", 0, maxWait, limits.waitSeconds);
    fields.number("backoff_seconds", 0, maxWait, limits.backoffSeconds);
    fields.whole("tries", 1, 100, limits.tries);
    fields.whole("raw_bytes", 1024, std::int64_t{1} << 30, limits.rawBytes);
    fields.whole("content_bytes", 1024, std::int64_t{64} << 20, limits.contentBytes);
}

std::optional<Money> pricePerToken(const JsonReader &object, std::string_view key)
{
    std::optional<double> million;
    ProfileFields(object).number(key, 0, maxDollars, million);
    return million ? Money::fromDollars(*million / 1e6) : std::nullopt;
}

Prices readPrices(const JsonReader &object)
{
    object.allowOnly({"input", "cached_input", "output", "date", "source"});
    for (const char *key : {"input", "output"}) {
        if (!object.has(key))
            object.problem(key, "is missing: dollars for a million tokens");
    }
    Prices prices;
    prices.input = pricePerToken(object, "input").value_or(Money());
    prices.cachedInput = pricePerToken(object, "cached_input");
    prices.output = pricePerToken(object, "output").value_or(Money());
    prices.date = object.requiredString("date");
    prices.source = object.optionalString("source");
    const bool isDate = prices.date.size() == 10 && prices.date[4] == '-' && prices.date[7] == '-'
        && prices.date.find_first_not_of("0123456789-") == std::string::npos;
    if (!isDate)
        object.problem("date", "must be the day of these prices, as 2026-11-25");
    return prices;
}

BudgetLimits readBudgetLimits(const JsonReader &object, bool hasPrices)
{
    BudgetLimits limits;
    const ProfileFields fields(object);
    fields.whole("requests", 0, maxTokens, limits.requests);
    fields.whole("input_tokens", 0, std::int64_t{1} << 50, limits.inputTokens);
    fields.whole("output_tokens", 0, std::int64_t{1} << 50, limits.outputTokens);
    std::optional<double> dollars;
    fields.number("dollars", 0, maxDollars, dollars);
    if (dollars && !hasPrices)
        object.problem("dollars", "cannot be kept without \"prices\"");
    if (dollars)
        limits.dollars = Money::fromDollars(*dollars);
    return limits;
}

void readBudget(const JsonReader &object, bool hasPrices, Budget &budget)
{
    object.allowOnly({"requests", "input_tokens", "output_tokens", "dollars", "wall_seconds",
                      "per_task", "per_dialogue"});
    budget.run = readBudgetLimits(object, hasPrices);
    ProfileFields(object).number("wall_seconds", 0, maxWait * 52, budget.wallSeconds);
    const auto within = [&](const char *key, BudgetLimits &limits) {
        if (const auto inner = object.object(key, false)) {
            inner->allowOnly({"requests", "input_tokens", "output_tokens", "dollars"});
            limits = readBudgetLimits(*inner, hasPrices);
        }
    };
    within("per_task", budget.task);
    within("per_dialogue", budget.dialogue);
}

void readParts(const JsonReader &object, Profile &profile)
{
    if (const auto endpoint = object.object("endpoint"))
        readEndpoint(*endpoint, profile.source, profile.endpoint);
    if (const auto parameters = object.object("parameters", false))
        readParameters(*parameters, profile.endpoint, profile.parameters);
    if (const auto limits = object.object("limits", false))
        readLimits(*limits, profile.limits);
    if (const auto prices = object.object("prices", false))
        profile.prices = readPrices(*prices);
    if (const auto budget = object.object("budget", false))
        readBudget(*budget, profile.prices.has_value(), profile.budget);
    for (const char *section : {"strategy", "prompt", "feedback", "judge"}) {
        if (object.has(section))
            profile.generation[section] = object.json().at(section);
    }
}

} // namespace

const char *name(EndpointKind kind)
{
    for (const KindFacts &each : kinds) {
        if (each.kind == kind)
            return each.name;
    }
    return "gateway";
}

Result<Profile> parseProfile(std::string text, const std::string &source)
{
    const auto json = parseJson(text, source);
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader object(*json, source, "", problems);
    Profile profile;
    profile.source = source;
    profile.sha256 = sha256Hex(json->dump());
    profile.text = std::move(text);
    if (!problems.empty())
        return toError(problems);
    object.allowOnly({"format", "name", "demo", "endpoint", "model", "parameters", "limits",
                      "prices", "budget", "strategy", "prompt", "feedback", "judge"});
    if (object.requiredInteger("format") != 1)
        object.problem("format", "must be 1, the form that this version reads");
    profile.name = object.requiredString("name");
    profile.isDemo = object.optionalBool("demo", false);
    profile.model = object.requiredString("model");
    if (profile.model.empty())
        object.problem("model", "must name the model, as the endpoint calls it");
    readParts(object, profile);
    if (!problems.empty())
        return toError(problems);
    return profile;
}

Result<Profile> readProfile(const fs::path &file)
{
    UntrustedLimits limits;
    limits.maxBytes = maxProfileBytes;
    auto opened = UntrustedFile::openNamed(file, limits);
    if (!opened)
        return opened.error();
    auto text = opened->read();
    if (!text)
        return text.error();
    return parseProfile(std::move(*text), file.string());
}

} // namespace loupe
