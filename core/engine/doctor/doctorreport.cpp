// SPDX-License-Identifier: Apache-2.0
#include "core/engine/doctor/doctorreport.h"

#include "core/engine/doctor/gpudoctor.h"
#include "core/engine/doctor/sandboxdoctor.h"
#include "core/engine/machine/programs.h"
#include "core/platforms/python/pythonhost.h"

#include <fmt/format.h>

namespace loupe {

std::string_view name(DoctorItem::State state)
{
    switch (state) {
    case DoctorItem::State::Ok:
        return "ok";
    case DoctorItem::State::Missing:
        return "missing";
    case DoctorItem::State::Optional:
        return "not found";
    }
    return "missing";
}

DoctorItem toDoctorItem(const PlatformItem &item)
{
    const Platform &platform = *item.platform;
    const Availability &found = item.availability;
    DoctorItem out{platform.name, platform.name, DoctorItem::State::Ok, {}, {}, {}};
    if (found.isAvailable) {
        const std::string &how = found.device->how;
        out.found = fmt::format("{}: {}{}{}", platform.title, found.device->prefix,
                                how.empty() ? "" : ", ", how);
        return out;
    }
    out.state = DoctorItem::State::Optional;
    out.found = fmt::format("{}: {}", platform.title, found.reason);
    out.fix = found.fix;
    return out;
}

std::vector<std::string> linesOf(const DoctorItem &item)
{
    std::vector<std::string> lines{
        fmt::format("{:<9} {:<22} {}", name(item.state), item.title, item.found)};
    const std::string purpose
        = item.neededFor.empty() ? std::string() : "for " + item.neededFor + ": ";
    if (!item.fix.empty())
        lines.push_back(fmt::format("{:<9} {:<22} {}{}", "", "", purpose, item.fix));
    return lines;
}

DoctorSection examinePlatformsWith(const std::filesystem::path &python)
{
    const auto interpreter = findPython(python);
    const auto found = interpreter ? inspectPython(*interpreter, {})
                                   : Result<PythonEnvironment>(interpreter.error());
    DoctorSection section;
    section.title = found
        ? fmt::format("Platforms, with {} (Python {}, torch {})", found->interpreter.string(),
                      found->version, found->packages.at("torch"))
        : "Platforms; " + found.error().text();
    for (const PlatformItem &item : examinePlatforms(found ? &*found : nullptr))
        section.items.push_back(toDoctorItem(item));
    return section;
}

std::vector<DoctorSection> examineEverything(const std::filesystem::path &python)
{
    return {{"What the native suite needs", examineMachine()},
            {"What confines candidates", examineSandbox()},
            {"NVIDIA GPUs", examineGpus()},
            examinePlatformsWith(python)};
}

} // namespace loupe
