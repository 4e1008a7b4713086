// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/base/counted.h"
#include "core/base/nearest.h"
#include "core/report/tables/resulttables.h"
#include "core/store/read/filtercompletion.h"
#include "core/store/read/storereader.h"
#include "core/timing/speedverdict.h"

#include <memory>

namespace loupe::cli {

namespace {

struct QueryOptions {
    std::filesystem::path store;
    std::string filter;
    std::string view;
    bool complete = false;
    std::string sort = "recorded";
    bool descending = false;
    int limit = 0;
    ScopeOptions scope; ///< only its baseline has an option
};

const std::map<std::string, SortKey> &sortKeys()
{
    static const std::map<std::string, SortKey> keys{
        {"recorded", SortKey::Recorded},
        {"task", SortKey::Task},
        {"category", SortKey::Category},
        {"method", SortKey::Method},
        {"run", SortKey::Run},
        {"sample", SortKey::Sample},
        {"round", SortKey::Round},
        {"verdict", SortKey::Verdict},
        {"strict", SortKey::StrictVerdict},
        {"speedup", SortKey::Speedup},
        {"time", SortKey::CandidateMs},
        {"baseline", SortKey::BaselineMs},
        {"device", SortKey::Device},
    };
    return keys;
}

/// Returns "faster", "slower" or "unclear"; null without a timing of our own.
Json speedOf(const ResultRow &row)
{
    if (!row.speedupLow || !row.speedupHigh)
        return nullptr;
    return name(judgeSpeed(*row.speedupLow, *row.speedupHigh));
}

Json toJson(const ResultRow &row)
{
    return {
        {"id", row.id.value},
        {"run", row.run},
        {"suite", row.suite},
        {"task", row.task},
        {"category", row.category},
        {"level", orNull(row.level)},
        {"method", row.method},
        {"sample", row.sample},
        {"round", row.round},
        {"verdict", facts(row.verdict).id},
        {"status", name(row.outcome())},
        {"strict_verdict", facts(row.strictVerdict).id},
        {"message", row.message},
        {"speedup", orNull(row.speedup)},
        {"speedup_low", orNull(row.speedupLow)},
        {"speedup_high", orNull(row.speedupHigh)},
        {"speed", speedOf(row)},
        {"candidate_ms", orNull(row.candidateMs)},
        {"baseline_ms", orNull(row.baselineMs)},
        {"baseline", row.baseline.empty() ? Json() : Json(row.baseline)},
        {"device", row.device},
        {"demo", row.isDemo},
        {"made_of", orNull(idOf(row.traits.madeOf))},
        {"own_share", orNull(row.traits.ownShare)},
        {"arithmetic", orNull(idOf(row.traits.arithmetic))},
        {"min_speedup", orNull(row.minSpeedup)},
        {"min_speedup_shape", row.minSpeedupShape.empty() ? Json() : Json(row.minSpeedupShape)}};
}

/// Prints the completions at the end of the filter.
ExitCode complete(StoreReader &reader, const QueryOptions &options, const Console &console)
{
    const auto completion = orFail(completeFilter(reader, options.filter, options.filter.size()));
    Json list = Json::array();
    for (const FilterCandidate &candidate : completion.candidates) {
        console.line(options.filter.substr(0, completion.begin) + candidate.text);
        list.push_back(
            {{"text", candidate.text}, {"help", candidate.help}, {"count", candidate.count}});
    }
    console.document({{"begin", completion.begin}, {"candidates", list}});
    return ExitCode::Ok;
}

/// Returns the terms of the named view followed by those of the command line.
Filter filterOf(StoreReader &reader, const QueryOptions &options)
{
    auto filter = orFail(parseFilter(options.filter));
    if (options.view.empty())
        return filter;
    const auto views = orFail(reader.savedViews());
    std::vector<std::string> names;
    names.reserve(views.size());
    for (const SavedView &view : views) {
        names.push_back(view.name);
        if (view.name != options.view)
            continue;
        auto kept = orFail(parseFilter(view.filter));
        kept.terms.insert(kept.terms.end(), filter.terms.begin(), filter.terms.end());
        return kept;
    }
    throw CommandError{{Errc::NotFound, "the store has no view named \"" + options.view + "\"",
                        options.store.string(),
                        hintWithNearest(options.view, names, "kloupe views STORE lists them")}};
}

ExitCode query(const QueryOptions &options, const Console &console)
{
    const auto reader = orFail(openStore(options.store));
    if (options.complete)
        return complete(*reader, options, console);
    const auto filter = filterOf(*reader, options);
    auto listing = listingOf(*reader, filter, options.scope,
                             {sortKeys().at(options.sort), options.descending});
    const std::size_t found = listing.ids.size();
    if (options.limit > 0 && found > static_cast<std::size_t>(options.limit))
        listing.ids.resize(static_cast<std::size_t>(options.limit));
    const std::vector<ResultRow> rows = fetchListed(*reader, listing, listing.ids);
    if (console.json) {
        Json list = Json::array();
        for (const ResultRow &row : rows)
            list.push_back(toJson(row));
        console.document({{"filter", text(filter)}, {"found", found}, {"rows", list}});
        return ExitCode::Ok;
    }
    console.text(toText(resultTable(rows)));
    std::string line = std::to_string(rows.size()) + " of " + counted(found, "evaluation");
    if (!filter.terms.empty())
        line += (found == 1 ? " that matches " : " that match ") + text(filter);
    console.line(line);
    return ExitCode::Ok;
}

} // namespace

void addQueryCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<QueryOptions>();
    CLI::App *command = app.add_subcommand("query", "List evaluations of a store");
    addStore(*command, options->store);
    command->add_option("filter", options->filter,
                        "Filter: status:failed category:Math speedup>1.2 -method:\"a b\" softmax");
    command->add_option("--view", options->view,
                        "A saved view; the filter narrows it further (kloupe views lists them)");
    command->add_flag("--complete", options->complete,
                      "List completions for the end of the filter instead of evaluations");
    std::vector<std::string> names;
    for (const auto &[name, key] : sortKeys())
        names.push_back(name);
    command->add_option("--sort", options->sort, "Column to sort by")
        ->transform(oneOf(names))
        ->capture_default_str();
    command->add_flag("--descending", options->descending, "Largest first");
    addBaselineOption(
        *command, options->scope,
        "Speedups over this baseline, or with method:NAME over the times of a method, "
        "in the list, its order and the filter (default: the recorded ones)");
    command->add_option("--limit", options->limit, "Max rows")
        ->check(wholeNumber(1, 1'000'000'000));
    setAction(*command, chosen, options, query);
}

} // namespace loupe::cli
