// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/interrupt.h"
#include "core/engine/controls.h"
#include "core/engine/machine.h"
#include "core/engine/plan.h"
#include "core/engine/programs.h"

#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct SuiteOptions {
    std::filesystem::path folder;
    std::string task;
    int jobs = 0;
    bool noControls = false;
    bool noSandbox = false;
};

Result<NativeSuite> readSuite(const std::filesystem::path &given)
{
    if (!given.empty())
        return readNativeSuite(given);
    const auto shipped = findNativeSuite();
    return shipped ? readNativeSuite(*shipped) : Result<NativeSuite>(shipped.error());
}

ExitCode list(const SuiteOptions &options, const Console &console)
{
    const auto suite = readSuite(options.folder);
    if (!suite)
        return console.fail(suite.error());
    Json tasks = Json::array();
    std::map<std::string, int> perCategory;
    for (const NativeTask &task : suite->tasks) {
        ++perCategory[task.task.category];
        tasks.push_back({{"name", task.task.name},
                         {"category", task.task.category},
                         {"difficulty", *task.task.level},
                         {"title", task.task.title},
                         {"hash", task.task.hash}});
        console.line(
            fmt::format("{:<40} {}  {}", task.task.name, *task.task.level, task.task.title));
    }
    console.line(fmt::format("{} tasks in {} categories ({})", suite->tasks.size(),
                             perCategory.size(), suite->folder.string()));
    console.document({{"suite", suite->name},
                      {"folder", suite->folder.string()},
                      {"hash", suite->hash},
                      {"categories", perCategory},
                      {"tasks", tasks}});
    return ExitCode::Ok;
}

ExitCode show(const SuiteOptions &options, const Console &console)
{
    const auto suite = readSuite(options.folder);
    if (!suite)
        return console.fail(suite.error());
    const auto filter = parseFilter("task:\"" + options.task + "\"");
    if (!filter)
        return console.fail(filter.error());
    for (const NativeTask &task : suite->tasks) {
        const auto matches = matchesTask(*filter, task.task);
        if (!matches)
            return console.fail(matches.error());
        if (!*matches)
            continue;
        console.line(fmt::format("{} ({}, difficulty {})\n{}\n\n{}\n\n{}", task.task.name,
                                 task.task.title, *task.task.level, task.description,
                                 Json::parse(task.task.specJson).dump(2), task.task.reference));
        console.document({{"name", task.task.name},
                          {"hash", task.task.hash},
                          {"spec", Json::parse(task.task.specJson)},
                          {"reference", task.task.reference}});
        return ExitCode::Ok;
    }
    return console.fail({Errc::NotFound,
                         "the suite has no task \"" + options.task + "\"",
                         suite->folder.string(),
                         "kloupe suites list",
                         {}});
}

Json toJson(const ControlReport &report)
{
    return {{"task", report.task},
            {"sound", report.sound},
            {"reason", report.reason},
            {"trials", report.trials},
            {"reference", facts(report.reference).id},
            {"zeros", facts(report.zeros).id},
            {"raising", facts(report.raising).id}};
}

ExitCode runAllControls(const NativeSuite &suite, const SuiteOptions &options,
                        const Console &console)
{
    const InterruptGuard interrupt;
    RunRequest request;
    request.suite = suite.folder;
    request.sandbox = options.noSandbox ? SandboxMode::None : SandboxMode::Bubblewrap;
    const auto context = makeEngineContext(request);
    if (!context)
        return console.fail(context.error());
    const auto progress = [&](int done, int total, const ControlReport &report) {
        console.progress(fmt::format("[{:>3}/{}] {} {}{}", done, total, report.sound ? "●" : "◆",
                                     report.task, report.sound ? "" : ": " + report.reason));
    };
    const int jobs = options.jobs > 0 ? options.jobs : usableProcessors();
    const auto reports = runControls(suite, *context, jobs, progress, interrupt.token());
    if (!reports)
        return console.fail(reports.error());
    int unsound = 0;
    Json tasks = Json::array();
    for (const ControlReport &report : *reports) {
        unsound += report.sound ? 0 : 1;
        tasks.push_back(toJson(report));
    }
    console.line(
        fmt::format("{} of {} tasks are sound: the reference passes, zeros and a raised error fail",
                    reports->size() - static_cast<std::size_t>(unsound), reports->size()));
    console.document({{"suite", suite.name}, {"unsound", unsound}, {"tasks", tasks}});
    return unsound == 0 ? ExitCode::Ok : ExitCode::BadInput;
}

ExitCode check(const SuiteOptions &options, const Console &console)
{
    const auto suite = readSuite(options.folder);
    if (!suite)
        return console.fail(suite.error());
    console.line(fmt::format("{} tasks read, all fields valid", suite->tasks.size()));
    if (!options.noControls)
        return runAllControls(*suite, options, console);
    console.document({{"suite", suite->name}, {"tasks_read", suite->tasks.size()}});
    return ExitCode::Ok;
}

} // namespace

void addSuitesCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<SuiteOptions>();
    CLI::App *suites = app.add_subcommand("suites", "List, show and check tasks");
    suites->require_subcommand(1);

    CLI::App *listing = suites->add_subcommand("list", "The tasks of a suite");
    listing->add_option("path", options->folder,
                        "Suite folder (default: the shipped native suite)");
    listing->callback([=, &chosen] {
        chosen = [options](const Console &console) { return list(*options, console); };
    });

    CLI::App *showing = suites->add_subcommand("show", "One task with its reference");
    showing->add_option("task", options->task, "Category/name, or the name")->required();
    showing->add_option("--suite", options->folder,
                        "Suite folder (default: the shipped native suite)");
    showing->callback([=, &chosen] {
        chosen = [options](const Console &console) { return show(*options, console); };
    });

    CLI::App *checking = suites->add_subcommand(
        "check", "Validate every task.json and run each task's positive and negative controls");
    checking->add_option("path", options->folder,
                         "Suite folder (default: the shipped native suite)");
    checking->add_option("--jobs", options->jobs, "Tasks at a time (default: processors)")
        ->check(CLI::Range(1, 1024));
    checking->add_flag("--no-controls", options->noControls, "Validate the files only");
    checking->add_flag("--no-sandbox", options->noSandbox, "Run the references unconfined");
    checking->callback([=, &chosen] {
        chosen = [options](const Console &console) { return check(*options, console); };
    });
}

} // namespace loupe::cli
