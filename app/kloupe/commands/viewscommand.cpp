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

Status change(const ViewsOptions &options)
{
    const auto writer = openToChange(options.store);
    if (!writer)
        return writer.error();
    if (!options.remove.empty()) {
        if (Status removed = (*writer)->removeView(options.remove); !removed)
            return removed;
    }
    if (options.save.empty())
        return {};
    return (*writer)->saveView(
        {options.save, options.filter, isoTime(systemClock().wallNow()), {}});
}

ExitCode views(const ViewsOptions &options, const Console &console)
{
    if (!options.save.empty() || !options.remove.empty()) {
        if (const Status changed = change(options); !changed)
            return console.fail(changed.error());
    }
    const auto reader = openStore(options.store);
    if (!reader)
        return console.fail(reader.error());
    const auto saved = (*reader)->savedViews();
    if (!saved)
        return console.fail(saved.error());
    Json list = Json::array();
    for (const SavedView &view : *saved) {
        console.line(
            fmt::format("{}: {}", view.name, view.filter.empty() ? "(everything)" : view.filter));
        list.push_back({{"name", view.name},
                        {"filter", view.filter},
                        {"saved_at", view.savedAt},
                        {"scope", view.scope}});
    }
    if (saved->empty())
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
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return views(*options, console); };
    });
}

} // namespace loupe::cli
