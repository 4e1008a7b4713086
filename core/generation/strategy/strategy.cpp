// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/strategy.h"

#include "core/base/counted.h"
#include "core/base/json.h"
#include "core/endpoints/profile/profilefields.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace loupe {

namespace {

constexpr std::int64_t maxSamples = 10'000;
constexpr std::int64_t maxRounds = 1000;
constexpr double maxSpeedup = 1e6;
constexpr std::array allKinds{Strategy::Kind::Independent, Strategy::Kind::Serial,
                              Strategy::Kind::BestThenRefine, Strategy::Kind::Beam,
                              Strategy::Kind::Evolve};

int wholeIn(const JsonReader &object, const char *key, std::int64_t most, int fallback)
{
    std::int64_t value = fallback;
    ProfileFields(object).whole(key, 1, most, value);
    return static_cast<int>(value);
}

void readStop(const JsonReader &object, const Strategy &strategy, StopRules &stop)
{
    object.allowOnly({"speedup", "correct", "no_progress", "gain", "same_code"});
    const ProfileFields fields(object);
    fields.number("speedup", 0, maxSpeedup, stop.speedup);
    fields.number("gain", 0, maxSpeedup, stop.gain);
    stop.isCorrectEnough = object.optionalBool("correct", false);
    stop.sameCode = object.optionalBool("same_code", false);
    if (object.has("same_code") && isPooled(strategy))
        object.problem("same_code", "applies to strategies that refine each sample separately");
    if (object.has("no_progress"))
        stop.noProgress = wholeIn(object, "no_progress", maxRounds, 1);
}

/// Returns true if the key has the second of two words; a missing key means the first.
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
    strategy.rounds = wholeIn(object, "rounds", maxRounds, 1);
    strategy.isConfirmed = object.optionalBool("confirm", true);
    if (!isPooled(strategy))
        strategy.parent
            = isSecond(object, "parent", "last", "best") ? Strategy::Parent::Best : strategy.parent;
    if (const auto stop = object.object("stop", false))
        readStop(*stop, strategy, strategy.stop);
}

/// Reads the number of programs in a round: `groups` with `children` each.
void readChildren(const JsonReader &object, int groups, Strategy &strategy)
{
    strategy.children = wholeIn(object, "children", maxSamples, 1);
    const std::int64_t samples = std::int64_t{groups} * strategy.children;
    if (samples > maxSamples)
        object.problem("children", "makes more than 10000 programs a round");
    strategy.samples = static_cast<int>(std::min(samples, maxSamples));
}

void readIslands(const JsonReader &object, Strategy &strategy)
{
    strategy.islands = wholeIn(object, "islands", maxSamples, 1);
    readChildren(object, strategy.islands, strategy);
    strategy.migration = wholeIn(object, "migration", maxRounds, strategy.migration);
    const ProfileFields fields(object);
    fields.number("crossover", 0, 1, strategy.crossover);
    fields.whole("seed", 0, std::numeric_limits<std::int64_t>::max(), strategy.seed);
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
    strategy.hasReminder = object.optionalBool("reminder", true);
    switch (strategy.kind) {
    case Strategy::Kind::Independent:
        object.allowOnly({"kind", "samples", "reminder"});
        break;
    case Strategy::Kind::Serial:
        object.allowOnly({"kind", "samples", "reminder", "rounds", "parent", "stop", "confirm"});
        break;
    case Strategy::Kind::BestThenRefine:
        object.allowOnly(
            {"kind", "samples", "reminder", "rounds", "parent", "stop", "confirm", "width"});
        strategy.width = wholeIn(object, "width", maxSamples, 1);
        break;
    case Strategy::Kind::Beam:
        object.allowOnly({"kind", "reminder", "rounds", "stop", "confirm", "width", "children"});
        strategy.width = wholeIn(object, "width", maxSamples, 1);
        readChildren(object, strategy.width, strategy);
        break;
    case Strategy::Kind::Evolve:
        object.allowOnly({"kind", "reminder", "rounds", "stop", "confirm", "islands", "children",
                          "migration", "crossover", "seed"});
        readIslands(object, strategy);
        break;
    }
    if (!isPooled(strategy))
        strategy.samples = wholeIn(object, "samples", maxSamples, 1);
    if (strategy.kind != Strategy::Kind::Independent)
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
            object.problem(own, "cannot be used with published prompts");
    }
}

void readPromptSection(const JsonReader &object, Strategy &strategy)
{
    object.allowOnly({"start", "fix", "optimise", "cross", "reminder", "published"});
    strategy.startPrompt = object.optionalString("start");
    strategy.fixPrompt = object.optionalString("fix");
    strategy.optimisePrompt = object.optionalString("optimise");
    strategy.crossPrompt = object.optionalString("cross");
    strategy.reminderPrompt = object.optionalString("reminder");
    readPublished(object, strategy);
    for (const char *later : {"fix", "optimise"}) {
        if (object.has(later) && strategy.kind == Strategy::Kind::Independent)
            object.problem(later, "applies to strategies with rounds");
    }
    if (object.has("cross") && strategy.kind != Strategy::Kind::Evolve)
        object.problem("cross", "applies to the strategy \"evolve\"");
}

std::string placesText(const Strategy &strategy)
{
    const auto of = [](int count, const char *what) {
        return counted(static_cast<std::size_t>(count), what);
    };
    if (strategy.kind == Strategy::Kind::Beam)
        return "the best " + of(strategy.width, "program") + " with "
            + std::to_string(strategy.children)
            + (strategy.children == 1 ? " child each" : " children each");
    if (strategy.kind == Strategy::Kind::Evolve)
        return of(strategy.islands, "island") + " with " + of(strategy.children, "program")
            + " a round each";
    std::string out = of(strategy.samples, "sample");
    if (strategy.kind == Strategy::Kind::BestThenRefine)
        out += ", the best " + std::to_string(strategy.width) + " of them go on";
    return out;
}

} // namespace

const char *name(Strategy::Kind kind)
{
    switch (kind) {
    case Strategy::Kind::Serial:
        return "serial";
    case Strategy::Kind::BestThenRefine:
        return "best_then_refine";
    case Strategy::Kind::Beam:
        return "beam";
    case Strategy::Kind::Evolve:
        return "evolve";
    case Strategy::Kind::Independent:
        break;
    }
    return "independent";
}

bool isRanked(const Strategy &strategy)
{
    return strategy.kind == Strategy::Kind::BestThenRefine || isPooled(strategy);
}

bool isPooled(const Strategy &strategy)
{
    return strategy.kind == Strategy::Kind::Beam || strategy.kind == Strategy::Kind::Evolve;
}

std::string text(const Strategy &strategy)
{
    std::string out = std::string(name(strategy.kind)) + ", " + placesText(strategy);
    if (strategy.kind == Strategy::Kind::Independent)
        return out;
    out += ", " + counted(static_cast<std::size_t>(strategy.rounds), "round");
    if (isPooled(strategy))
        return out;
    return out + " from the " + (strategy.parent == Strategy::Parent::Best ? "best" : "last");
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
            object.problem(section, "applies to strategies with rounds");
    }
    strategy.judge = isSecond(object, "judge", "strict", "suite") ? Strategy::Judge::Suite
                                                                  : Strategy::Judge::Strict;
    if (!problems.empty())
        return toError(problems);
    return strategy;
}

} // namespace loupe
