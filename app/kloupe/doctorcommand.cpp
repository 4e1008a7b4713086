// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "core/engine/doctor.h"
#include "core/engine/programs.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

std::string_view stateName(DoctorItem::State state)
{
    switch (state) {
    case DoctorItem::State::Ok:
        return "ok";
    case DoctorItem::State::Missing:
        return "missing";
    case DoctorItem::State::Optional:
        return "not here";
    }
    return "missing";
}

Json toJson(const PlatformItem &item)
{
    const Availability &found = item.availability;
    return {{"name", item.platform->name},
            {"title", item.platform->title},
            {"vendor", item.platform->vendor},
            {"available", found.isAvailable},
            {"device", found.isAvailable ? found.device->prefix : ""},
            {"how", found.isAvailable ? found.device->how : ""},
            {"reason", found.reason},
            {"fix", found.fix}};
}

void show(const Console &console, const PlatformItem &item)
{
    const Platform &platform = *item.platform;
    const Availability &found = item.availability;
    if (found.isAvailable) {
        const std::string &how = found.device->how;
        console.line(fmt::format("{:<9} {:<22} {}: {}{}{}", "ok", platform.name, platform.title,
                                 found.device->prefix, how.empty() ? "" : ", ", how));
        return;
    }
    console.line(fmt::format("{:<9} {:<22} {}: {}", stateName(DoctorItem::State::Optional),
                             platform.name, platform.title, found.reason));
    console.line(fmt::format("{:<9} {:<22} {}", "", "", found.fix));
}

/// Every platform, with the interpreter that it was compared with.
Json showPlatforms(const Console &console, const std::filesystem::path &asked)
{
    const auto interpreter = findPython(asked);
    const auto python = interpreter ? inspectPython(*interpreter, {})
                                    : Result<PythonEnvironment>(interpreter.error());
    console.line("");
    console.line(python ? fmt::format(
                     "Platforms, with {} (Python {}, torch {}):", python->interpreter.string(),
                     python->version, python->packages.at("torch"))
                        : "Platforms; " + python.error().text());
    Json platforms = Json::array();
    for (const PlatformItem &item : examinePlatforms(python ? &*python : nullptr)) {
        show(console, item);
        platforms.push_back(toJson(item));
    }
    console.line("");
    return platforms;
}

ExitCode doctor(const Console &console, const std::filesystem::path &python)
{
    bool complete = true;
    Json items = Json::array();
    for (const DoctorItem &item : examineMachine()) {
        complete = complete && item.state != DoctorItem::State::Missing;
        items.push_back({{"id", item.id},
                         {"title", item.title},
                         {"state", stateName(item.state)},
                         {"found", item.found},
                         {"needed_for", item.neededFor},
                         {"fix", item.fix}});
        console.line(fmt::format("{:<9} {:<22} {}", stateName(item.state), item.title, item.found));
        if (!item.fix.empty())
            console.line(fmt::format("{:<9} {:<22} for {}: {}", "", "", item.neededFor, item.fix));
    }
    Json platforms = showPlatforms(console, python);
    console.line(complete
                     ? "Everything the native suite needs is here."
                     : "The native suite cannot be evaluated here before the above is mended.");
    console.document({{"version", LOUPE_VERSION},
                      {"complete", complete},
                      {"items", items},
                      {"platforms", platforms}});
    return complete ? ExitCode::Ok : ExitCode::Environment;
}

} // namespace

void addDoctorCommand(CLI::App &app, Action &chosen)
{
    CLI::App *command = app.add_subcommand(
        "doctor", "What this machine has, lacks, and the command that adds it");
    auto python = std::make_shared<std::filesystem::path>();
    command->add_option("--python", *python,
                        "Interpreter to compare platforms with (default: $KLOUPE_PYTHON, else "
                        "python3)");
    command->callback([=, &chosen] {
        chosen = [python](const Console &console) { return doctor(console, *python); };
    });
}

} // namespace loupe::cli
