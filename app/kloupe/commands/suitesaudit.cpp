// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/suitereading.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "core/base/counted.h"
#include "core/engine/run/taskaudit.h"

#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct TaskAuditOptions {
    std::string suite;
    std::string layout;
    TaskAuditRequest request;
    SandboxOption sandbox;
};

Json toJson(const std::vector<ChangedPart> &parts)
{
    Json out = Json::array();
    for (const ChangedPart &part : parts)
        out.push_back({{"name", part.name}, {"within", part.within}});
    return out;
}

Json toJson(const TaskObservation &seen)
{
    Json out{{"elements", seen.elements},         {"nan", seen.notANumber},
             {"same_inputs", seen.hasSameInputs}, {"operators_seen", seen.operatorsSeen},
             {"weights_seen", seen.weightsSeen},  {"not_exact", seen.notExact},
             {"inputs", toJson(seen.inputs)},     {"operators", toJson(seen.operators)},
             {"weights", toJson(seen.weights)}};
    using Share = std::pair<const char *, const std::optional<double> &>;
    for (const auto &[name, share] :
         {Share("repeat_within", seen.repeat), Share("random_within", seen.random),
          Share("zeros_within", seen.zeros), Share("constant_within", seen.constant),
          Share("copy_within", seen.copy), Share("other_draw_within", seen.otherDraw),
          Share("exact_within", seen.exact), Share("smallest", seen.smallest),
          Share("largest", seen.largest)}) {
        if (share)
            out[name] = *share;
    }
    return out;
}

Json toJson(const TaskAuditReport &report)
{
    Json out{{"task", report.task}, {"sound", nullptr}, {"skipped", report.skipped}};
    if (!report.soundness)
        return out;
    out["sound"] = report.soundness->isSound();
    out["reason"] = report.soundness->reason();
    out["defects"] = Json::array();
    for (const SoundnessDefect &defect : report.soundness->defects)
        out["defects"].push_back(
            {{"rule", defect.rule}, {"unsound", defect.isUnsound}, {"message", defect.message}});
    out["observation"] = toJson(report.observation);
    return out;
}

void printProgress(const Console &console, int done, int total, const TaskAuditReport &report)
{
    const bool isSound = report.soundness && report.soundness->isSound();
    const std::string sign = !report.soundness ? "–" : isSound ? "●" : "◆";
    const std::string text
        = report.soundness ? report.soundness->reason() : "not audited: " + report.skipped;
    console.progress(fmt::format("[{:>3}/{}] {} {}: {}", done, total, sign, report.task, text));
}

/// Prints the counts and adds them to the JSON.
void summarise(const TaskAuditOutcome &outcome, const std::string &suite, const Console &console,
               Json &documents)
{
    std::map<std::string, int> rules;
    int sound = 0;
    int unsound = 0;
    Json tasks = Json::array();
    for (const TaskAuditReport &report : outcome.reports) {
        tasks.push_back(toJson(report));
        if (!report.soundness)
            continue;
        (report.soundness->isSound() ? sound : unsound) += 1;
        std::map<std::string, int> once;
        for (const SoundnessDefect &defect : report.soundness->defects)
            once[defect.rule] = 1;
        for (const auto &[rule, count] : once)
            rules[rule] += count;
    }
    const auto skipped = static_cast<int>(outcome.reports.size()) - sound - unsound;
    for (const auto &[rule, count] : rules)
        console.line(fmt::format("{}: {}", rule, counted(count, "task")));
    console.line(fmt::format("{}: {} sound, {} unsound, {} could not be audited here{}", suite,
                             counted(sound, "task"), unsound, skipped,
                             outcome.alreadyDone > 0
                                 ? fmt::format(", {} audited before", outcome.alreadyDone)
                                 : std::string()));
    documents.push_back({{"suite", suite},
                         {"run", outcome.run},
                         {"sound", sound},
                         {"unsound", unsound},
                         {"skipped", skipped},
                         {"already_done", outcome.alreadyDone},
                         {"cancelled", outcome.cancelled},
                         {"rules", rules},
                         {"tasks", std::move(tasks)}});
}

ExitCode audit(const TaskAuditOptions &options, const Console &console)
{
    auto read = readSuite(options.suite, options.layout);
    std::vector<AuditedSuite> suites;
    if (auto *native = std::get_if<NativeSuite>(&read)) {
        suites.emplace_back(std::move(*native));
    } else {
        for (Benchmark &benchmark : std::get<std::vector<Benchmark>>(read))
            suites.emplace_back(std::move(benchmark));
    }
    const InterruptGuard interrupt;
    Json documents = Json::array();
    bool isUnsound = false;
    for (const AuditedSuite &suite : suites) {
        const auto outcome = orFail(auditTasks(
            options.request, suite,
            [&](int done, int total, const TaskAuditReport &report) {
                isUnsound = isUnsound || (report.soundness && !report.soundness->isSound());
                printProgress(console, done, total, report);
            },
            interrupt.token()));
        const std::string name = std::visit([](const auto &one) { return one.name; }, suite);
        summarise(outcome, name, console, documents);
        if (outcome.cancelled) {
            console.document({{"suites", documents}});
            console.line("cancelled; continue with the same command and --resume");
            return ExitCode::Interrupted;
        }
    }
    console.document({{"suites", documents}});
    return isUnsound ? ExitCode::BadInput : ExitCode::Ok;
}

} // namespace

void addSuitesAudit(CLI::App &suites, Action &chosen)
{
    const auto options = std::make_shared<TaskAuditOptions>();
    RunRequest &run = options->request.run;
    CLI::App *command = suites.add_subcommand(
        "audit", "Check with each task's reference whether the task can detect wrong results");
    addStore(*command, run.store, StoreUse::Beside, "for the results; created if missing");
    command->add_option("path", options->suite,
                        "Suite folder or name (default: the shipped native suite)");
    addLayoutOption(*command, options->layout);
    command->add_option("--name", run.name, "Name of the audit in the store");
    command->add_option("--tasks", run.taskFilter, "Filter of the tasks");
    command->add_option("--jobs", run.jobs, "Tasks at a time (default: processors)")
        ->check(wholeNumber(1, 1024));
    command->add_flag("--resume", run.resume, "Continue an audit: check only what is missing");
    command
        ->add_option("--seconds", options->request.secondsPerTask,
                     "Max time for changing a task's inputs, operators and weights one by one")
        ->check(numberAboveZero(86'400))
        ->capture_default_str();
    command->add_option("--python", run.python.interpreter,
                        "Interpreter with torch (default: $KLOUPE_PYTHON, else python3)");
    command->add_option("--device", run.python.device,
                        "cpu or cuda:0 (default: a GPU if there is one; native tasks: cpu)");
    options->sandbox.addTo(*command, "Run the references without the sandbox");
    command->callback([=, &chosen] {
        options->request.run.sandbox = options->sandbox.choice().mode;
        options->request.run.unconfinedAsRoot = options->sandbox.choice().evenAsRoot;
        chosen = [options](const Console &console) { return audit(*options, console); };
    });
}

} // namespace loupe::cli
