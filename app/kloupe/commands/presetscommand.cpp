// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/storeargument.h"
#include "core/base/files.h"
#include "core/engine/request/runpreset.h"
#include "core/store/write/storewriter.h"

#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct PresetsOptions {
    std::filesystem::path store;
    std::string name;
    std::string newName;
    std::filesystem::path file;
};

ExitCode listPresets(const PresetsOptions &options, const Console &console)
{
    const auto presets = orFail(presetsIn(options.store));
    Json list = Json::array();
    for (const StoredPreset &each : presets) {
        const auto preset = parsePreset(each.json, "run preset \"" + each.name + "\"");
        console.line(
            preset ? fmt::format(
                "{}: suite {}, {} on {}", each.name,
                preset->request.suite.empty() ? "native"
                                              : preset->request.suite.filename().string(),
                preset->request.taskFilter.empty() ? "all tasks" : preset->request.taskFilter,
                preset->place)
                   : preset.error().text());
        list.push_back({{"name", each.name}, {"saved_at", each.savedAt}});
    }
    if (presets.empty())
        console.line("no presets; kloupe run … --save-preset NAME stores one");
    console.document({{"presets", list}});
    return ExitCode::Ok;
}

/// Prints the preset or writes it to the file.
ExitCode exportPreset(const PresetsOptions &options, const Console &console)
{
    const auto preset = orFail(findPreset(options.name, options.store));
    const std::string text = toJson(preset).dump(2);
    if (options.file.empty()) {
        console.text(text);
        console.document(toJson(preset));
        return ExitCode::Ok;
    }
    orFail(writeFileAtomic(options.file, text + "\n"));
    console.line(fmt::format("{}: run preset \"{}\"", options.file.string(), preset.name));
    console.document({{"file", options.file.string()}, {"name", preset.name}});
    return ExitCode::Ok;
}

/// Saves the preset `from` as `name`. With `mayReplace` it may overwrite one in the store.
ExitCode keep(const PresetsOptions &options, const std::string &from, std::string name,
              bool mayReplace, const Console &console)
{
    auto preset = orFail(findPreset(from, options.store));
    preset.name = name.empty() ? preset.name : std::move(name);
    if (!mayReplace && findPreset(preset.name, options.store))
        return console.fail(
            {Errc::InvalidInput, "the store has a run preset \"" + preset.name + "\" already",
             options.store.string(), "choose another name, or remove the preset first"});
    orFail(keepPreset(preset, options.store));
    console.line(fmt::format("stored as \"{}\"", preset.name));
    console.document({{"name", preset.name}});
    return ExitCode::Ok;
}

ExitCode removePreset(const PresetsOptions &options, const Console &console)
{
    const auto writer = orFail(openToChange(options.store));
    orFail(writer->removePreset(options.name));
    console.line(fmt::format("removed \"{}\"", options.name));
    console.document({{"removed", options.name}});
    return ExitCode::Ok;
}

} // namespace

void addPresetsCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<PresetsOptions>();
    CLI::App *presets = app.add_subcommand("presets", "Manage run presets");
    presets->require_subcommand(1);
    const auto add = [&](const char *name, const char *text, auto action) {
        CLI::App *command = presets->add_subcommand(name, text);
        addStore(*command, options->store);
        setAction(*command, chosen, options, action);
        return command;
    };
    const auto addName = [&](CLI::App *command) {
        command->add_option("name", options->name, "The preset's name")->required();
    };
    add("list", "List the presets of a store", listPresets);
    addName(add("show", "Print a preset with all of its options", exportPreset));
    CLI::App *exported = add("export", "Write a preset to a file", exportPreset);
    addName(exported);
    exported->add_option("-o,--output", options->file, "The file to write, *.json")->required();
    CLI::App *save = add("save", "Store the preset of a file",
                         [](const PresetsOptions &given, const Console &console) {
                             return keep(given, std::filesystem::absolute(given.file).string(),
                                         given.newName, true, console);
                         });
    save->add_option("file", options->file, "File from `presets export`, *.json")->required();
    save->add_option("--name", options->newName, "Its name in the store (default: as in the file)");
    CLI::App *clone = add("clone", "Copy a preset to another name",
                          [](const PresetsOptions &given, const Console &console) {
                              return keep(given, given.name, given.newName, false, console);
                          });
    addName(clone);
    clone->add_option("new-name", options->newName, "The copy's name")->required();
    addName(add("remove", "Remove a preset; its runs stay", removePreset));
}

} // namespace loupe::cli
