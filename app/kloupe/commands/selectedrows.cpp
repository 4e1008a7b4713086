// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/selectedrows.h"

#include "app/kloupe/options/openstore.h"
#include "core/store/read/scopedrows.h"

#include <utility>

#include <fmt/format.h>

namespace loupe::cli {

Result<FilteredStore> openFiltered(const std::filesystem::path &store, const std::string &filter)
{
    auto parsed = parseFilter(filter);
    if (!parsed)
        return std::move(parsed).error();
    auto reader = openStore(store);
    if (!reader)
        return std::move(reader).error();
    return FilteredStore{std::move(*parsed), std::move(*reader)};
}

Result<SelectedRows> selectRows(const std::filesystem::path &store, const std::string &filter,
                                Scope scope)
{
    auto opened = openFiltered(store, filter);
    if (!opened)
        return std::move(opened).error();
    auto read = rowsInScope(*opened->reader, opened->filter, std::move(scope));
    if (!read)
        return std::move(read).error();
    return SelectedRows{std::move(*opened), std::move(read->scope), std::move(read->rows)};
}

Result<ResultListing> listingOf(StoreReader &reader, const Filter &filter,
                                const ScopeOptions &options, SortOrder order)
{
    auto scope = scopeOf(options, GroupBy::All);
    if (!scope)
        return std::move(scope).error();
    if (scope->rule(GroupBy::Baseline).kind != ConditionRule::Kind::Only)
        return listResults(reader, filter, *scope, order);
    auto results = rowsInScope(reader, filter, *std::move(scope)); // with the baseline's full name
    if (!results)
        return std::move(results).error();
    return listResults(reader, filter, *std::move(results), order);
}

std::string text(const Flagged &flagged)
{
    if (flagged.count == 0)
        return {};
    return fmt::format(" {} of {} flagged by the audit, not counted as correct "
                       "(--include-suspicious counts them).",
                       flagged.count, flagged.of);
}

std::string print(const Table &table, const std::string &format)
{
    if (format == "csv")
        return toCsv(table);
    return format == "markdown" ? toMarkdown(table) : toText(table);
}

} // namespace loupe::cli
