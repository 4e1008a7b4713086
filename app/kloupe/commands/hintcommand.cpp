// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/localtools.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "core/base/json.h"
#include "core/engine/machine/programs.h"
#include "core/generation/loop/hint.h"

#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct HintOptions {
    HintRequest request;
    std::filesystem::path profile;
    bool accepts = false;
};

void printHinted(const HintOutcome &outcome, const Console &console)
{
    const std::string speedup
        = outcome.speedup ? fmt::format(", {:.2f}×", *outcome.speedup) : std::string();
    console.line(fmt::format("{} sample {} round {}: was {}, is {}{} [{}]; the run \"{}\"",
                             outcome.task, outcome.sample, outcome.round,
                             facts(outcome.before).label, facts(outcome.verdict).label, speedup,
                             outcome.evaluation.value, outcome.run));
    console.document({{"run", outcome.run},
                      {"task", outcome.task},
                      {"sample", outcome.sample},
                      {"round", outcome.round},
                      {"before", facts(outcome.before).id},
                      {"verdict", facts(outcome.verdict).id},
                      {"speedup", orNull(outcome.speedup)},
                      {"evaluation", outcome.evaluation.value}});
}

ExitCode hint(const HintOptions &options, const Console &console)
{
    HintRequest request = options.request;
    if (!options.profile.empty()) {
        auto profile = orFail(readProfile(options.profile));
        request.profile = std::move(profile);
    }
    const auto local = LocalTools::make(console);
    GenerationTools tools = local->tools();
    tools.askProgram = askProgram();
    tools.evaluate = [&, evaluate = tools.evaluate](const RunRequest &run) -> Result<RunOutcome> {
        if (const Status settled = settleUses(run, options.accepts, console); !settled)
            return settled.error();
        return evaluate(run);
    };
    const auto outcome = orFail(askWithHint(request, tools, local->token()));
    printHinted(outcome, console);
    return outcomeOf(outcome.verdict) == Outcome::Correct ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace

void addHintCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<HintOptions>();
    CLI::App *command = app.add_subcommand(
        "hint", "Ask a model again about one of its programs, with a hint of yours");
    HintRequest &request = options->request;
    addStore(*command, request.store, StoreUse::Required);
    command->add_option("EVALUATION", request.evaluation.value, "Id of the program's evaluation")
        ->required();
    command->add_option("--text", request.hint, "The hint for the model")->required();
    command->add_option("--person", request.person, "Your name, stored with the hint")->required();
    command->add_option("--profile", options->profile,
                        "A generation profile, *.json (default: the one of the original request)");
    command->add_option("--suite", request.suite, "Folder of its tasks (default: the run's)");
    CLI::Option *record
        = command->add_option("--record", request.record, "Record request and answer in this file");
    command
        ->add_option("--replay", request.replay,
                     "Use the answers recorded in this file: no network, no key")
        ->excludes(record);
    command->add_flag("--replay-exact", request.isReplayExact,
                      "A request that differs from the recorded one is an error");
    addAcceptOption(*command, options->accepts);
    setAction(*command, chosen, options, hint);
}

} // namespace loupe::cli
