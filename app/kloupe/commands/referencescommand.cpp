// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/referencelisting.h"

#include <memory>
#include <string>
#include <utility>

namespace loupe::cli {

namespace {

struct ReferencesOptions {
    std::filesystem::path store;
    std::string filter;
    std::string format = "text";
};

void printTable(const DataTable &table, const std::string &format, const Console &console)
{
    if (format == "csv")
        console.text(toCsv(table));
    else if (format == "latex")
        console.text(toLatex(table));
    else
        console.text(print(toTable(table), format));
}

ExitCode references(const ReferencesOptions &options, const Console &console)
{
    const auto store = openFiltered(options.store, options.filter);
    auto all = orFail(store.reader->goldenRecords({}));
    const auto records = orFail(matchingReferences(std::move(all), store.filter));
    const DataTable table = goldenData(records);
    if (options.format == "text")
        console.line(referencesSentence(records));
    if (!records.empty() || options.format == "csv")
        printTable(table, options.format, console);
    Json list = Json::array();
    for (const DataRow &row : table.rows) {
        Json each = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i)
            each[table.columns[i]] = Json(loupe::toJson(row[i]));
        list.push_back(std::move(each));
    }
    console.document({{"filter", text(store.filter)},
                      {"summary", referencesSentence(records)},
                      {"definitions", table.caption},
                      {"references", std::move(list)}});
    return ExitCode::Ok;
}

} // namespace

void addReferencesCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ReferencesOptions>();
    CLI::App *command = app.add_subcommand(
        "references", "Recorded times of references: by task, device and kind of baseline");
    addStore(*command, options->store);
    command->add_option("filter", options->filter,
                        "Filter by suite, suite_version, task, category, device, baseline, "
                        "baseline_kind or run");
    command->add_option("--format", options->format, "Output format")
        ->transform(oneOf({"text", "markdown", "csv", "latex"}))
        ->capture_default_str();
    setAction(*command, chosen, options, references);
}

} // namespace loupe::cli
