// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/report/documents/shippedclaims.h"
#include "core/report/documents/storereport.h"

#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace loupe::cli {

namespace {

struct ReportOptions {
    std::filesystem::path store;
    std::filesystem::path folder;
    std::vector<std::string> claims;
    std::string filter;
    std::string title;
    std::shared_ptr<ScopeOptions> scope = std::make_shared<ScopeOptions>();
};

ExitCode report(const ReportOptions &options, const Console &console)
{
    const auto store = openFiltered(options.store, options.filter);
    StoreReportOptions settings;
    settings.title
        = options.title.empty() ? "Report of " + options.store.filename().string() : options.title;
    settings.toolVersion = LOUPE_VERSION;
    settings.madeAt = isoTime(systemClock().wallNow());
    settings.filter = store.filter;
    auto scope = scopeOf(*options.scope, GroupBy::All);
    settings.scope = std::move(scope);
    if (auto known = shippedClaims())
        settings.known = std::move(*known);
    for (const std::string &word : options.claims) {
        auto claims = orFail(claimsNamed(word));
        settings.claims.push_back(std::move(claims));
    }
    const auto document = orFail(storeReport(*store.reader, settings));
    std::error_code failed;
    std::filesystem::create_directories(options.folder, failed);
    if (failed)
        return console.fail({Errc::Io, "the folder cannot be made: " + failed.message(),
                             options.folder.string(), "choose another one"});
    const std::filesystem::path markdown = options.folder / "report.md";
    const std::filesystem::path page = options.folder / "report.html";
    orFail(writeFileAtomic(markdown, toMarkdown(document)));
    orFail(writeFileAtomic(page, toHtml(document)));
    console.line(markdown.string());
    console.line(page.string());
    console.document({{"markdown", markdown.string()}, {"html", page.string()}});
    return ExitCode::Ok;
}

/// Returns true for `--claims list`, which lists the shipped claims and makes no report.
bool isClaimsList(const ReportOptions &options)
{
    return options.claims == std::vector<std::string>{"list"};
}

ExitCode listClaims(const Console &console)
{
    const auto known = orFail(shippedClaims());
    Json list = Json::array();
    for (const ShippedClaims &each : known) {
        console.line(each.name + ": " + each.source);
        list.push_back({{"name", each.name}, {"source", each.source}});
    }
    console.document({{"claims", list}});
    return ExitCode::Ok;
}

} // namespace

void addReportCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ReportOptions>();
    CLI::App *command
        = app.add_subcommand("report", "Write a report as Markdown and as a single HTML page");
    addStore(*command, options->store, StoreUse::Sometimes, "--claims list needs none");
    command->add_option("-o,--output", options->folder,
                        "Folder for report.md and report.html; existing ones are replaced");
    command->add_option(
        "--claims", options->claims,
        "Published claims to compare with: JSON files, or names of included claims; "
        "list: print the included claims");
    command->add_option("--filter", options->filter, "Filter of the evaluations, as for query");
    addScopeOptions(*command, options->scope);
    command->add_option("--title", options->title, "Title (default: the store's name)");
    command->callback([=, &chosen] {
        if (isClaimsList(*options)) {
            chosen = [](const Console &console) { return listClaims(console); };
            return;
        }
        if (options->store.empty())
            throw CLI::RequiredError("--store");
        if (options->folder.empty())
            throw CLI::RequiredError("--output");
        chosen = [options](const Console &console) { return report(*options, console); };
    });
}

} // namespace loupe::cli
