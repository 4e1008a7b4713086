// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "core/engine/doctor.h"

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

ExitCode doctor(const Console &console)
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
    console.line(complete
                     ? "Everything the native suite needs is here."
                     : "The native suite cannot be evaluated here before the above is mended.");
    console.document({{"version", LOUPE_VERSION}, {"complete", complete}, {"items", items}});
    return complete ? ExitCode::Ok : ExitCode::Environment;
}

} // namespace

void addDoctorCommand(CLI::App &app, Action &chosen)
{
    CLI::App *command = app.add_subcommand(
        "doctor", "What this machine has, lacks, and the command that adds it");
    command->callback([&chosen] { chosen = doctor; });
}

} // namespace loupe::cli
