// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/suitenames.h"

#include "app/kloupe/options/benchmarklisting.h"
#include "core/base/counted.h"
#include "core/base/shellword.h"
#include "core/suites/layout/layoutdetection.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/layout/suiteregistry.h"
#include "core/suites/native/suite.h"

#include <system_error>

#include <fmt/format.h>

namespace loupe::cli {

namespace fs = std::filesystem;

namespace {

/// Reads one suite of the folder to check that it is usable, and prints its contents.
Result<Json> examine(const fs::path &folder, SuiteLayout layout, const Console &console)
{
    if (layout == SuiteLayout::Native) {
        const auto suite = readNativeSuite(folder);
        if (!suite)
            return suite.error();
        console.line(fmt::format("native tasks: {} ({})", counted(suite->tasks.size(), "task"),
                                 folder.string()));
        return Json{{"suite", suite->name}, {"task_count", suite->tasks.size()}};
    }
    const auto benchmark = readBenchmark(folder, layout);
    if (!benchmark)
        return benchmark.error();
    printSummary(*benchmark, console);
    return summaryOf(*benchmark);
}

} // namespace

ExitCode addSuite(const fs::path &folder, std::optional<SuiteLayout> layout,
                  const std::string &given, const Console &console)
{
    const auto detected = detectLayout(folder);
    if (!detected)
        return console.fail(detected.error());
    const auto layouts = layout ? std::vector{*layout} : detectLayouts(folder);
    if (!given.empty() && layouts.size() > 1)
        return console.fail({Errc::InvalidInput,
                             "the folder has several suites, but one name was given",
                             folder.string(),
                             fmt::format("choose one with --layout {} or --layout {}",
                                         name(layouts[0]), name(layouts[1]))});
    auto registry = SuiteRegistry::load(SuiteRegistry::defaultFile());
    if (!registry)
        return console.fail(registry.error());
    std::error_code failed;
    const fs::path absolute = fs::canonical(folder, failed);
    Json added = Json::array();
    for (const SuiteLayout one : layouts) {
        auto summary = examine(folder, one, console);
        if (!summary)
            return console.fail(summary.error());
        const std::string suiteName = given.empty() ? name(one) : given;
        const Status noted = registry->add({suiteName, failed ? folder : absolute, one});
        if (!noted)
            return console.fail(noted.error());
        console.line(
            fmt::format("added as \"{}\": kloupe suites list {}", suiteName, shellWord(suiteName)));
        (*summary)["name"] = suiteName;
        added.push_back(std::move(*summary));
    }
    if (const Status saved = registry->save(); !saved)
        return console.fail(saved.error());
    console.document({{"added", added}});
    return ExitCode::Ok;
}

ExitCode removeSuite(const std::string &suiteName, const Console &console)
{
    auto registry = SuiteRegistry::load(SuiteRegistry::defaultFile());
    if (!registry)
        return console.fail(registry.error());
    if (const Status removed = registry->remove(suiteName); !removed)
        return console.fail(removed.error());
    if (const Status saved = registry->save(); !saved)
        return console.fail(saved.error());
    console.line(
        fmt::format("\"{}\" is removed from the list; its folder is not changed", suiteName));
    console.document({{"removed", suiteName}});
    return ExitCode::Ok;
}

ExitCode listSuiteNames(const Console &console)
{
    const auto registry = SuiteRegistry::load(SuiteRegistry::defaultFile());
    if (!registry)
        return console.fail(registry.error());
    Json suites = Json::array();
    std::error_code failed;
    for (const RegisteredSuite &suite : registry->suites()) {
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

} // namespace loupe::cli
