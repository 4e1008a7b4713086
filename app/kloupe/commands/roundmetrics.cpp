// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/roundmetrics.h"

#include "app/kloupe/options/valuechecks.h"

namespace loupe::cli {

namespace {

Json toJson(const TimedMean &mean)
{
    return {{"timed", mean.timed},
            {"of", mean.of},
            {"arithmetic", orNull(mean.arithmetic)},
            {"geometric", orNull(mean.geometric)},
            {"median", orNull(mean.median)}};
}

Json toJson(const RoundRates &rates)
{
    return {{"round", rates.round},
            {"known", rates.known},
            {"unknown", rates.unknown},
            {"built", rates.built},
            {"correct", rates.correct},
            {"built_rate", rates.builtRate},
            {"correct_rate", rates.correctRate}};
}

Json toJson(const RoundStep &step)
{
    return {{"from_round", step.fromRound},
            {"to_round", step.toRound},
            {"trajectories", step.trajectories},
            {"build_gained", step.buildGained},
            {"build_lost", step.buildLost},
            {"rescued", step.rescued},
            {"broken", step.broken},
            {"persistent", step.persistent},
            {"failing", step.failing},
            {"identical_code", step.identicalCode},
            {"flaky", step.flaky},
            {"rescued_speedup", toJson(step.rescuedSpeedup)},
            {"broken_speedup", toJson(step.brokenSpeedup)},
            {"persistent_before", toJson(step.persistentBefore)},
            {"persistent_after", toJson(step.persistentAfter)}};
}

} // namespace

RoundTableOptions RoundOptions::toTableOptions() const
{
    RoundTableOptions options;
    if (denominator > 0)
        options.denominator = denominator;
    options.denominatorSource = denominatorSource;
    if (baseBuilt >= 0)
        options.base = RoundTableOptions::Base{baseBuilt, baseCorrect, baseSource};
    return options;
}

void addRoundOptions(CLI::App &command, const std::shared_ptr<RoundOptions> &options)
{
    command
        .add_option("--denominator", options->denominator,
                    "With --by round: number of tasks for the rates (default: trajectories)")
        ->check(wholeNumber(1, 1'000'000'000));
    command.add_option("--denominator-source", options->denominatorSource,
                       "Where that number comes from; printed with the table");
    auto *built = command.add_option(
        "--base-built", options->baseBuilt,
        "With --by round: number built in the first round, for records of changes only");
    auto *correct = command.add_option("--base-correct", options->baseCorrect,
                                       "Number correct in the first round");
    built->check(wholeNumber(0, 1'000'000'000))->needs(correct);
    correct->check(wholeNumber(0, 1'000'000'000))->needs(built);
    command.add_option("--base-source", options->baseSource,
                       "Where these counts come from; printed with the table");
}

Json toJson(const RoundTable &table)
{
    Json rounds = Json::array();
    for (const RoundRates &rates : table.rounds)
        rounds.push_back(toJson(rates));
    Json steps = Json::array();
    for (const RoundStep &step : table.steps)
        steps.push_back(toJson(step));
    return {{"trajectories", table.trajectories},
            {"denominator", table.denominator},
            {"definition", table.definition},
            {"rates", rounds},
            {"steps", steps}};
}

} // namespace loupe::cli
