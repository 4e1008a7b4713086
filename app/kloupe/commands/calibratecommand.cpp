// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/output/interrupt.h"
#include "core/base/counted.h"
#include "core/engine/machine/ceilings.h"

#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct CalibrateOptions {
    std::string device = "cpu";
    bool show = false;
};

std::string rateText(const MeasuredRate &rate)
{
    constexpr double slow = 1e11; // of processors; in TFLOP/s it would be 0.00
    const bool isWork = countsOperations(rate);
    const bool isFast = isWork && rate.median >= slow;
    const double scale = isFast ? 1e12 : 1e9;
    const char *work = isFast ? "TFLOP/s" : "GFLOP/s";
    return fmt::format("{:<11} {:>9.2f} {}  ({:.2f} to {:.2f}, {}; {})", rate.name,
                       rate.median / scale, isWork ? work : "GB/s   ", rate.low / scale,
                       rate.high / scale, counted(rate.samples, "sample"), rate.how);
}

void show(const DeviceCeilings &ceilings, const Console &console)
{
    console.line(fmt::format("{}: {}{}{}, driver {}", ceilings.device, ceilings.deviceName,
                             ceilings.uuid.empty() ? "" : " ", ceilings.uuid, ceilings.driver));
    for (const MeasuredRate &rate : ceilings.rates)
        console.line(rateText(rate));
    if (ceilings.cacheBytes)
        console.line(fmt::format("{:<11} {:>9.1f} MiB", "cache", *ceilings.cacheBytes / 1048576));
    console.line("under       " + ceilings.facts.dump());
    for (const std::string &missing : ceilings.missing)
        console.line("not measured: " + missing);
}

ExitCode showKept(const CalibrateOptions &options, const Console &console)
{
    const auto kept = orFail(keptCeilings(options.device, ceilingsFolder()));
    if (!kept)
        return console.fail({Errc::NotFound, "this device has no measurements", options.device,
                             "kloupe calibrate --device " + options.device});
    show(*kept, console);
    console.document(toJson(*kept));
    return ExitCode::Ok;
}

ExitCode calibrate(const CalibrateOptions &options, const Console &console)
{
    if (options.show)
        return showKept(options, console);
    const InterruptGuard interrupt;
    const auto measured = orFail(calibrateDevice(options.device, interrupt.token()));
    show(measured.ceilings, console);
    console.line("stored in " + measured.file.string());
    Json document = toJson(measured.ceilings);
    document["file"] = measured.file.string();
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

void addCalibrateCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<CalibrateOptions>();
    CLI::App *command = app.add_subcommand(
        "calibrate", "Measure a device's peak rates, for rooflines and checks of impossible times");
    command->add_option("--device", options->device, "cpu, or cuda:0")->capture_default_str();
    command->add_flag("--show", options->show, "Print earlier measurements; measure nothing");
    setAction(*command, chosen, options, calibrate);
}

} // namespace loupe::cli
