// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "core/engine/doctor/doctorreport.h"
#include "core/engine/doctor/gpudoctor.h"
#include "core/engine/doctor/sandboxdoctor.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/programs.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

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

void show(const Console &console, const DoctorItem &item)
{
    for (const std::string &line : linesOf(item))
        console.line(line);
}

/// Prints every platform, with the interpreter that it was checked against.
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
        show(console, toDoctorItem(item));
        platforms.push_back(toJson(item));
    }
    console.line("");
    return platforms;
}

/// Prints the items. Returns true if nothing required is missing.
bool showItems(const Console &console, const std::vector<DoctorItem> &found, Json &items)
{
    bool complete = true;
    for (const DoctorItem &item : found) {
        complete = complete && item.state != DoctorItem::State::Missing;
        items.push_back({{"id", item.id},
                         {"title", item.title},
                         {"state", name(item.state)},
                         {"found", item.found},
                         {"needed_for", item.neededFor},
                         {"fix", item.fix}});
        show(console, item);
    }
    return complete;
}

ExitCode doctorOfGpus(const Console &console)
{
    Json items = Json::array();
    const bool complete = showItems(console, examineGpus(), items);
    Json devices = Json::array();
    if (const auto found = gpuDevices()) {
        for (const GpuDevice &device : *found)
            devices.push_back(toJson(device));
    }
    console.line(complete ? "Candidates can run on a GPU here."
                          : "No candidate can run on an NVIDIA GPU here.");
    console.document({{"version", LOUPE_VERSION},
                      {"complete", complete},
                      {"items", items},
                      {"devices", devices}});
    return complete ? ExitCode::Ok : ExitCode::Environment;
}

ExitCode doctor(const Console &console, const std::filesystem::path &python)
{
    Json items = Json::array();
    const bool complete = showItems(console, examineMachine(), items);
    Json measures = Json::array();
    console.line("");
    console.line("Sandbox of candidates:");
    if (const auto found = examineSandbox(); found.empty())
        console.line("none: without the sandbox above, no candidates are run");
    else
        static_cast<void>(showItems(console, found, measures));
    Json platforms = showPlatforms(console, python);
    console.line(
        complete
            ? "Everything the native suite needs is here."
            : "The native suite cannot be evaluated here: install the missing parts above first.");
    console.document({{"version", LOUPE_VERSION},
                      {"complete", complete},
                      {"items", items},
                      {"sandbox", measures},
                      {"platforms", platforms}});
    return complete ? ExitCode::Ok : ExitCode::Environment;
}

} // namespace

void addDoctorCommand(CLI::App &app, Action &chosen)
{
    CLI::App *command = app.add_subcommand(
        "doctor", "Show what this machine has, what is missing and how to install it");
    auto python = std::make_shared<std::filesystem::path>();
    command->add_option("--python", *python,
                        "Interpreter to compare platforms with (default: $KLOUPE_PYTHON, else "
                        "python3)");
    auto isOfGpus = std::make_shared<bool>(false);
    command->add_flag("--gpu", *isOfGpus,
                      "Show what is permitted with NVIDIA GPUs here, and why not");
    command->callback([=, &chosen] {
        chosen = [python, isOfGpus](const Console &console) {
            return *isOfGpus ? doctorOfGpus(console) : doctor(console, *python);
        };
    });
}

} // namespace loupe::cli
