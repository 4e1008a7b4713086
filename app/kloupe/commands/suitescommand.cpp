// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/suitereading.h"
#include "app/kloupe/options/benchmarklisting.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "app/kloupe/output/interrupt.h"
#include "core/base/counted.h"
#include "core/base/nearest.h"
#include "core/base/processors.h"
#include "core/base/shellword.h"
#include "core/engine/native/controls.h"
#include "core/engine/request/plan.h"
#include "core/engine/run/attachreferences.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/layout/suitelayout.h"
#include "core/suites/layout/suiteregistry.h"
#include "core/suites/native/suite.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <variant>

#include <fmt/format.h>

namespace loupe::cli {

namespace fs = std::filesystem;

namespace {

/// Reads one suite of the folder to check that it is usable, and prints its contents.
Json examine(const fs::path &folder, SuiteLayout layout, const Console &console)
{
    if (layout == SuiteLayout::Native) {
        const auto suite = orFail(readNativeSuite(folder));
        console.line(fmt::format("native tasks: {} ({})", counted(suite.tasks.size(), "task"),
                                 folder.string()));
        return Json{{"suite", suite.name}, {"task_count", suite.tasks.size()}};
    }
    const auto benchmark = orFail(readBenchmark(folder, layout));
    printSummary(benchmark, console);
    return summaryOf(benchmark);
}

/// Implements `kloupe suites add`: reads the folder and registers its suites under their names, or
/// under `given`.
ExitCode addSuite(const fs::path &folder, std::optional<SuiteLayout> layout,
                  const std::string &given, const Console &console)
{
    static_cast<void>(orFail(detectLayout(folder)));
    const auto layouts = layout ? std::vector{*layout} : detectLayouts(folder);
    if (!given.empty() && layouts.size() > 1)
        return console.fail({Errc::InvalidInput,
                             "the folder has several suites, but one name was given",
                             folder.string(),
                             fmt::format("choose one with --layout {} or --layout {}",
                                         name(layouts[0]), name(layouts[1]))});
    auto registry = orFail(SuiteRegistry::load(SuiteRegistry::defaultFile()));
    std::error_code failed;
    const fs::path absolute = fs::canonical(folder, failed);
    Json added = Json::array();
    for (const SuiteLayout one : layouts) {
        auto summary = examine(folder, one, console);
        const std::string suiteName = given.empty() ? name(one) : given;
        orFail(registry.add({suiteName, failed ? folder : absolute, one}));
        console.line(
            fmt::format("added as \"{}\": kloupe suites list {}", suiteName, shellWord(suiteName)));
        summary["name"] = suiteName;
        added.push_back(std::move(summary));
    }
    orFail(registry.save());
    console.document({{"added", added}});
    return ExitCode::Ok;
}

/// Implements `kloupe suites remove`: removes the name and keeps the folder.
ExitCode removeSuite(const std::string &suiteName, const Console &console)
{
    auto registry = orFail(SuiteRegistry::load(SuiteRegistry::defaultFile()));
    orFail(registry.remove(suiteName));
    orFail(registry.save());
    console.line(
        fmt::format("\"{}\" is removed from the list; its folder is not changed", suiteName));
    console.document({{"removed", suiteName}});
    return ExitCode::Ok;
}

/// Implements `kloupe suites names`: lists the registered names.
ExitCode listSuiteNames(const Console &console)
{
    const auto registry = orFail(SuiteRegistry::load(SuiteRegistry::defaultFile()));
    Json suites = Json::array();
    std::error_code failed;
    for (const RegisteredSuite &suite : registry.suites()) {
        const bool exists = fs::is_directory(suite.folder, failed);
        console.line(fmt::format("{:<24} {:<18} {}{}", suite.name, title(suite.layout),
                                 suite.folder.string(), exists ? "" : "  (no longer there)"));
        suites.push_back({{"name", suite.name},
                          {"layout", name(suite.layout)},
                          {"folder", suite.folder.string()},
                          {"exists", exists}});
    }
    if (suites.empty())
        console.line("no suite has been added; kloupe suites add FOLDER adds one");
    console.document({{"suites", suites}});
    return ExitCode::Ok;
}

struct SuiteOptions {
    std::string suite; ///< a folder or a registered name; empty: the shipped native suite
    std::string layout;
    std::string name;
    std::vector<std::string> words; ///< of `show`: [suite] task
    std::filesystem::path store;    ///< of `attach`
    int jobs = 0;
    bool noControls = false;
    SandboxOption sandbox;
};

ExitCode listNative(const NativeSuite &suite, const Console &console)
{
    Json tasks = Json::array();
    std::map<std::string, int> perCategory;
    for (const NativeTask &task : suite.tasks) {
        ++perCategory[task.task.category];
        tasks.push_back({{"name", task.task.name},
                         {"category", task.task.category},
                         {"difficulty", *task.task.level},
                         {"title", task.task.title},
                         {"hash", task.task.hash}});
        console.line(
            fmt::format("{:<40} {}  {}", task.task.name, *task.task.level, task.task.title));
    }
    console.line(fmt::format("{}, categories: {} ({})", counted(suite.tasks.size(), "task"),
                             perCategory.size(), suite.folder.string()));
    console.document({{"suite", suite.name},
                      {"folder", suite.folder.string()},
                      {"hash", suite.hash},
                      {"categories", perCategory},
                      {"tasks", tasks}});
    return ExitCode::Ok;
}

ExitCode list(const SuiteOptions &options, const Console &console)
{
    const auto suite = readSuite(options.suite, options.layout);
    if (const auto *native = std::get_if<NativeSuite>(&suite))
        return listNative(*native, console);
    return listBenchmarks(std::get<std::vector<Benchmark>>(suite), console);
}

ExitCode showNative(const NativeSuite &suite, const std::string &wanted, const Console &console)
{
    const auto filter = orFail(parseFilter("task:\"" + wanted + "\""));
    std::vector<std::string> names;
    names.reserve(suite.tasks.size() * 2);
    for (const NativeTask &task : suite.tasks) {
        names.push_back(task.task.name);
        names.push_back(task.task.name.substr(task.task.name.find('/') + 1));
        const auto matches = orFail(matchesTask(filter, task.task));
        if (!matches)
            continue;
        console.text(fmt::format("{} ({}, difficulty {})\n{}\n\n{}\n\n{}", task.task.name,
                                 task.task.title, *task.task.level, task.description,
                                 Json::parse(task.task.specJson).dump(2),
                                 task.task.reference.view()));
        console.document({{"name", task.task.name},
                          {"hash", task.task.hash},
                          {"spec", Json::parse(task.task.specJson)},
                          {"reference", task.task.reference}});
        return ExitCode::Ok;
    }
    return console.fail({Errc::NotFound, "the suite has no task \"" + wanted + "\"",
                         suite.folder.string(),
                         hintWithNearest(wanted, names, "kloupe suites list lists them")});
}

ExitCode show(const SuiteOptions &options, const Console &console)
{
    const std::string &task = options.words.back();
    const auto suite = readSuite(options.words.size() > 1 ? options.words.front() : options.suite,
                                 options.layout);
    if (const auto *native = std::get_if<NativeSuite>(&suite))
        return showNative(*native, task, console);
    return showBenchmarkTask(std::get<std::vector<Benchmark>>(suite), task, console);
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
    request.sandbox = options.sandbox.choice().mode;
    request.unconfinedAsRoot = options.sandbox.choice().evenAsRoot;
    const auto context = orFail(makeEngineContext(request));
    const auto progress = [&](int done, int total, const ControlReport &report) {
        console.progress(fmt::format("[{:>3}/{}] {} {}{}", done, total, report.sound ? "●" : "◆",
                                     report.task, report.sound ? "" : ": " + report.reason));
    };
    const int jobs = options.jobs > 0 ? options.jobs : usableProcessors();
    std::vector<const NativeTask *> all;
    for (const NativeTask &task : suite.tasks)
        all.push_back(&task);
    const auto reports = orFail(runControls(all, context, jobs, progress, interrupt.token()));
    int unsound = 0;
    Json tasks = Json::array();
    for (const ControlReport &report : reports) {
        unsound += report.sound ? 0 : 1;
        tasks.push_back(toJson(report));
    }
    console.line(fmt::format(
        "{}, {} of them sound: the reference passes, zeros and a raised error fail",
        counted(reports.size(), "task"), reports.size() - static_cast<std::size_t>(unsound)));
    console.document({{"suite", suite.name}, {"unsound", unsound}, {"tasks", tasks}});
    return unsound == 0 ? ExitCode::Ok : ExitCode::BadInput;
}

ExitCode check(const SuiteOptions &options, const Console &console)
{
    const auto suite = readSuite(options.suite, options.layout);
    if (const auto *benchmarks = std::get_if<std::vector<Benchmark>>(&suite))
        return checkBenchmarks(*benchmarks, console);
    const auto &native = std::get<NativeSuite>(suite);
    console.line(fmt::format("{} read, all fields valid", counted(native.tasks.size(), "task")));
    if (!options.noControls)
        return runAllControls(native, options, console);
    console.document({{"suite", native.name}, {"tasks_read", native.tasks.size()}});
    return ExitCode::Ok;
}

ExitCode attach(const SuiteOptions &options, const Console &console)
{
    const auto suite = readSuite(options.suite, options.layout);
    const auto *benchmarks = std::get_if<std::vector<Benchmark>>(&suite);
    if (benchmarks == nullptr)
        return console.fail({Errc::InvalidInput,
                             "native tasks are always stored with their references", options.suite,
                             "name the checkout of a benchmark in Python"});
    const auto writer = orFail(openToChange(options.store));
    const auto reader = orFail(openStore(options.store));
    const auto attached = orFail(attachReferences(*reader, *writer, *benchmarks));
    Json suites = Json::array();
    for (const FoundReferences &found : attached) {
        for (const std::string &sentence : sentencesOf(found))
            console.line(sentence);
        suites.push_back({{"suite", found.suite},
                          {"version", found.version},
                          {"attached", found.tasks.size()},
                          {"by_name", found.byName},
                          {"other_version", found.otherTask},
                          {"not_found", found.notFound}});
    }
    console.document({{"suites", suites}});
    return ExitCode::Ok;
}

using Options = std::shared_ptr<SuiteOptions>;

constexpr const char *suiteHelp = "Suite folder or name (default: the shipped native suite)";

void addReadingCommands(CLI::App &suites, const Options &options, Action &chosen)
{
    CLI::App *listing = suites.add_subcommand("list", "List the tasks of a suite");
    listing->add_option("path", options->suite, suiteHelp);
    addLayoutOption(*listing, options->layout);
    setAction(*listing, chosen, options, list);

    CLI::App *showing = suites.add_subcommand("show", "Show one task with its reference");
    showing->add_option("task", options->words, "[suite] task: Category/name, or the name")
        ->required()
        ->expected(1, 2);
    showing->add_option("--suite", options->suite, suiteHelp);
    addLayoutOption(*showing, options->layout);
    setAction(*showing, chosen, options, show);

    CLI::App *checking = suites.add_subcommand(
        "check", "Validate every task and run each native task's positive and negative controls");
    checking->add_option("path", options->suite, suiteHelp);
    addLayoutOption(*checking, options->layout);
    checking->add_option("--jobs", options->jobs, "Tasks at a time (default: processors)")
        ->check(wholeNumber(1, 1024));
    checking->add_flag("--no-controls", options->noControls, "Validate the files only");
    options->sandbox.addTo(*checking, "Run the references without the sandbox");
    setAction(*checking, chosen, options, check);
}

void addAttachCommand(CLI::App &suites, const Options &options, Action &chosen)
{
    CLI::App *attaching = suites.add_subcommand(
        "attach", "Add the references of a checkout to recorded tasks that have none");
    addStore(*attaching, options->store);
    attaching->add_option("--suite", options->suite, "Suite folder or name")->required();
    addLayoutOption(*attaching, options->layout);
    setAction(*attaching, chosen, options, attach);
}

void addNamingCommands(CLI::App &suites, const Options &options, Action &chosen)
{
    CLI::App *adding
        = suites.add_subcommand("add", "Add a suite's folder, so that --suite NAME finds it");
    adding->add_option("path", options->suite, "Suite folder")->required();
    adding->add_option("--name", options->name, "Its name (default: kernelbench, …)");
    addLayoutOption(*adding, options->layout);
    adding->callback([=, &chosen] {
        chosen = [options](const Console &console) {
            return addSuite(options->suite, suiteLayoutFromName(options->layout), options->name,
                            console);
        };
    });

    CLI::App *removing = suites.add_subcommand("remove", "Remove a suite's name; the folder stays");
    removing->add_option("name", options->name, "Name of the suite")->required();
    removing->callback([=, &chosen] {
        chosen = [options](const Console &console) { return removeSuite(options->name, console); };
    });

    CLI::App *naming = suites.add_subcommand("names", "List the added suites");
    naming->callback([&chosen] { chosen = listSuiteNames; });
}

} // namespace

void addSuitesCommand(CLI::App &app, Action &chosen)
{
    const auto options = std::make_shared<SuiteOptions>();
    CLI::App *suites
        = app.add_subcommand("suites", "List, show, check and audit tasks; name suites");
    suites->require_subcommand(1);
    addReadingCommands(*suites, options, chosen);
    addSuitesAudit(*suites, chosen);
    addAttachCommand(*suites, options, chosen);
    addNamingCommands(*suites, options, chosen);
}

} // namespace loupe::cli
