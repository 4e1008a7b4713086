// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/storeargument.h"
#include "core/base/counted.h"
#include "core/report/shipped/shippedfiles.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

ExitCode demo(const std::filesystem::path &store, const Console &console)
{
    orFail(copyDemoStore(store));
    const auto reader = orFail(StoreReader::open(store));
    const auto runs = orFail(reader->runs());
    std::size_t evaluations = 0;
    std::string device; // one machine recorded all runs
    for (const RunSummary &run : runs) {
        evaluations += static_cast<std::size_t>(run.evaluations);
        device = run.run.environment.deviceName;
    }
    console.line(fmt::format("{}: {} of the demo kernels", store.string(),
                             counted(evaluations, "recorded evaluation")));
    console.line(
        fmt::format("Their times were measured on another machine ({}), not on this one.", device));
    console.line(fmt::format("Next: kloupe overview {0}, or kernelloupe {0}", store.string()));
    console.document({{"store", store.string()}, {"evaluations", evaluations}, {"device", device}});
    return ExitCode::Ok;
}

} // namespace

void addDemoCommand(CLI::App &app, Action &chosen)
{
    auto store = std::make_shared<std::filesystem::path>();
    CLI::App *command = app.add_subcommand(
        "demo", "Copy the recorded results of the demo kernels into a new store");
    addStore(*command, *store, StoreUse::Required, "must not exist");
    setAction(*command, chosen, store, demo);
}

} // namespace loupe::cli
