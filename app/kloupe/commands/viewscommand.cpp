// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "core/base/clock.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct ViewsOptions {
    std::filesystem::path store;
    std::string save;
    std::string remove;
    std::string filter;
};

void change(const ViewsOptions &options)
{
    const auto writer = orFail(openToChange(options.store));
    if (!options.remove.empty())
        orFail(writer->removeView(options.remove));
    if (!options.save.empty())
        orFail(
            writer->saveView({options.save, options.filter, isoTime(systemClock().wallNow()), {}}));
}

ExitCode views(const ViewsOptions &options, const Console &console)
{
    if (!options.save.empty() || !options.remove.empty())
        change(options);
    const auto reader = orFail(openStore(options.store));
    const auto saved = orFail(reader->savedViews());
    Json list = Json::array();
    for (const SavedView &view : saved) {
        console.line(
            fmt::format("{}: {}", view.name, view.filter.empty() ? "(everything)" : view.filter));
        list.push_back({{"name", view.name},
                        {"filter", view.filter},
                        {"saved_at", view.savedAt},
                        {"scope", view.scope}});
    }
    if (saved.empty())
        console.line("no views; kloupe views STORE --save NAME --filter FILTER stores one");
    console.document({{"views", list}});
    return ExitCode::Ok;
}

} // namespace

void addViewsCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ViewsOptions>();
    CLI::App *command
        = app.add_subcommand("views", "List, save and remove named filters of a store");
    addStore(*command, options->store);
    CLI::Option *save = command->add_option(
        "--save", options->save, "Save the filter under this name; replaces an existing one");
    command->add_option("--filter", options->filter, "The filter to save, as for query")
        ->needs(save);
    command->add_option("--remove", options->remove, "Remove the view of this name");
    setAction(*command, chosen, options, views);
}

} // namespace loupe::cli
