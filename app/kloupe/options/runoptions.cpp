// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/runoptions.h"

#include "app/kloupe/options/valuechecks.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/request/requestedprecisions.h"
#include "core/engine/request/requestedshapes.h"
#include "core/engine/run/outsideuse.h"
#include "core/suites/layout/suitelayout.h"

#include <iostream>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace loupe::cli {

namespace {

bool asks(const RunRequest &request, const std::vector<OutsideUse> &uses, const Console &console)
{
    console.progress(request.fromFile.source
                     + " names programs that run outside the sandbox, with your rights:");
    for (const OutsideUse &use : uses) {
        console.progress("  " + use.what);
        if (!use.content.empty())
            console.text(use.content);
    }
    console.progress("Use them on this machine, now and later? Type yes to accept:");
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "yes";
}

} // namespace

void SandboxOption::addTo(CLI::App &command, const std::string &what)
{
    CLI::Option *leave = command.add_flag("--no-sandbox", isLeft, what);
    command
        .add_flag("--no-sandbox-as-root", evenAsRoot,
                  "Required with --no-sandbox when running as root, for example in a disposable "
                  "container")
        ->needs(leave);
}

SandboxChoice SandboxOption::choice() const
{
    return {isLeft ? SandboxMode::None : SandboxMode::Bubblewrap, isLeft && evenAsRoot};
}

CLI::Option *addPrecision(CLI::App &command, PythonRequest &python, Precisions most,
                          const std::string &help)
{
    const auto choose = [&python, most](const std::string &words) {
        if (words.find_first_not_of(" \t\r\n") == std::string::npos)
            throw CLI::ValidationError(
                "--precision", "is empty; name a precision, or auto as the submissions state");
        auto precisions = precisionsFromWords(words);
        if (!precisions)
            throw CLI::ValidationError("--precision", refusalText(precisions.error()));
        if (most == Precisions::One && precisions->size() > 1)
            throw CLI::ValidationError("--precision",
                                       "this command judges in one precision; name one of them");
        python.precisions = std::move(*precisions);
    };
    std::vector<std::string> words{precisionWords({})};
    for (const RunPrecision each : optionValues<RunPrecision>())
        words.emplace_back(name(each));
    return command.add_option_function<std::string>("--precision", choose, help)
        ->type_name(fmt::format("{}:one of {}", most == Precisions::One ? "TYPE" : "TYPE[,TYPE]",
                                fmt::join(words, ", ")));
}

void addAcceptOption(CLI::App &command, bool &accepts)
{
    command.add_flag("--accept-settings", accepts,
                     "Accept the interpreter, target and cluster template that a preset or stored "
                     "run names, and remember it (default: show them and ask)");
}

Status settleUses(const RunRequest &request, bool accepts, const Console &console)
{
    return loupe::settleUses(request, [&](const std::vector<OutsideUse> &uses) {
        const bool isTerminal
            = !console.json && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
        return accepts || (isTerminal && asks(request, uses, console)) ? Status()
                                                                       : demandAccepted(request);
    });
}

void JudgingOptions::addTo(CLI::App &command, RunRequest &run, const std::string &unconfined)
{
    command.add_option(
        "--device", run.python.device,
        "cpu or cuda:0 (default: a GPU if there is one; for native candidates, by their platform)");
    command.add_option("--python", run.python.interpreter,
                       "Interpreter with torch (default: $KLOUPE_PYTHON, else python3)");
    addPrecision(command, run.python, Precisions::One,
                 "KernelBench: the type of weights and inputs (default: float32)");
    command.add_flag("--backward", run.python.backward,
                     "KernelBench: judge the gradients of inputs and weights too, and time forward "
                     "and backward as one call");
    command.add_option("--shapes", run.python.shapesFile,
                       "KernelBench: a JSON file with further shapes of tasks: other values of "
                       "their files' constants. Programs are judged and timed on each shape");
    command.add_flag("--no-timing", noTiming, "Verify only");
    command.add_flag("--no-controls", noControls,
                     "Do not first check native tasks with known good and bad kernels");
    sandbox.addTo(command, unconfined);
}

Status JudgingOptions::applyTo(RunRequest &run) const
{
    run.sandbox = sandbox.choice().mode;
    run.unconfinedAsRoot = sandbox.choice().evenAsRoot;
    run.timing.enabled = !noTiming;
    run.controls = !noControls;
    return readShapes(run.python);
}

void addSuiteOption(CLI::App &command, std::filesystem::path &suite)
{
    command.add_option("--suite", suite,
                       "Folder of native tasks, checkout of a benchmark, or a name that `suites "
                       "add` remembers (default: the shipped suite)");
}

void addLayoutOption(CLI::App &command, std::string &layout)
{
    command
        .add_option("--layout", layout,
                    "Suite to use if the folder has several, such as tritonbench-g")
        ->transform(oneOf(suiteLayoutNames()));
}

void addPlatformOption(CLI::App &command, std::string &platform)
{
    command.add_option("--platform", platform,
                       "Language of the kernels: cpu (default) or cuda for native tasks; triton, "
                       "cuda or torch-cpu for benchmarks in Python");
}

void addJudgeOption(CLI::App &command, Strategy::Judge &judge)
{
    addChoice(command, "--judge", judge,
              std::map<std::string, Strategy::Judge>{{"strict", Strategy::Judge::Strict},
                                                     {"suite", Strategy::Judge::Suite}},
              "Rules of the verdict that counts: strict (default) or suite");
}

} // namespace loupe::cli
