// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/selectedrows.h"

#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "core/store/read/scopedrows.h"

#include <utility>

#include <fmt/format.h>

namespace loupe::cli {

FilteredStore openFiltered(const std::filesystem::path &store, const std::string &filter)
{
    auto parsed = orFail(parseFilter(filter));
    return {std::move(parsed), orFail(openStore(store))};
}

SelectedRows selectRows(const std::filesystem::path &store, const std::string &filter, Scope scope)
{
    auto opened = openFiltered(store, filter);
    auto read = orFail(rowsInScope(*opened.reader, opened.filter, std::move(scope)));
    return {std::move(opened), std::move(read.scope), std::move(read.rows)};
}

ResultListing listingOf(StoreReader &reader, const Filter &filter, const ScopeOptions &options,
                        SortOrder order)
{
    auto scope = scopeOf(options, GroupBy::All);
    if (scope.rule(GroupBy::Baseline).kind != ConditionRule::Kind::Only)
        return orFail(listResults(reader, filter, scope, order));
    // With the baseline's full name.
    auto results = orFail(rowsInScope(reader, filter, std::move(scope)));
    return orFail(listResults(reader, filter, std::move(results), order));
}

std::string text(const Flagged &flagged)
{
    if (flagged.count == 0)
        return {};
    return fmt::format(" {} of {} flagged by the audit, not counted as correct "
                       "(--include-suspicious counts them).",
                       flagged.count, flagged.of);
}

void addFormatOption(CLI::App &command, std::string &format)
{
    command.add_option("--format", format, "Output format")
        ->transform(oneOf({"text", "markdown", "csv"}))
        ->capture_default_str();
}

std::string print(const Table &table, const std::string &format)
{
    if (format == "csv")
        return toCsv(table);
    return format == "markdown" ? toMarkdown(table) : toText(table);
}

} // namespace loupe::cli
