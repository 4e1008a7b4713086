// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/profilechoices.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

const char *nameOf(Strategy::Parent parent)
{
    return parent == Strategy::Parent::Best ? "best" : "last";
}

const char *nameOf(FeedbackRules::History history)
{
    switch (history) {
    case FeedbackRules::History::Best:
        return "best";
    case FeedbackRules::History::All:
        return "all";
    case FeedbackRules::History::Last:
        break;
    }
    return "last";
}

void setModel(Json &json, const ProfileChoices &now, const ProfileChoices &wanted)
{
    if (wanted.name != now.name)
        json["name"] = wanted.name;
    if (wanted.model != now.model)
        json["model"] = wanted.model;
    Json &endpoint = json["endpoint"];
    if (wanted.url != now.url)
        endpoint["url"] = wanted.url;
    if (wanted.endpoint != now.endpoint)
        endpoint["kind"] = name(wanted.endpoint);
    if (wanted.key != now.key) {
        endpoint["key"] = wanted.key;
        if (wanted.key.empty())
            endpoint.erase("key");
    }
    if (wanted.lanes != now.lanes)
        endpoint["lanes"] = wanted.lanes;
    if (wanted.maxOutput != now.maxOutput)
        json["parameters"]["max_output"] = wanted.maxOutput;
}

/// Removes the prompts that are never used with published ones.
void setPrompts(Json &json, const ProfileChoices &now, const ProfileChoices &wanted)
{
    if (wanted.isPublished == now.isPublished)
        return;
    if (!wanted.isPublished) {
        json["prompt"].erase("published");
        return;
    }
    json["prompt"]["published"] = Json::object();
    for (const char *own : {"start", "reminder"})
        json["prompt"].erase(own);
}

bool hasWidth(Strategy::Kind kind)
{
    return kind == Strategy::Kind::BestThenRefine || kind == Strategy::Kind::Beam;
}

bool isPooledKind(Strategy::Kind kind)
{
    return kind == Strategy::Kind::Beam || kind == Strategy::Kind::Evolve;
}

void erase(Json &object, std::initializer_list<const char *> keys)
{
    if (!object.is_object())
        return;
    for (const char *key : keys)
        object.erase(key);
}

/// Removes settings that only other kinds of strategies have.
void setKind(Json &json, Strategy::Kind kind)
{
    Json &strategy = json["strategy"];
    strategy["kind"] = name(kind);
    Json prompt = json.value("prompt", Json::object());
    if (!hasWidth(kind))
        erase(strategy, {"width"});
    if (!isPooledKind(kind))
        erase(strategy, {"children"});
    else
        erase(strategy, {"samples", "parent"});
    if (isPooledKind(kind) && strategy.contains("stop"))
        erase(strategy["stop"], {"same_code"});
    if (kind != Strategy::Kind::Evolve) {
        erase(strategy, {"islands", "migration", "crossover", "seed"});
        erase(prompt, {"cross"});
    }
    if (kind == Strategy::Kind::Independent) {
        erase(strategy, {"rounds", "parent", "stop", "confirm"});
        erase(json, {"feedback", "judge"});
        erase(prompt, {"fix", "optimise"});
    }
    json["prompt"] = prompt;
    if (prompt.empty())
        erase(json, {"prompt"});
}

void setStrategy(Json &json, const ProfileChoices &now, const ProfileChoices &wanted)
{
    if (wanted.strategy != now.strategy)
        setKind(json, wanted.strategy);
    const auto set = [&](const char *key, int before, int number) {
        if (number == before)
            return;
        json["strategy"]["kind"] = name(wanted.strategy);
        json["strategy"][key] = number;
    };
    if (!isPooledKind(wanted.strategy))
        set("samples", isPooledKind(now.strategy) ? 1 : now.samples, wanted.samples);
    if (wanted.strategy == Strategy::Kind::Independent)
        return;
    set("rounds", now.rounds, wanted.rounds);
    if (hasWidth(wanted.strategy))
        set("width", hasWidth(now.strategy) ? now.width : 1, wanted.width);
    if (wanted.strategy == Strategy::Kind::Evolve)
        set("islands", now.islands, wanted.islands);
    if (isPooledKind(wanted.strategy))
        set("children", now.children, wanted.children);
    else if (wanted.parent != now.parent)
        json["strategy"]["parent"] = nameOf(wanted.parent);
}

void setFeedback(Json &json, const ProfileChoices &now, const ProfileChoices &wanted)
{
    if (wanted.strategy == Strategy::Kind::Independent)
        return;
    struct Part {
        const char *name;
        bool ProfileChoices::*isTold;
    };
    constexpr std::array<Part, 6> parts{{{"build", &ProfileChoices::tellsBuild},
                                         {"run", &ProfileChoices::tellsRun},
                                         {"compare", &ProfileChoices::tellsCompare},
                                         {"time", &ProfileChoices::tellsTime},
                                         {"roofline", &ProfileChoices::tellsRoofline},
                                         {"device", &ProfileChoices::tellsDevice}}};
    const bool isSame = std::all_of(parts.begin(), parts.end(), [&](const Part &part) {
        return wanted.*part.isTold == now.*part.isTold;
    });
    if (!isSame) {
        Json list = Json::array();
        for (const Part &part : parts) {
            if (wanted.*part.isTold)
                list.push_back(part.name);
        }
        json["feedback"]["parts"] = std::move(list);
        json["feedback"].erase("disclose"); // "verdict" means the same as disabling "compare"
    }
    if (wanted.history != now.history)
        json["feedback"]["history"] = nameOf(wanted.history);
}

template <typename T>
void setLimit(Json &json, const char *limit, const std::optional<T> &now,
              const std::optional<T> &wanted)
{
    if (wanted == now)
        return;
    if (wanted)
        json["budget"][limit] = *wanted;
    else
        json["budget"].erase(limit);
}

template <typename T>
std::optional<T> lower(const std::optional<T> &now, const std::optional<T> &limit)
{
    return limit && (!now || *limit < *now) ? limit : now;
}

} // namespace

Result<ProfileChoices> choicesOf(const Profile &profile)
{
    const auto strategy = readStrategy(profile);
    if (!strategy)
        return strategy.error();
    const auto feedback = readFeedbackRules(profile);
    if (!feedback)
        return feedback.error();
    ProfileChoices out;
    out.name = profile.name;
    out.url = profile.endpoint.url.with("");
    out.endpoint = profile.endpoint.kind;
    out.key = profile.endpoint.key.text();
    out.lanes = profile.endpoint.lanes;
    out.model = profile.model;
    out.maxOutput = profile.parameters.maxOutput;
    out.isPublished = strategy->published.has_value();
    out.strategy = strategy->kind;
    out.samples = strategy->samples;
    out.rounds = strategy->rounds;
    out.width = strategy->width;
    out.children = strategy->children;
    out.islands = strategy->islands;
    out.parent = strategy->parent;
    out.tellsBuild = feedback->hasBuild;
    out.tellsRun = feedback->hasRun;
    out.tellsCompare = feedback->hasCompare;
    out.tellsTime = feedback->hasTime;
    out.tellsRoofline = feedback->hasRoofline;
    out.tellsDevice = feedback->hasDevice;
    out.history = feedback->history;
    const BudgetLimits &limits = profile.budget.run;
    out.requests = limits.requests;
    out.outputTokens = limits.outputTokens;
    if (limits.dollars)
        out.dollars = limits.dollars->dollars();
    return out;
}

Result<Profile> profileWith(const Profile &profile, const ProfileChoices &wanted)
{
    Json json{{"format", 1}, {"endpoint", Json::object()}};
    ProfileChoices now;
    if (!profile.text.empty()) {
        json = Json::parse(profile.text);
        const auto chosen = choicesOf(profile);
        if (!chosen)
            return chosen.error();
        now = *chosen;
    }
    setModel(json, now, wanted);
    setPrompts(json, now, wanted);
    setStrategy(json, now, wanted);
    setFeedback(json, now, wanted);
    setLimit(json, "requests", now.requests, wanted.requests);
    setLimit(json, "output_tokens", now.outputTokens, wanted.outputTokens);
    setLimit(json, "dollars", now.dollars, wanted.dollars);
    return parseProfile(json.dump(), profile.source.empty() ? "profile" : profile.source);
}

Result<Profile> profileWithin(const Profile &profile, const ProfileChoices &limits)
{
    const auto now = choicesOf(profile);
    if (!now)
        return now.error();
    ProfileChoices wanted = *now;
    wanted.requests = lower(now->requests, limits.requests);
    wanted.outputTokens = lower(now->outputTokens, limits.outputTokens);
    wanted.dollars = lower(now->dollars, limits.dollars);
    return profileWith(profile, wanted);
}

} // namespace loupe
