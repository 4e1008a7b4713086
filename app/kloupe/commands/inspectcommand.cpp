// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "core/base/files.h"
#include "core/engine/contract/sourceinspection.h"
#include "core/engine/machine/programs.h"
#include "core/engine/request/optionwords.h"
#include "core/integrity/rulewords.h"

#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct InspectOptions {
    std::vector<std::filesystem::path> files;
    std::string entry = "ModelNew";
    LibraryPolicy policy = LibraryPolicy::Any;
    std::filesystem::path python;
    SandboxOption sandbox;
};

constexpr std::size_t maxSourceBytes = std::size_t{8} << 20;

std::string languageOf(const std::filesystem::path &file)
{
    const std::string extension = file.extension().string();
    if (extension == ".py")
        return "python";
    return extension == ".cu" || extension == ".cuh" ? "cuda" : "cpp";
}

PythonInspector::Settings pythonSettings(const InspectOptions &options)
{
    const auto interpreter = orFail(findPython(options.python));
    const auto worker = orFail(findWorker());
    const SandboxChoice choice = options.sandbox.choice();
    orFail(permitted(choice));
    return PythonInspector::settingsFor(interpreter, worker, choice.mode);
}

Json toJson(const Finding &finding)
{
    return {{"rule", finding.rule},
            {"layer", layerName(finding.layer)},
            {"severity", severityName(finding.severity)},
            {"message", finding.message},
            {"line", finding.line}};
}

ExitCode inspect(const InspectOptions &options, const Console &console)
{
    std::optional<PythonInspector::Settings> python;
    for (const auto &file : options.files) {
        if (languageOf(file) != "python" || python)
            continue;
        auto settings = pythonSettings(options);
        python = std::move(settings);
    }
    SourceInspection inspection(std::move(python));
    InterruptGuard interrupt;
    Json document = Json::array();
    for (const auto &file : options.files) {
        const auto source = orFail(readFile(file, maxSourceBytes));
        const auto reading = orFail(inspection.read(source, languageOf(file), options.entry,
                                                    options.policy, interrupt.token()));
        Json listed = Json::array();
        for (const Finding &one : reading.findings) {
            listed.push_back(toJson(one));
            console.line(fmt::format("{}:{}: {}: {} [{}]", file.string(), one.line,
                                     severityName(one.severity), one.message, one.rule));
        }
        if (reading.findings.empty())
            console.line(file.string() + ": nothing found");
        const KernelTraits &traits = reading.traits;
        console.line(fmt::format("{}: made of: {}; arithmetic: {}", file.string(),
                                 label(traits.madeOf), label(traits.arithmetic)));
        document.push_back({{"file", file.string()},
                            {"made_of", orNull(idOf(traits.madeOf))},
                            {"arithmetic", orNull(idOf(traits.arithmetic))},
                            {"findings", std::move(listed)}});
    }
    console.document(document);
    return ExitCode::Ok;
}

void listRule(const RuleWords &rule, const Console &console, Json &document)
{
    document.push_back({{"id", rule.id},
                        {"layer", layerName(rule.layer)},
                        {"severity", severityName(rule.severity)},
                        {"proves", rule.proves},
                        {"cannot_see", rule.cannotSee}});
    console.text(fmt::format("{} ({}, at most {})\n  shows: {}\n  cannot show: {}", rule.id,
                             layerName(rule.layer), severityName(rule.severity), rule.proves,
                             rule.cannotSee));
}

ExitCode listRules(const Console &console)
{
    Json document = Json::array();
    for (const RuleWords &rule : allRuleWords())
        listRule(rule, console, document);
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

void addInspectCommands(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<InspectOptions>();
    CLI::App *command = app.add_subcommand(
        "inspect", "Run the integrity rules on candidates' sources, without running them");
    command->add_option("files", options->files, "Candidates: .py, .cpp or .cu")->required();
    command->add_option("--entry", options->entry, "The class or function to evaluate")
        ->capture_default_str();
    addChoice(*command, "--library", options->policy, optionWords<LibraryPolicy>(),
              "Permitted use of library operators");
    command->add_option("--python", options->python, "The interpreter that reads Python sources");
    options->sandbox.addTo(*command, "Read them without the sandbox");
    setAction(*command, chosen, options, inspect);
    CLI::App *rules = app.add_subcommand("rules", "List the integrity rules and what they show");
    rules->callback([&chosen] { chosen = listRules; });
}

} // namespace loupe::cli
