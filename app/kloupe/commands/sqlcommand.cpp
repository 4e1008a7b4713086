// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "core/report/tables/exporttables.h"
#include "core/store/read/pairquery.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

namespace loupe::cli {

namespace {

struct SqlOptions {
    std::filesystem::path store;
    std::string statement;
    std::size_t rows = 1000;
    double seconds = 30;
    bool csv = false;
};

Json toJson(const DataCell &cell)
{
    if (const auto *integer = std::get_if<std::int64_t>(&cell))
        return *integer;
    if (const auto *number = std::get_if<double>(&cell))
        return std::isfinite(*number) ? Json(*number) : Json(nullptr);
    if (const auto *text = std::get_if<std::string>(&cell))
        return *text;
    return nullptr;
}

ExitCode sql(const SqlOptions &options, const Console &console)
{
    const InterruptGuard interrupt;
    SqlLimits limits;
    limits.rows = options.rows;
    limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000));
    const auto answer
        = orFail(queryStore(options.store, options.statement, limits, interrupt.token()));
    warnOfForeignSchema(options.store);
    const DataTable table = toDataTable(answer);
    if (console.json) {
        // Rows are arrays, because two columns may have the same name.
        Json rows = Json::array();
        for (const DataRow &row : table.rows) {
            Json cells = Json::array();
            for (const DataCell &cell : row)
                cells.push_back(toJson(cell));
            rows.push_back(std::move(cells));
        }
        console.document(
            {{"columns", table.columns}, {"rows", rows}, {"cut_off", answer.isCutOff}});
        return ExitCode::Ok;
    }
    if (options.csv) {
        const std::string out = toCsv(table);
        std::fwrite(out.data(), 1, out.size(), stdout);
    } else {
        console.text(toText(toTable(table)));
    }
    if (answer.isCutOff)
        std::fprintf(stderr, "kloupe: only the first %zu rows; --rows N for more\n",
                     table.rows.size());
    return ExitCode::Ok;
}

} // namespace

void addSqlCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<SqlOptions>();
    CLI::App *command = app.add_subcommand("sql", "Query a store with one SELECT (read-only)");
    addStore(*command, options->store);
    command->add_option("statement", options->statement, "SELECT … FROM v_evaluation …")
        ->required();
    command->add_option("--rows", options->rows, "Max rows")
        ->check(wholeNumber(1, 1'000'000'000))
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "Max seconds")
        ->check(number(0.001, 86400))
        ->capture_default_str();
    command->add_flag("--csv", options->csv, "Print CSV in full precision");
    setAction(*command, chosen, options, sql);
}

} // namespace loupe::cli
