// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/runprogress.h"
#include "core/engine/request/rerun.h"
#include "core/store/read/storereader.h"

#include <map>
#include <memory>
#include <tuple>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct RerunOptions {
    std::filesystem::path store;
    std::vector<std::int64_t> evaluations;
    std::filesystem::path suite;
    std::string name;
    std::string device;
    std::string python;
    bool sameSeeds = false;
    bool dryRun = false;
    bool accepts = false;
    SandboxOption sandbox;
};

/// Earlier and repeated result of one evaluation.
struct Pair {
    ResultRow was;
    ResultRow is;

    bool isSame() const
    {
        return was.verdict == is.verdict && was.strictVerdict == is.strictVerdict;
    }
};

auto placeOf(const ResultRow &row)
{
    return std::tie(row.task, row.method, row.sample, row.round);
}

/// Pairs the repeated evaluations with the earlier ones, in the order in which they ended.
std::vector<Pair> pairsOf(const std::filesystem::path &store, const std::vector<RowId> &before,
                          const std::vector<RowId> &now)
{
    const auto reader = openStore(store);
    if (!reader)
        return {};
    std::vector<Pair> out;
    const std::vector<ResultRow> old = (*reader)->fetch(before);
    for (ResultRow &row : (*reader)->fetch(now)) {
        for (const ResultRow &was : old) {
            if (placeOf(was) == placeOf(row)) {
                out.push_back({was, std::move(row)});
                break;
            }
        }
    }
    return out;
}

Json side(const ResultRow &row)
{
    return {{"id", row.id.value},
            {"verdict", facts(row.verdict).id},
            {"strict_verdict", facts(row.strictVerdict).id},
            {"speedup", orNull(row.speedup)},
            {"device", row.device}};
}

std::string shown(const ResultRow &row)
{
    const std::string speedup = row.speedup ? fmt::format(", {:.2f}×", *row.speedup) : "";
    const std::string strict = row.strictVerdict == row.verdict
        ? ""
        : fmt::format(" (strictly {})", facts(row.strictVerdict).label);
    return fmt::format("{}{}{} [{}]", facts(row.verdict).label, strict, speedup, row.id.value);
}

ExitCode rerun(const RerunOptions &options, const Console &console)
{
    std::vector<RowId> before;
    for (const std::int64_t id : options.evaluations)
        before.push_back(RowId{id});
    auto request = orFail(requestToRerun(options.store, before, options.suite,
                                         options.sameSeeds ? RerunSeeds::Stored : RerunSeeds::New));
    request.name = options.name;
    request.dryRun = options.dryRun;
    if (!options.device.empty())
        request.python.device = options.device;
    if (!options.python.empty()) {
        request.python.interpreter = options.python;
        request.fromFile.namesInterpreter = false;
    }
    request.sandbox = options.sandbox.choice().mode;
    request.unconfinedAsRoot = options.sandbox.choice().evenAsRoot;
    orFail(settleUses(request, options.accepts, console));
    const auto ended = runWithProgress(request, console);
    const std::vector<Pair> pairs = pairsOf(options.store, before, ended.evaluations);
    Json compared = Json::array();
    bool isSame = true;
    for (const Pair &pair : pairs) {
        isSame = isSame && pair.isSame();
        console.line(fmt::format("{} by {}: was {}, is {}", pair.was.task, pair.was.method,
                                 shown(pair.was), shown(pair.is)));
        compared.push_back({{"task", pair.was.task},
                            {"method", pair.was.method},
                            {"sample", pair.was.sample},
                            {"round", pair.was.round},
                            {"same_verdict", pair.isSame()},
                            {"was", side(pair.was)},
                            {"is", side(pair.is)}});
    }
    Json document = toJson(ended);
    document["compared"] = std::move(compared);
    console.document(document);
    if (ended.exitCode() != ExitCode::Ok)
        return ended.exitCode();
    return isSame ? ExitCode::Ok : ExitCode::BadInput;
}

} // namespace

void addRerunCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<RerunOptions>();
    CLI::App *command = app.add_subcommand(
        "rerun", "Evaluate stored candidates again in a new run; exit code 3 if a verdict changed");
    addStore(*command, options->store);
    command
        ->add_option("evaluations", options->evaluations,
                     "Ids of evaluations of one run, as listed by kloupe query")
        ->required()
        ->check(wholeNumber(1));
    command->add_option("--suite", options->suite,
                        "Folder of the tasks (default: the run's). Required for imported results, "
                        "which then run with the default options");
    command->add_option("--name", options->name, "Name of the new run");
    command->add_option("--device", options->device, "As in kloupe run (default: the run's)");
    command->add_option("--python", options->python, "As in kloupe run (default: the run's)");
    command->add_flag("--same-seeds", options->sameSeeds,
                      "Use the same inputs again (default: new secret ones)");
    command->add_flag("--dry-run", options->dryRun, "Show the plan only; run nothing");
    addAcceptOption(*command, options->accepts);
    options->sandbox.addTo(*command,
                           "Run the candidates without the sandbox; only for code you trust. "
                           "Recorded with the new run");
    setAction(*command, chosen, options, rerun);
}

} // namespace loupe::cli
