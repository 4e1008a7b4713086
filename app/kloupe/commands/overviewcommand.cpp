// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/analysis/metrics/comparedbaselines.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/population/populationtext.h"
#include "core/report/tables/overviewtables.h"
#include "core/report/tables/populationdata.h"
#include "core/report/tables/referencelisting.h"
#include "core/store/read/onestate.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/scopedrows.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace loupe::cli {

namespace {

struct OverviewOptions {
    std::filesystem::path store;
    std::string filter;
    std::string format = "text";
    std::shared_ptr<ScopeOptions> scope = std::make_shared<ScopeOptions>();
};

struct Study {
    Population population;
    FasterThanAll over;
    std::vector<StoredGoldenRecord> references;
    std::vector<FailureReason> reasons;
};

/// Reads the rows once for the population and once for its baselines. Together they would take
/// twice the memory.
Result<Study> readStudy(StoreReader &reader, const Filter &filter, const Scope &scope)
{
    auto rows = partsOfScope(reader, filter, scope);
    if (!rows)
        return std::move(rows).error();
    Population population = populationOf(**rows, scope);
    rows = partsOfScope(reader, filter, scope);
    if (!rows)
        return std::move(rows).error();
    FasterThanAll over = fasterThanAll(cellsOverEach(**rows, population));
    rows->reset();
    auto references = reader.goldenRecords({});
    if (!references)
        return std::move(references).error();
    auto reasons = reader.failureReasons(withoutSpeedups(filter), {});
    if (!reasons)
        return std::move(reasons).error();
    return Study{std::move(population), std::move(over), std::move(*references),
                 std::move(*reasons)};
}

ExitCode overview(const OverviewOptions &options, const Console &console)
{
    auto asked = scopeOf(*options.scope, GroupBy::All);
    const auto store = openFiltered(options.store, options.filter);
    StoreReader &reader = *store.reader;
    const auto scope = orFail(recordedScope(reader, store.filter, std::move(asked)));
    bool isOneState = true;
    const auto study = orFail(
        readOneState(reader, isOneState, [&] { return readStudy(reader, store.filter, scope); }));
    if (!isOneState)
        console.progress("The store was written while it was read, so tables may differ by some "
                         "results. Run the command again for numbers that agree.");
    const auto &[population, over, references, reasons] = study;
    const Scoreboard board = scoreboard(population);
    const auto categories = categoryMatrix(population, board);
    const auto failures = failureMatrix(population, board);
    const auto causes = causeMatrix(population, board, reasons);
    console.line(overviewHeadline(population, board));
    console.line(captionOf(population));
    if (const auto carried = carriedBy(population.cells()))
        console.line(text(*carried) + ".");
    if (!references.empty())
        console.line(referencesSentence(references) + " (kloupe references lists them)");
    std::vector<Table> tables{scoreboardTable(board)};
    if (over.hasSeveral()) {
        console.line(fasterThanAllText(over));
        tables.push_back(baselineTable(over));
    }
    tables.push_back(categoryTable(categories, board));
    tables.push_back(causeTable(causes, board));
    for (const Table &table : tables)
        console.text(cli::print(table, options.format));
    console.document({{"filter", text(store.filter)},
                      {"baselines", over.hasSeveral() ? baselineJson(over) : Json(nullptr)},
                      {"population", populationJson(population)},
                      {"references", references.size()},
                      {"scoreboard", scoreboardJson(board)},
                      {"categories", categoryJson(categories, board)},
                      {"failures", failureJson(failures, board)},
                      {"causes", causeJson(causes, board)}});
    return ExitCode::Ok;
}

} // namespace

void addOverviewCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<OverviewOptions>();
    CLI::App *command = app.add_subcommand(
        "overview", "The state of a study: methods, categories and failures at a glance");
    addStore(*command, options->store);
    command->add_option("filter", options->filter, "Filter, as for query");
    addFormatOption(*command, options->format);
    addScopeOptions(*command, options->scope);
    setAction(*command, chosen, options, overview);
}

} // namespace loupe::cli
