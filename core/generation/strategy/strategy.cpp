// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/strategy.h"

#include "core/base/counted.h"
#include "core/base/json.h"
#include "core/endpoints/profile/profilefields.h"

#include <array>
#include <vector>

namespace loupe {

namespace {

constexpr std::int64_t mostSamples = 10'000;
constexpr std::int64_t mostRounds = 1000;
constexpr double mostSpeedup = 1e6;
constexpr std::array allKinds{Strategy::Kind::Independent, Strategy::Kind::Serial,
                              Strategy::Kind::BestThenRefine};

int wholeIn(const JsonReader &object, const char *key, std::int64_t most, int fallback)
{
    std::int64_t value = fallback;
    ProfileFields(object).whole(key, 1, most, value);
    return static_cast<int>(value);
}

void readStop(const JsonReader &object, StopRules &stop)
{
    object.allowOnly({"speedup", "correct", "no_progress", "gain", "same_code"});
    const ProfileFields fields(object);
    fields.number("speedup", 0, mostSpeedup, stop.speedup);
    fields.number("gain", 0, mostSpeedup, stop.gain);
    stop.isCorrectEnough = object.optionalBool("correct", false);
    stop.sameCode = object.optionalBool("same_code", false);
    if (object.has("no_progress"))
        stop.noProgress = wholeIn(object, "no_progress", mostRounds, 1);
}

/// One of two words; the first where the key is missing.
bool isSecond(const JsonReader &object, const char *key, const std::string &first,
              const std::string &second)
{
    const std::string word = object.optionalString(key, first);
    if (word != first && word != second)
        object.problem(key, "must be \"" + first + "\" or \"" + second + "\"");
    return word == second;
}

void readRounds(const JsonReader &object, Strategy &strategy)
{
    strategy.rounds = wholeIn(object, "rounds", mostRounds, 1);
    strategy.isConfirmed = object.optionalBool("confirm", true);
    strategy.parent
        = isSecond(object, "parent", "last", "best") ? Strategy::Parent::Best : strategy.parent;
    if (strategy.kind == Strategy::Kind::BestThenRefine)
        strategy.width = wholeIn(object, "width", mostSamples, 1);
    if (const auto stop = object.object("stop", false))
        readStop(*stop, strategy.stop);
}

void readKind(const JsonReader &object, Strategy &strategy)
{
    const std::string word = object.requiredString("kind");
    bool isKnown = false;
    std::string known;
    for (const Strategy::Kind kind : allKinds) {
        known += (known.empty() ? "" : ", ") + std::string(name(kind));
        if (word == name(kind)) {
            strategy.kind = kind;
            isKnown = true;
        }
    }
    if (!isKnown)
        object.problem("kind", "must be one of " + known);
}

void readStrategySection(const JsonReader &object, Strategy &strategy)
{
    readKind(object, strategy);
    strategy.samples = wholeIn(object, "samples", mostSamples, 1);
    strategy.hasReminder = object.optionalBool("reminder", true);
    switch (strategy.kind) {
    case Strategy::Kind::Independent:
        object.allowOnly({"kind", "samples", "reminder"});
        return;
    case Strategy::Kind::Serial:
        object.allowOnly({"kind", "samples", "reminder", "rounds", "parent", "stop", "confirm"});
        break;
    case Strategy::Kind::BestThenRefine:
        object.allowOnly(
            {"kind", "samples", "reminder", "rounds", "parent", "stop", "confirm", "width"});
        break;
    }
    readRounds(object, strategy);
}

void readPublished(const JsonReader &object, Strategy &strategy)
{
    const auto chosen = object.object("published", false);
    if (!chosen)
        return;
    chosen->allowOnly({"backend", "option", "precision"});
    strategy.published
        = PublishedChoice{chosen->optionalString("backend"), chosen->optionalString("option"),
                          chosen->optionalString("precision")};
    strategy.hasReminder = false;
    for (const char *own : {"start", "reminder"}) {
        if (object.has(own))
            object.problem(own, "is not asked with published prompts");
    }
}

void readPromptSection(const JsonReader &object, Strategy &strategy)
{
    object.allowOnly({"start", "fix", "optimise", "reminder", "published"});
    strategy.startPrompt = object.optionalString("start");
    strategy.fixPrompt = object.optionalString("fix");
    strategy.optimisePrompt = object.optionalString("optimise");
    strategy.reminderPrompt = object.optionalString("reminder");
    readPublished(object, strategy);
    for (const char *later : {"fix", "optimise"}) {
        if (object.has(later) && strategy.kind == Strategy::Kind::Independent)
            object.problem(later, "is of strategies with rounds");
    }
}

} // namespace

const char *name(Strategy::Kind kind)
{
    switch (kind) {
    case Strategy::Kind::Serial:
        return "serial";
    case Strategy::Kind::BestThenRefine:
        return "best_then_refine";
    case Strategy::Kind::Independent:
        break;
    }
    return "independent";
}

std::string text(const Strategy &strategy)
{
    std::string out = std::string(name(strategy.kind)) + ", "
        + counted(static_cast<std::size_t>(strategy.samples), "sample");
    if (strategy.kind == Strategy::Kind::Independent)
        return out;
    if (strategy.kind == Strategy::Kind::BestThenRefine)
        out += ", the best " + std::to_string(strategy.width) + " of them go on";
    return out + ", " + counted(static_cast<std::size_t>(strategy.rounds), "round") + " from the "
        + (strategy.parent == Strategy::Parent::Best ? "best" : "last");
}

Result<Strategy> readStrategy(const Profile &profile)
{
    std::vector<JsonProblem> problems;
    const JsonReader object(profile.generation, profile.source, "", problems);
    Strategy strategy;
    if (const auto chosen = object.object("strategy", false))
        readStrategySection(*chosen, strategy);
    if (const auto prompt = object.object("prompt", false))
        readPromptSection(*prompt, strategy);
    for (const char *section : {"feedback", "judge"}) {
        if (object.has(section) && strategy.kind == Strategy::Kind::Independent)
            object.problem(section, "is of strategies with rounds");
    }
    strategy.judge = isSecond(object, "judge", "strict", "suite") ? Strategy::Judge::Suite
                                                                  : Strategy::Judge::Strict;
    if (!problems.empty())
        return toError(problems);
    return strategy;
}

} // namespace loupe
